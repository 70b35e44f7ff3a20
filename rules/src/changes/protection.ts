import type { Override } from "../occurrence/occurrence.ts";
import { type ProjectState, soleId } from "../project/project-state.ts";
import type { Edit, Protection } from "../project/resource.ts";
import { canonicalText } from "../values/canonical.ts";
import { MINUTE } from "../values/duration.ts";
import type { Steps } from "../values/steps.ts";
import { wallToInstant } from "../values/wall-time.ts";
import type { MaintenanceWindow } from "../windows/maintenance-window.ts";
import type { Guard } from "../wire/guard.ts";
import { editPath, writtenEdit } from "./edit.ts";
import { rebaseSteps } from "./proposal-rebase.ts";

export const noProtection: Protection = { fourEyes: false, reasonRequired: false };

export function readProtection(state: ProjectState): Protection {
  return state.protection.get(soleId)?.value ?? noProtection;
}

export function printProtection({ fourEyes, reasonRequired }: Protection): Record<string, unknown> {
  return { four_eyes: fourEyes, reason_required: reasonRequired };
}

/** @param sent requested edits @param wanted those with an effect */
export function* fourEyesGuards(
  state: ProjectState,
  sent: readonly Edit[],
  wanted: readonly Edit[],
  now: number,
): Steps<readonly Guard[]> {
  if (!readProtection(state).fourEyes || (yield* isApproved(state, sent))) return [];
  const edits = wanted.filter((edit) => isConfiguration(state, edit, now));
  return edits[0] ? [{ code: "four_eyes", path: editPath(edits[0]), changes: edits.length }] : [];
}

/** Every edit requires one; starting, extending and ending maintenance never does. */
export function needsReason(state: ProjectState, wanted: readonly Edit[], now: number): boolean {
  const isEdit = (edit: Edit) => edit.kind === "grant" || edit.kind === "manifest" || isConfiguration(state, edit, now);
  return readProtection(state).reasonRequired && wanted.some(isEdit);
}

/** The end of an approved proposal can hold the approval. */
function* isApproved(state: ProjectState, sent: readonly Edit[]): Steps<boolean> {
  const end = sent.find((edit) => edit.kind === "proposal" && edit.value?.state === "published");
  const proposal = end && state.proposal.get(end.id)?.value;
  if (end?.kind !== "proposal" || !proposal || end.value?.approval?.hash !== proposal.hash) return false;
  const { edits, outOfDate } = yield* rebaseSteps(state, proposal);
  const rest = sent.filter((edit) => edit !== end);
  return outOfDate.length === 0 && rest.length === edits.length && rest.every((edit, index) => isSame(edit, edits[index]));
}

function isSame(edit: Edit, other: Edit | undefined): boolean {
  return edit === other || (other !== undefined && canonicalText(writtenEdit(edit)) === canonicalText(writtenEdit(other)));
}

function isConfiguration(state: ProjectState, edit: Edit, now: number): boolean {
  switch (edit.kind) {
    case "project":
    case "platform":
    case "instance":
    case "protection":
      return true;
    case "window":
      return !isByHand(state.window.get(edit.id)?.value, edit.value, now);
    case "override":
      return edit.value !== null && isMoved(state.override.get(edit.id)?.value, edit.value, now);
    default:
      return false;
  }
}

/** A window that is scheduled for later, or recurs, is planned maintenance. */
function isByHand(before: MaintenanceWindow | undefined, after: MaintenanceWindow | null, now: number): boolean {
  if (before && before.origin !== "hand") return false;
  if (after === null) return true;
  return after.origin === "hand" && after.repeat === null && wallToInstant(after.start, after.zone) <= now + MINUTE;
}

/** An early start sets the start to now: only a move sets one in the future, or an end before it. */
function isMoved(before: Override | undefined, after: Override, now: number): boolean {
  if (after.start === null || after.start <= now) return false;
  const isShorter = before !== undefined && before.end !== null && after.end !== null && after.end < before.end;
  return before?.start !== after.start || isShorter;
}
