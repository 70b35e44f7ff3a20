import { kinds } from "drawbridge-rules/project/kind.ts";
import type { Commit, CommittedChange } from "drawbridge-rules/wire/history.ts";

export type OneWay = "project" | "maintenance" | "read_key" | "token" | "grant" | "protection" | "proposal";

interface UndoChoice {
  readonly isUndoable: boolean;
  /** False means there is no project at that point. */
  readonly isRestorable: boolean;
  readonly oneWay: readonly OneWay[];
}

/** @param project null means the installation, where nothing can be undone */
export function undoChoice({ changes }: Pick<Commit, "changes">, project: string | null): UndoChoice {
  const isCreation = changes.some(({ kind, before }) => kind === "project" && before === null);
  if (isCreation) return { isUndoable: false, isRestorable: project !== null, oneWay: ["project"] };
  // Deleting a project deletes everything in it, and undoing brings back its configuration; the review mentions its keys.
  const isDeletion = changes.some(({ kind, after }) => kind === "project" && after === null);
  const isUndoable = project !== null && changes.some(isConfiguration);
  const oneWay = isDeletion
    ? []
    : changes.filter((change) => !isConfiguration(change)).flatMap((change) => oneWayOf(change, isUndoable) ?? []);
  return { isUndoable, isRestorable: project !== null && !isDeletion, oneWay: [...new Set(oneWay)] };
}

function isConfiguration({ kind, before, after }: CommittedChange): boolean {
  const isByHand = kind === "window" && [before, after].some((value) => value?.origin === "hand");
  return kinds[kind].rollsBack && !isByHand;
}

function oneWayOf({ kind, after }: CommittedChange, isUndoable: boolean): OneWay | null {
  switch (kind) {
    case "window":
    case "override":
      return after === null ? null : "maintenance";
    case "read_key":
      // Moved to another project, or released, by an administrator: the reason says so.
      return after === null ? null : kind;
    case "proposal":
      // A published proposal is undone together with its changes.
      return isUndoable ? null : kind;
    case "token":
    case "grant":
    case "protection":
      return kind;
    default:
      return null;
  }
}
