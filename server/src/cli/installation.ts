import type { Compaction } from "drawbridge-rules/wire/compaction.ts";
import type { Edge } from "drawbridge-rules/wire/edge.ts";
import { option } from "./arguments.ts";
import { command } from "./command.ts";
import { dryRunOption, given, yesOption } from "./options.ts";
import { type Columns, counted, minuteText, printable, sizeText } from "./output.ts";
import { listCommand } from "./resource-commands.ts";
import { isDeclined, requirePrompt } from "./review.ts";
import { duration } from "./text-form.ts";

export const edgeList = listCommand({
  name: "edge list",
  meaning: "list connected edges and how far behind they are",
  examples: ["edge list"],
  notes: "As last reported by each edge. Edges disconnected for a day are dropped.",
  member: "edges",
  find: (_, { client }) => client.listAll("listEdges"),
  none: (_, { line }) =>
    `No edge has been connected in the last 24 hours. Set one up: ${line("token create --kind edge --name NAME")}`,
  columns: () => edgeColumns,
  below(edges) {
    const problems = edges.flatMap(({ id, problem }) => (problem === null ? [] : [`${id}: ${printable(problem)}`]));
    return problems.length === 0 ? [] : ["", ...problems];
  },
});

const edgeColumns: Columns<Edge> = [
  ["EDGE", ({ id }) => id],
  ["TOKEN", ({ token_name }) => token_name],
  ["HOST", ({ host }) => host],
  ["ADDRESS", ({ address }) => address],
  [
    "CONNECTED",
    ({ connected_since: since, seen_at }) =>
      since === null ? `no, last seen ${minuteText(seen_at)}` : `since ${minuteText(since)}`,
  ],
  ["REVISION", ({ revision }) => (revision === null ? "none yet" : revision)],
  ["BEHIND", ({ behind }) => (behind === null ? "all" : behind)],
  ["VERSION", ({ version }) => version],
  ["TZDATA", ({ tzdata }) => tzdata],
];

/** Milliseconds: a large log takes minutes, in steps that let other requests through. */
const timeout = 600_000;

export const compact = command({
  name: "compact",
  meaning: "delete superseded values",
  args: {
    dry_run: { ...dryRunOption, meaning: "count what would be deleted, without deleting it" },
    older_than: option("--older-than <duration>", "only values superseded before that: default 400d, at least 1d", duration),
    yes: yesOption,
  },
  examples: ["compact --dry-run", "compact --older-than 90d --yes"],
  notes:
    "Commits keep author, time and reason, but not their values: rolling\nback to them is no longer possible. Earlier backups still have the values.",
  async run({ dry_run, older_than, yes }, context) {
    const { output } = context;
    if (!dry_run) requirePrompt("compact", yes, context);
    const client = context.clientWithin(timeout);
    const span = given({ older_than });
    if (!dry_run && !yes) {
      const plan = await client.compact({ dry_run: true, ...span });
      output.lines(planLines(plan));
      if (plan.changes === 0) return 0;
      if (await isDeclined(false, () => "Delete permanently?", context)) return 1;
    }
    const done = await (dry_run ? client.compact({ dry_run, ...span }) : client.compactAll(span));
    output.answer(done, () => (dry_run ? planLines(done) : doneLines(done)));
    return 0;
  },
});

function planLines({ changes, bytes, compacted }: Compaction): string[] {
  if (changes === 0) return ["No changes. No value was superseded that long ago."];
  return [`${counted(changes, "superseded value")} would be deleted, ${sizeText(bytes)} of text. ${wholeText(compacted)}`];
}

function doneLines({ changes, bytes, freed, compacted }: Compaction): string[] {
  if (changes === 0) return ["No changes."];
  const disk = freed === null ? "The store keeps the space and reuses it." : `${sizeText(freed)} of disk space was freed.`;
  return [`${counted(changes, "superseded value")} deleted, ${sizeText(bytes)} of text. ${disk} ${wholeText(compacted)}`];
}

function wholeText(compacted: number | null): string {
  return compacted === null ? "" : `History is complete after revision ${compacted}.`;
}
