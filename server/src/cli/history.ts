import type { AdminError, ServerEvent } from "drawbridge-client/admin";
import { historyKinds } from "drawbridge-rules/project/kind.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import type { CommitEvent } from "drawbridge-rules/wire/event.ts";
import type { History } from "drawbridge-rules/wire/history.ts";
import { repeatCommand } from "./advice.ts";
import { flag, option } from "./arguments.ts";
import { type Context, command } from "./command.ts";
import { eventLine, pageLines, readerOf } from "./commit-text.ts";
import { given, optionalProject, projectOrInstallation } from "./options.ts";
import { printable } from "./output.ts";
import { findActorId } from "./person.ts";
import { actorText, id, oneOf, pastInstant, type TextForm, wholeNumber } from "./text-form.ts";

const defaultLimit = 20;

const sinceForm: TextForm<string> = {
  expected: `a revision, ${pastInstant.expected}`,
  parse(text, now) {
    if (/^\d{1,15}$/.test(text)) return text;
    const instant = pastInstant.parse(text, now);
    return instant === null ? null : printInstant(instant);
  },
};

export const history = command({
  name: "history",
  meaning: "list changes with author, time and reason, newest first",
  args: {
    project: projectOrInstallation,
    kind: option("--kind <kind>", "filter by kind of resource: platform, window, grant, …", oneOf(historyKinds)),
    id: option("--id <id>", "filter by resource id; requires --kind", id),
    actor: option("--actor <who>", "filter by author: a login, or the id of a person or token", actorText),
    since: option("--since <when>", "start here: a revision, an instant, or a duration ago (2h, 7d)", sinceForm),
    limit: option("--limit <count>", `number of revisions: default ${defaultLimit}, at most 200`, wholeNumber(1, 200)),
    isFull: flag("--full", "also print the changed members of each revision"),
    before: option("--before <revision>", "only revisions before this one", wholeNumber(1, Number.MAX_SAFE_INTEGER)),
  },
  examples: [
    "history --project acme-shop --limit 5",
    "history --project acme-shop --kind platform --id ios --since 7d",
    "history --installation --actor ada@acme.example",
  ],
  notes: "A deleted project has a history too. That of the installation has its access tokens and administrators.",
  check({ kind, id }, args) {
    if (id !== null && kind === null && !args.hasProblems) args.problem("--kind is required with --id");
  },
  async run({ project, actor, since, limit, isFull, ...filters }, context) {
    const { client, output } = context;
    const query = {
      limit: limit ?? defaultLimit,
      ...given(filters),
      ...given({ since }),
      ...(actor === null ? {} : { actor: await findActorId(actor, project, context) }),
    };
    const page = await (project === null ? client.getInstallationHistory(query) : client.getHistory({ project, ...query }));
    output.answer(page, () => historyLines(page, isFull, filters.before !== null, context));
  },
});

function historyLines(page: History, isFull: boolean, isLater: boolean, context: Context): string[] {
  const { io, output, typed } = context;
  const { commits, next } = page;
  return [
    ...pageLines(page, isFull, readerOf(context, page.names), output),
    ...(commits.length === 0 ? [isLater ? "No older changes." : "No changes."] : []),
    ...(next === null ? [] : [`Older: ${repeatCommand(io.command, typed.argv, ["--before", String(next)], ["--before"])}`]),
  ];
}

/** More names than this would not fit on a line. */
const maxNamed = 5;

export const events = command({
  name: "events",
  meaning: "print changes as they are committed, until Ctrl-C",
  args: {
    project: optionalProject("only this project; default: all in which you have a role"),
    after: option("--after <id>", "resume after this event: `id` in --json", id),
  },
  examples: ["events --project acme-shop", "events --project acme-shop --json"],
  notes:
    "Reconnects after every interruption. With --json each event is a line with the type ready, commit, or resync if\nsome events are lost and can no longer be replayed.",
  async run({ project, after }, context) {
    const { io, client, output } = context;
    const stopped = new AbortController();
    void io.untilStopped().then(() => stopped.abort());
    const onBreak = (error: unknown, wait: number) => {
      const why = error instanceof Error ? error.message : "the server closed it";
      io.err(`drawbridge: connection lost: ${printable(why)}. Retrying in ${Math.ceil(wait / 1_000)} s.\n`);
    };
    const heard = client.events(project, { signal: stopped.signal, onBreak, ...given({ after }) });
    for await (const event of heard) {
      if (output.isJson) output.answer(event, () => []);
      else printEvent(event, project, context);
    }
  },
});

function printEvent(event: ServerEvent, project: string | null, context: Context): void {
  const { io, output } = context;
  const whose = project ?? "all projects";
  if (event.type === "commit") output.lines([eventLine(event, changesText(event), readerOf(context))]);
  else if (event.type === "ready") io.err(`Following ${whose} from revision ${event.revision}. Press Ctrl-C to stop.\n`);
  else io.err(`Some events up to revision ${event.revision} were missed: see history.\n`);
}

function changesText({ changes, more }: CommitEvent): string {
  const shown = changes
    .slice(0, maxNamed)
    .map(({ project, kind, id }) => `${project ? `${project}: ` : ""}${kind}${id === "" ? "" : ` ${id}`}`);
  const left = changes.length - shown.length;
  return printable([...shown, ...(more ? ["and more"] : left > 0 ? [`and ${left} more`] : [])].join(", "));
}

const maxMeanwhile = 20;

/** @param seen revision under review; null means none yet */
export async function staleSummaryLines(
  subject: string,
  seen: number | null,
  refusal: AdminError,
  history: (since: number, limit: number) => Promise<History>,
  context: Pick<Context, "io" | "output">,
): Promise<string[]> {
  const known = refusal.since;
  const since = seen ?? (known ? Math.min(known.revision, ...known.commits.map(({ revision }) => revision)) - 1 : null);
  // Failing to load the history must not replace the error of the refused change.
  const page = since === null ? null : await history(since, maxMeanwhile).catch(() => null);
  // Time has passed and changed the plan.
  if (page === null || page.commits.length === 0) return [`${printable(subject)}: ${printable(refusal.detail)}`];
  return [
    context.output.paint("bold", `${printable(subject)} was changed meanwhile:`),
    ...pageLines(page, false, readerOf(context, page.names), context.output).map((line) => `  ${line}`),
    "",
  ];
}
