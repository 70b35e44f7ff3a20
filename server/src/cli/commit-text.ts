import { differences } from "drawbridge-rules/changes/document-diff.ts";
import { describeCommit, manifestDifferences } from "drawbridge-rules/describe/commit.ts";
import { describeActor, namesIn, type Reader } from "drawbridge-rules/describe/reader.ts";
import { formatInstant } from "drawbridge-rules/describe/times.ts";
import { joinPath, prefixPath } from "drawbridge-rules/values/fields.ts";
import type { CommitEvent } from "drawbridge-rules/wire/event.ts";
import type { Commit, CommittedChange, History, NameTable } from "drawbridge-rules/wire/history.ts";
import type { Difference } from "drawbridge-rules/wire/problem.ts";
import { differenceLines } from "./change-text.ts";
import type { Io } from "./io.ts";
import { type Output, printable, wrapped } from "./output.ts";

export function readerOf({ io }: { readonly io: Pick<Io, "zone" | "now"> }, names: NameTable = {}): Reader {
  return { zone: io.zone, now: io.now(), names: namesIn(names) };
}

/** `rev 8  20:47  Ada started maintenance of Acme Europe until 21:17 — reason` */
export function commitLine(commit: Commit, reader: Reader, compacted: number | null = null): string {
  const isKept = commit.revision > (compacted ?? 0);
  const act = isKept ? describeCommit(commit, reader) : `${authorOf(commit)} made changes that are no longer stored`;
  const { overridden } = commit;
  const passed = overridden.length === 0 ? "" : ` (overrode ${overridden.join(", ")})`;
  return headed(commit, act + passed, reader);
}

/** `rev 8  20:47  Ada: platform ios, window backup — reason` */
export function eventLine(event: CommitEvent, changes: string, reader: Reader): string {
  return headed(event, `${authorOf(event)}: ${changes}`, reader);
}

function headed({ revision, at, reason }: Pick<Commit, "revision" | "at" | "reason">, text: string, reader: Reader): string {
  const why = reason === "" ? "" : ` — ${reason}`;
  return printable(`rev ${revision}  ${formatInstant(at, reader)}  ${text}${why}`);
}

function authorOf({ actor, actor_name }: Pick<Commit, "actor" | "actor_name">): string {
  return describeActor(actor, actor_name);
}

export function pageLines(
  { commits, compacted }: Pick<History, "commits" | "compacted">,
  isFull: boolean,
  reader: Reader,
  output: Output,
): string[] {
  return commits.flatMap((commit) => [
    ...wrapped(commitLine(commit, reader, compacted), 4, output.columns),
    ...(isFull ? [...differenceLines(commit.changes.flatMap(memberDifferences), output.paint), ""] : []),
  ]);
}

const places: Readonly<Partial<Record<CommittedChange["kind"], string>>> = {
  override: "overrides",
  proposal: "proposals",
  read_key: "keys",
  token: "tokens",
  grant: "members",
};

/** Values as in the manifest; of a created or deleted resource, only the values it had. */
function memberDifferences(change: CommittedChange): Difference[] {
  const { kind, id, before, after } = change;
  const place = places[kind];
  if (place === undefined) return manifestDifferences(change);
  const path = joinPath(place, id);
  // `proposal show` prints the proposed changes.
  if (kind === "proposal") return [{ path, before: before?.state, after: after?.state }];
  if (kind === "grant") return [{ path, before: before?.role, after: after?.role }];
  return differences(before ?? {}, after ?? {})
    .filter((one) => (before && after) || ((one.before ?? one.after) !== null && one.path !== "id"))
    .map((one) => ({ ...one, path: prefixPath(path, one.path) }));
}
