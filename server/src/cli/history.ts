import type { Commit, CommittedChange, Difference } from "drawbridge-client/wire";
import { differences } from "../domain/document-diff.ts";
import { below } from "../domain/fields.ts";
import { command } from "./command.ts";
import { differenceLines } from "./difference-text.ts";
import { type Output, printable } from "./output.ts";
import { projectId, wholeNumber } from "./text-form.ts";

const usualLimit = 20;

export const history = command({
  name: "history",
  meaning: "show who changed what, when and why, newest first",
  operands: [{ name: "PROJECT", meaning: "the project's id; also of one that was deleted" }],
  options: [
    { flags: "--limit <count>", meaning: `how many revisions, ${usualLimit} unless told, at most 200` },
    { flags: "--before <revision>", meaning: "only older ones" },
  ],
  examples: ["history acme-shop --limit 5"],
  read: (given) => ({
    project: given.operand("PROJECT", projectId),
    limit: given.option("limit", wholeNumber(1, 200)) ?? usualLimit,
    before: given.option("before", wholeNumber(1, Number.MAX_SAFE_INTEGER)),
  }),
  async run({ project, limit, before }, { client, output }) {
    const page = await client.history(project, { limit, ...(before === null ? {} : { before }) });
    output.answer(page, () => [
      ...page.commits.flatMap((commit) => commitLines(commit, output)),
      ...(page.commits.length === 0 ? [`There is nothing${before === null ? "" : " older"}.`] : []),
      ...(page.next === null ? [] : [`Older ones: npx drawbridge history ${project} --before ${page.next}`]),
    ]);
  },
});

function commitLines({ revision, at, actor, reason, overridden, changes }: Commit, output: Output): string[] {
  const passed = overridden.length > 0 ? `  (overrode ${overridden.join(", ")})` : "";
  const why = reason === "" ? "" : `  "${printable(reason)}"`;
  return [
    output.paint("bold", `revision ${revision}  ${at}  ${printable(actor)}${why}${passed}`),
    ...differenceLines(changes.flatMap(differencesOf), output.paint.bind(output)),
    "",
  ];
}

const places: Readonly<Record<CommittedChange["kind"], string>> = {
  project: "",
  platform: "platforms",
  instance: "instances",
  window: "windows",
  override: "overrides",
  read_key: "keys",
  feed_token: "feeds",
};

/** As the manifest writes it; of what came or went, only what it said. */
function differencesOf({ kind, id, before, after }: CommittedChange): Difference[] {
  const path = kind === "project" ? "" : below(places[kind], id);
  const found = differences(before ?? {}, after ?? {}).filter(
    (difference) => (before && after) || ((difference.before ?? difference.after) !== null && difference.path !== "id"),
  );
  if (found.length === 0) return [{ path, before: before ?? undefined, after: after ?? undefined }];
  return found.map((difference) => ({ ...difference, path: path === "" ? difference.path : below(path, difference.path) }));
}
