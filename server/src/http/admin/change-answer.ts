/** A change of a project's configuration: what every such request takes, checks and answers. */
import { z } from "@hono/zod-openapi";
import type * as wire from "../../../../client/src/wire.ts";
import type { Drift } from "../../domain/document-diff.ts";
import { afterEdits, type Edit } from "../../domain/edit.ts";
import { DrawbridgeError, type Problem } from "../../domain/errors.ts";
import { type Guard, guards } from "../../domain/guard.ts";
import type { Kind } from "../../domain/kind.ts";
import type { Plan } from "../../domain/plan.ts";
import { type ProjectState, projectOf } from "../../domain/project-state.ts";
import type { Idempotency, Published } from "../../publisher.ts";
import { wireProblem } from "../problem.ts";
import { noProject } from "./addressed-project.ts";
import type { AdminAnswer, AdminRequest, Workings } from "./admin-route.ts";
import { checkPrecondition, etagOf } from "./precondition.ts";
import { flag, reason } from "./wire-schema.ts";

export const changeQuery = {
  dry_run: flag.optional().openapi({ description: "Plans, and changes nothing" }),
  reason: reason.optional(),
  override: z
    .string()
    .optional()
    .openapi({
      description: `Guards to pass, separated by commas (${guards.join(", ")}); needs a reason`,
      example: "store_link",
    }),
};

export const changeQuerySchema = z.strictObject(changeQuery);

export type ChangeQuery = z.infer<typeof changeQuerySchema>;

/** What a request changes. `project` is the project as a whole: whatever is changed in it changes its tag. */
export type Resource = "project" | { readonly kind: Kind; readonly id: string };

export interface ResourceChange {
  readonly project: string;
  readonly resource: Resource;
  readonly edits: (state: ProjectState, now: number) => readonly Edit[];
  /** Guards that the request passes in other words. */
  readonly allowed?: readonly Guard[];
  /** Whether it takes what is there: then it is 404 where there is nothing. */
  readonly mustExist: boolean;
  /** Verbs are planned again on conflict, and need none. */
  readonly needsPrecondition: boolean;
  readonly idempotency?: Idempotency;
}

export interface Changed {
  readonly published: Published;
  readonly body: wire.ChangeAnswer;
  /** Whether the resource was not there before. */
  readonly isNew: boolean;
}

/** Plans and, unless it is a dry run, commits. @throws what the publisher throws, stale, precondition_required */
export async function change(workings: Workings, request: AdminRequest<ChangeQuery>, wanted: ResourceChange): Promise<Changed> {
  const { epoch } = await workings.store.head();
  const dryRun = request.query.dry_run === "true";
  let held: number | null = null;
  const published = await workings.publisher.publish({
    project: wanted.project,
    actor: request.requester.actor,
    reason: request.query.reason ?? "",
    override: namesIn(request.query.override),
    dryRun,
    ...(wanted.allowed ? { allowed: wanted.allowed } : {}),
    ...(wanted.idempotency ? { idempotency: wanted.idempotency } : {}),
    edits: (state, now) => {
      if (wanted.resource !== "project" && !projectOf(state)) throw noProject();
      held = revisionOf(state, wanted.resource);
      if (held === null && wanted.mustExist)
        throw new DrawbridgeError("not_found", "There is nothing at this address to change.");
      const present = held === null ? null : etagOf(epoch, held);
      if (wanted.needsPrecondition) checkPrecondition(request.headers, present, dryRun);
      return wanted.edits(state, now);
    },
  });
  return { published, body: answerOf(published, wanted.resource, dryRun), isNew: held === null };
}

/** Answers a PUT, PATCH or DELETE: 201 where it made the resource. */
export function changeAnswer({ body, isNew, published }: Changed, request: AdminRequest, drift?: readonly Drift[]): AdminAnswer {
  const isMade = isNew && published.isCommitted && body.etag !== null;
  return {
    status: isMade ? 201 : 200,
    body: { ...body, ...(drift ? { drift } : {}) },
    headers: { ...(body.etag === null ? {} : { etag: body.etag }), ...(isMade ? { location: request.path } : {}) },
  };
}

/** Null: it is not there. */
export function revisionOf(state: ProjectState, resource: Resource): number | null {
  if (resource === "project") return projectOf(state) ? state.revision : null;
  return projectOf(state) ? (state[resource.kind].get(resource.id)?.revision ?? null) : null;
}

function answerOf({ plan, before, head, isCommitted }: Published, resource: Resource, dryRun: boolean): wire.ChangeAnswer {
  // What `afterEdits` changed has revision 0: it has that of the commit.
  const after = isCommitted ? revisionOf(afterEdits(before, plan.changes), resource) : revisionOf(before, resource);
  const isTouched = isCommitted && (resource === "project" || after === 0);
  return {
    revision: isCommitted ? head.revision : before.revision,
    etag: after === null ? null : etagOf(head.epoch, isTouched ? head.revision : after),
    ...printPlan(plan, dryRun),
  };
}

export function printPlan(plan: Plan, dryRun: boolean): Omit<wire.ChangeAnswer, "revision" | "etag"> {
  return {
    dry_run: dryRun,
    changed: plan.changes.length > 0,
    differences: plan.differences,
    warnings: plan.warnings.map(printProblem),
    problems: plan.problems.map(printProblem),
    refusals: plan.refusals.map(printProblem),
  };
}

function printProblem(problem: Problem): wire.ProblemItem {
  return wireProblem(problem) as unknown as wire.ProblemItem;
}

/** `override=a,b`; an empty name is a name that no guard has. */
function namesIn(list: string | undefined): string[] {
  return list === undefined ? [] : [...new Set(list.split(",").map((name) => name.trim()))];
}
