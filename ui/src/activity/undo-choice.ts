/** The parts of a revision that can be undone, and why the others cannot, by the server's table of kinds. */

import { isCancellation, isEarlyStart } from "drawbridge-rules/describe/occurrence-change.ts";
import { kinds } from "drawbridge-rules/project/kind.ts";
import type { Commit, CommittedChange } from "drawbridge-rules/wire/history.ts";

/** Reason that a change cannot be undone. */
export type NotUndoable =
  | "created_project"
  | "started"
  | "completed"
  | "canceled"
  | "moved"
  | "key"
  | "token"
  | "feed"
  | "role"
  | "protection"
  | "proposal";

/** The screen with the next best step. */
export const undoAlternatives: Readonly<Record<NotUndoable, NextBest>> = {
  created_project: onSettings("general"),
  started: { to: "/projects/$project/maintenance", search: {}, screen: "maintenance" },
  completed: { to: "/projects/$project/maintenance", search: {}, screen: "maintenance" },
  canceled: { to: "/projects/$project/maintenance", search: { create: true }, screen: "maintenance" },
  moved: { to: "/projects/$project/maintenance", search: {}, screen: "maintenance" },
  key: { to: "/projects/$project/connect", search: { tab: "keys" }, screen: "connect" },
  token: onSettings("tokens"),
  feed: onSettings("tokens"),
  role: onSettings("members"),
  protection: onSettings("approval"),
  proposal: { to: "/projects/$project/activity", search: { show: "approvals" }, screen: "activity" },
};

interface NextBest {
  readonly to: string;
  readonly search: Readonly<Record<string, unknown>>;
  readonly screen: "maintenance" | "connect" | "settings" | "activity";
}

function onSettings(tab: string): NextBest {
  return { to: "/projects/$project/settings", search: { tab }, screen: "settings" };
}

interface UndoChoice {
  readonly isUndoable: boolean;
  /** False: there is no project at that point. */
  readonly isRestorable: boolean;
  readonly oneWay: readonly NotUndoable[];
}

/** @param project null: the installation, where nothing can be undone */
export function undoChoice({ at, changes }: Pick<Commit, "at" | "changes">, project: string | null): UndoChoice {
  const isCreation = changes.some(({ kind, before }) => kind === "project" && before === null);
  if (isCreation) return { isUndoable: false, isRestorable: project !== null, oneWay: ["created_project"] };
  // Deleting a project deletes everything in it, and undoing brings back its configuration; the review mentions its keys.
  const isDeletion = changes.some(({ kind, after }) => kind === "project" && after === null);
  const isUndoable = project !== null && changes.some(isConfiguration);
  const oneWay = isDeletion ? [] : changes.flatMap((change) => oneWayOf(change, at, isUndoable) ?? []);
  return { isUndoable, isRestorable: project !== null && !isDeletion, oneWay: [...new Set(oneWay)] };
}

function isConfiguration({ kind, before, after }: CommittedChange): boolean {
  const isByHand = kind === "window" && [before, after].some((value) => value?.origin === "hand");
  return kinds[kind].rollsBack && !isByHand;
}

function oneWayOf(change: CommittedChange, at: string, isUndoable: boolean): NotUndoable | null {
  const { kind, before, after } = change;
  switch (kind) {
    case "window":
      return isConfiguration(change) || after === null ? null : "started";
    case "override":
      return overrideWay(change, at);
    case "read_key":
      // Moved to another project, or released, by an administrator: the reason says so.
      if (after === null) return null;
      return "key";
    case "token":
      return (after ?? before)?.kind === "calendar" ? "feed" : "token";
    case "grant":
      return "role";
    case "protection":
      return "protection";
    case "proposal":
      // A published proposal is undone together with its changes.
      return isUndoable ? null : "proposal";
    default:
      return null;
  }
}

function overrideWay(change: CommittedChange, at: string): NotUndoable | null {
  const { before, after } = change;
  if (after === null) return null;
  if (isCancellation(change)) return "canceled";
  if (after.completed === true && before?.completed !== true) return "completed";
  return isEarlyStart(change, Date.parse(at)) ? "started" : "moved";
}
