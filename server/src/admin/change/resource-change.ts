import { applyEffectiveEdits } from "drawbridge-rules/changes/edit.ts";
import type { GuardCode } from "drawbridge-rules/changes/guard-code.ts";
import type { Kind } from "drawbridge-rules/project/kind.ts";
import { findProject, type ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { ProposedChange } from "drawbridge-rules/wire/proposal.ts";
import type { ChangeRequest, EditsForState, Idempotency, Published } from "../../log/publisher.ts";
import { projectNotFound } from "../request/permission.ts";
import { checkPrecondition, formatEtag } from "../request/precondition.ts";

export type Resource = "project" | { readonly kind: Kind; readonly id: string };

export interface ResourceChange {
  readonly project: string;
  readonly resource: Resource;
  readonly edits: EditsForState;
  /** Guards that the request passes in other words. */
  readonly allowed?: readonly GuardCode[];
  readonly mustExist: boolean;
  /** Verbs are planned again on conflict, and need none. */
  readonly needsPrecondition: boolean;
  readonly idempotency?: Idempotency;
  readonly reverts?: NonNullable<ChangeRequest["reverts"]>;
}

export function currentRevision(state: ProjectState, resource: Resource): number | null {
  if (!isThere(state)) return null;
  if (resource === "project") return state.revision;
  const held = state[resource.kind].get(resource.id)?.revision;
  // A project without a stored protection has the empty one.
  return held ?? (resource.kind === "protection" ? 0 : null);
}

/** The installation always is. */
function isThere(state: ProjectState): boolean {
  return state.id === "" || findProject(state) !== null;
}

/** @throws not_found, stale, precondition_required, and what `edits` throws */
export function* checkedEdits(
  { resource, mustExist, needsPrecondition, edits }: ResourceChange,
  { headers, epoch, dryRun }: { readonly headers: Headers; readonly epoch: string; readonly dryRun: boolean },
  state: ProjectState,
  now: number,
): Steps<readonly Edit[]> {
  if (resource !== "project" && !isThere(state)) throw projectNotFound();
  const held = currentRevision(state, resource);
  if (held === null && mustExist) throw new DrawbridgeError("not_found", "The resource does not exist.");
  if (needsPrecondition) checkPrecondition(headers, held === null ? null : formatEtag(epoch, held), dryRun);
  const wanted = edits(state, now);
  return "next" in wanted ? yield* wanted : wanted;
}

export function versionAfter(
  { plan, before, head, isCommitted }: Published,
  resource: Resource,
): Pick<ChangeAnswer, "revision" | "etag"> {
  // Only these changes decide whether the resource exists.
  const own = plan.changes.filter(
    ({ kind, id }) => kind === "project" || (resource !== "project" && kind === resource.kind && id === resource.id),
  );
  const after = currentRevision(isCommitted ? applyEffectiveEdits(before, own) : before, resource);
  // Resources changed by a plan have revision 0: they get the commit's.
  const isTouched = isCommitted && (resource === "project" || after === 0);
  return {
    revision: isCommitted ? head.revision : before.revision,
    etag: after === null ? null : formatEtag(head.epoch, isTouched ? head.revision : after),
  };
}

export interface Changed {
  readonly published: Published;
  readonly body: ChangeAnswer;
  readonly isNew: boolean;
  readonly proposed: ProposedChange | null;
}
