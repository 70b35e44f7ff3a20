import { historyKinds } from "../project/kind.ts";
import { prefixPath } from "../values/fields.ts";
import type { Commit, CommittedChange } from "../wire/history.ts";
import type { Difference } from "../wire/problem.ts";
import { describeDifferences, describeResource } from "./edit.ts";
import { describeOverride, describeStart } from "./occurrence-change.ts";
import { describeCredential, describeGrant, describeProposal, describeWebhook, textIn } from "./people-change.ts";
import { describeActor, type Reader } from "./reader.ts";
import { act, counted, type DescribedChanges, type DescribedEdit, mostDescribed } from "./sentence.ts";

/** `Ada raised the iOS minimum 2.4.0 → 25.0`, with times on the reader's clock, on the day of the commit. */
export function describeCommit(commit: Commit, reader: Reader): string {
  return `${describeActor(commit.actor, commit.actor_name)} ${describeAct(commit, reader)}`;
}

type Act = Pick<Commit, "at" | "changes" | "undone" | "restored">;

/** `undid “raised the iOS minimum 2.4.0 → 25.0”` */
export function describeAct({ at, changes, undone, restored }: Act, reader: Reader): string {
  // Its own changes the other way round: an undo reverses only changes that still have an effect.
  if (undone !== null) return `undid “${describeAct(reversed({ at, changes }), reader)}”`;
  if (restored !== null) return `restored to revision ${restored}`;
  const whole = changes.find(isWholeProject);
  if (whole) return describeProject(whole).did;
  return joined(describeChanges(changes, { ...reader, now: Date.parse(at) }));
}

/** The proposal that the commit published is no part of what it undoes. */
function reversed({ at, changes }: Pick<Commit, "at" | "changes">): Act {
  const turned = changes
    .filter(({ kind }) => kind !== "proposal")
    .map(({ before, after, differences, ...change }) => ({
      ...change,
      before: after,
      after: before,
      differences: differences.map(({ path, ...sides }) => ({
        path,
        ...("after" in sides ? { before: sides.after } : {}),
        ...("before" in sides ? { after: sides.before } : {}),
      })),
    }));
  return { at, changes: turned, undone: null, restored: null };
}

/** Leaves out changes that follow from another one. */
export function describeChanges(changes: readonly CommittedChange[], reader: Reader, most = mostDescribed): DescribedChanges {
  const byKind = Map.groupBy(changes, ({ kind }) => kind);
  const own = historyKinds.flatMap((kind) => byKind.get(kind) ?? []).filter((change) => !isConsequence(change, changes));
  const edits = own.slice(0, most).flatMap((change) => describeChange(change, changes, reader));
  return { edits, more: Math.max(0, own.length - most) };
}

function isWholeProject({ kind, before, after }: CommittedChange): boolean {
  return kind === "project" && (before === null || after === null);
}

function describeProject({ before, after }: CommittedChange): DescribedEdit {
  return act(`${after ? "created" : "deleted"} the project ${textIn(after ?? before, "name")}`);
}

function isConsequence({ kind, id, before, after }: CommittedChange, changes: readonly CommittedChange[]): boolean {
  if (kind === "override") {
    const window = textIn(after ?? before, "window");
    return changes.some((other) => other.id === window && other.kind === "window" && (isStart(other) || other.after === null));
  }
  if (kind === "read_key" || kind === "token")
    return before === null && changes.some((other) => other.after?.replaced_by === id && other.before?.replaced_by !== id);
  return kind === "proposal" && textIn(after, "state") === "published" && changes.some((other) => other.kind !== "proposal");
}

function describeChange(change: CommittedChange, changes: readonly CommittedChange[], reader: Reader): readonly DescribedEdit[] {
  if (isWholeProject(change)) return [describeProject(change)];
  switch (change.kind) {
    case "override":
      return [describeOverride(change, reader)];
    case "proposal":
      return [describeProposal(change)];
    case "grant":
      return [describeGrant(change, reader)];
    case "read_key":
    case "token":
      return describeCredential(change, reader);
    case "webhook":
      return describeWebhook(change);
    case "window":
      return isStart(change) ? [describeStart(change, changes, reader)] : describeResource(manifestDifferences(change), reader);
    case "project":
      return describeDifferences(manifestDifferences(change), reader);
    default:
      return describeResource(manifestDifferences(change), reader);
  }
}

function isStart({ kind, before, after }: CommittedChange): boolean {
  return kind === "window" && after?.origin === "hand" && after.start !== before?.start;
}

const roots: Readonly<Partial<Record<CommittedChange["kind"], string>>> = {
  platform: "platforms",
  instance: "instances",
  window: "windows",
  protection: "protection",
};

export function manifestDifferences({ kind, id, before, after, differences }: CommittedChange): Difference[] {
  const root = roots[kind] ?? "";
  const path = id === "" ? root : prefixPath(root, /^[\w-]+$/.test(id) ? id : JSON.stringify(id));
  const own = differences.filter(({ path }) => !(kind === "window" && path === "origin"));
  const isEmpty = own.length === 0 && (before === null || after === null);
  if (isEmpty) return [{ path, ...(before === null ? {} : { before: {} }), ...(after === null ? {} : { after: {} }) }];
  return own.map((difference) => ({ ...difference, path: prefixPath(path, difference.path) }));
}

const longestTitle = 90;

function joined({ edits, more }: DescribedChanges): string {
  const [first = "changed nothing that the history shows", ...others] = edits.map(({ did }) => did);
  const [second] = others;
  const rest = others.length + more;
  if (rest === 0) return first;
  if (rest === 1 && second !== undefined && first.length + second.length <= longestTitle) return `${first} and ${second}`;
  return `${first}, and ${counted(rest, "more change")}`;
}
