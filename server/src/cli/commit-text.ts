/** Commits for people: author, time, reason and differences. */

import { differences } from "drawbridge-rules/changes/document-diff.ts";
import { joinPath, prefixPath } from "drawbridge-rules/values/dotted-path.ts";
import type { Commit, CommittedChange } from "drawbridge-rules/wire/history.ts";
import type { Difference } from "drawbridge-rules/wire/problem.ts";
import { differenceLines } from "./difference-text.ts";
import { type Output, printable } from "./output.ts";
import type { Names } from "./person-names.ts";
import { instantText } from "./time-text.ts";

const noNames: Names = new Map();

/** @param compacted differences of commits up to this revision are deleted @param names of people, printed beside their ids */
export function commitLines(commit: Commit, compacted: number | null, output: Output, names: Names = noNames): string[] {
  const { revision, changes } = commit;
  return [
    output.paint("bold", commitHeading(commit)),
    ...(revision <= (compacted ?? 0) ? ["  its changes are no longer stored"] : []),
    ...differenceLines(
      changes.flatMap((change) => differencesOf(change, names)),
      output.paint.bind(output),
    ),
    "",
  ];
}

type CommitHeading = Pick<Commit, "revision" | "at" | "actor" | "actor_name" | "reason" | "overridden">;

/** `revision 12  2026-11-21 12:00:00 UTC  Ada (u_h8r2mt6wqx)  "2.4 loses orders"` */
export function commitHeading({ revision, at, actor, actor_name, reason, overridden }: CommitHeading): string {
  const who = actor_name === null ? printable(actor) : `${printable(actor_name)} (${printable(actor)})`;
  const why = reason === "" ? "" : `  "${printable(reason)}"`;
  const passed = overridden.length > 0 ? `  (overrode ${overridden.join(", ")})` : "";
  return `revision ${revision}  ${instantText(at)}  ${who}${why}${passed}`;
}

const places: Readonly<Record<CommittedChange["kind"], string>> = {
  project: "",
  platform: "platforms",
  instance: "instances",
  window: "windows",
  override: "overrides",
  protection: "protection",
  proposal: "proposals",
  read_key: "keys",
  feed_token: "feeds",
  access_token: "tokens",
  edge_token: "edge_tokens",
  grant: "members",
};

export const historyKinds = Object.keys(places) as readonly CommittedChange["kind"][];

/** Values as in the manifest; of a created or deleted resource, only the values it had. */
function differencesOf({ kind, id, before, after }: CommittedChange, names: Names): Difference[] {
  const name = kind === "grant" ? names.get(id) : undefined;
  // A project and its protection have no id of their own.
  const path = id === "" ? places[kind] : joinPath(places[kind], name === undefined ? id : `${id} (${name})`);
  // Shows only the change of state; `proposal show` prints the proposed changes.
  if (kind === "proposal") return [difference(path, before?.state, after?.state)];
  if (kind === "grant") return [difference(path, before?.role, after?.role)];
  const found = differences(before ?? {}, after ?? {}).filter(
    (difference) => (before && after) || ((difference.before ?? difference.after) !== null && difference.path !== "id"),
  );
  // A commit that only notes something, such as `drawbridge open`, changes nothing.
  if (found.length === 0 && before && after) return [];
  if (found.length === 0) return [difference(path, before ?? undefined, after ?? undefined)];
  return found.map((difference) => ({ ...difference, path: prefixPath(path, difference.path) }));
}

function difference(path: string, before: unknown, after: unknown): Difference {
  return { path, before, after };
}
