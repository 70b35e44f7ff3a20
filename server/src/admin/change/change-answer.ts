/** A change of a project's configuration: what every such request takes, checks and answers. */

import type { Drift } from "drawbridge-rules/changes/document-diff.ts";
import { isAtLeast } from "drawbridge-rules/people/role.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { ChangeAnswer, EditQuery } from "drawbridge-rules/wire/change.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import { runStepsYielding } from "../../base/yielding-work.ts";
import type { Published, Publisher } from "../../log/publisher.ts";
import type { Store } from "../../store/store.ts";
import type { NamingServices } from "../answer/actor-names.ts";
import type { AdminAnswer, AdminRequest } from "../request/admin-route.ts";
import { printPlan, printReview } from "./plan-answer.ts";
import { type ProposingServices, propose } from "./proposing.ts";
import {
  type Changed,
  checkedEdits,
  currentRevision,
  type Resource,
  type ResourceChange,
  versionAfter,
} from "./resource-change.ts";
import { withSince } from "./since.ts";

export interface ChangeServices extends NamingServices, ProposingServices {
  readonly store: Store;
  readonly publisher: Publisher;
}

/** Plans and, unless it is a dry run, commits or proposes. @throws what the publisher throws, stale, precondition_required */
export async function change(
  services: ChangeServices,
  request: AdminRequest<EditQuery>,
  wanted: ResourceChange,
): Promise<Changed> {
  const { publisher } = services;
  try {
    const isProposed = request.query.propose !== undefined && request.query.dry_run !== true;
    return isProposed ? await propose(services, request, wanted) : await publish(services, request, wanted);
  } catch (error) {
    if (!(error instanceof DrawbridgeError) || error.code !== "stale" || !wanted.needsPrecondition) throw error;
    throw await withSince(services, () => publisher.state(wanted.project), wanted.resource, request.headers, error);
  }
}

async function publish(services: ChangeServices, request: AdminRequest<EditQuery>, wanted: ResourceChange): Promise<Changed> {
  const { epoch } = await services.store.head();
  const { query, requester } = request;
  const dryRun = query.dry_run === true;
  let isNew = false;
  const published = await services.publisher.publish({
    project: wanted.project,
    actor: requester.actor,
    reason: query.reason ?? "",
    override: query.override ?? [],
    mayBreakGlass: isAtLeast(requester.roleIn(wanted.project), "owner"),
    dryRun,
    ...(query.reviewed === undefined ? {} : { reviewed: query.reviewed }),
    ...(wanted.allowed ? { allowed: wanted.allowed } : {}),
    ...(wanted.idempotency ? { idempotency: wanted.idempotency } : {}),
    edits: (state, now) => {
      isNew = currentRevision(state, wanted.resource) === null;
      return checkedEdits(wanted, { headers: request.headers, epoch, dryRun }, state, now);
    },
  });
  return { published, body: await answerOf(published, wanted.resource, dryRun), isNew, proposed: null };
}

/**
 * Answers a PUT, PATCH or DELETE: 201 if it created the resource, 202 if it is only proposed. @param prefix path of the whole body
 * in problems
 */
export function changeAnswer(changed: Changed, request: AdminRequest, drift?: readonly Drift[], prefix = ""): AdminAnswer {
  const { isNew, published, proposed } = changed;
  if (proposed) return { status: 202, body: { ...proposed, plan: pointed(proposed.plan, request, prefix) } };
  const body = pointed(changed.body, request, prefix);
  const isMade = isNew && published.isCommitted && body.etag !== null;
  return {
    status: isMade ? 201 : 200,
    body: { ...body, ...(drift ? { drift } : {}) },
    headers: { ...(body.etag === null ? {} : { etag: body.etag }), ...(isMade ? { location: request.path } : {}) },
  };
}

/** Adds to each problem its position in the body. */
function pointed(answer: ChangeAnswer, { body }: AdminRequest, prefix: string): ChangeAnswer {
  const point = (item: ProblemItem, guard?: string) => {
    const { path, parameter } = item;
    const pointer = parameter === undefined ? body?.text.pointerOf({ path, ...(guard ? { guard } : {}) }, prefix) : undefined;
    return pointer === undefined ? item : { ...item, pointer };
  };
  // Warnings, too, can refer to values outside the body.
  return {
    ...answer,
    warnings: answer.warnings.map((item) => point(item, "warning")),
    problems: answer.problems.map((item) => point(item)),
    refusals: answer.refusals.map((item) => point(item, item.guard)),
  };
}

async function answerOf(published: Published, resource: Resource, dryRun: boolean): Promise<ChangeAnswer> {
  const { plan, before, at } = published;
  return {
    ...versionAfter(published, resource),
    ...printPlan(plan, dryRun),
    ...(dryRun ? await runStepsYielding(printReview(before, plan, at)) : {}),
  };
}
