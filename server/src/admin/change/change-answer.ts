import { changedDocument } from "drawbridge-rules/changes/plan.ts";
import { isAtLeast } from "drawbridge-rules/people/role.ts";
import { mapByKind, type ProjectState } from "drawbridge-rules/project/project-state.ts";
import { ResourceMap } from "drawbridge-rules/project/resource-map.ts";
import { readProjectState } from "drawbridge-rules/project/stored-value.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { ChangeAnswer, Drift, EditQuery } from "drawbridge-rules/wire/change.ts";
import type * as wire from "drawbridge-rules/wire/problem.ts";
import type { Difference } from "drawbridge-rules/wire/problem.ts";
import { runStepsYielding } from "../../base/yielding-work.ts";
import type { Published } from "../../log/publisher.ts";
import type { Store } from "../../store/store.ts";
import type { AdminServices } from "../admin-services.ts";
import { actorNames, printMark } from "../answer/marks-wire.ts";
import type { AdminAnswer, AdminRequest } from "../request/admin-route.ts";
import { formatEtag } from "../request/precondition.ts";
import { planNames, printPlan, printReview } from "./plan-answer.ts";
import { checkProposeQuery, propose } from "./proposing.ts";
import {
  type Changed,
  checkedEdits,
  currentRevision,
  type Resource,
  type ResourceChange,
  versionAfter,
} from "./resource-change.ts";

/** @throws what the publisher throws, stale, precondition_required */
export async function change(
  services: AdminServices,
  request: AdminRequest<EditQuery>,
  wanted: ResourceChange,
): Promise<Changed> {
  checkProposeQuery(request.query);
  try {
    const isProposed = request.query.propose !== undefined && request.query.dry_run !== true;
    return isProposed ? await propose(services, request, wanted) : await publish(services, request, wanted);
  } catch (error) {
    if (!(error instanceof DrawbridgeError) || error.code !== "stale" || !wanted.needsPrecondition) throw error;
    throw await withSince(services, wanted, request.headers, error);
  }
}

async function publish(services: AdminServices, request: AdminRequest<EditQuery>, wanted: ResourceChange): Promise<Changed> {
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
    ...(wanted.reverts ? { reverts: wanted.reverts } : {}),
    ...(wanted.idempotency ? { idempotency: wanted.idempotency } : {}),
    edits: (state, now) => {
      isNew = currentRevision(state, wanted.resource) === null;
      return checkedEdits(wanted, { headers: request.headers, epoch, dryRun }, state, now);
    },
  });
  return { published, body: await answerOf(published, wanted.resource, dryRun), isNew, proposed: null };
}

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

/** Guards and warnings can refer to values outside of the body. */
function pointed(answer: ChangeAnswer, { body }: AdminRequest, prefix: string): ChangeAnswer {
  const point = <Item extends { readonly path: string }>(item: Item, isInBody: boolean): Item => {
    const pointer = body?.text.pointerOf(item.path, isInBody, prefix);
    return pointer === undefined ? item : { ...item, pointer };
  };
  return {
    ...answer,
    warnings: answer.warnings.map((item) => point(item, false)),
    problems: answer.problems.map((item) => (item.parameter === undefined ? point(item, true) : item)),
    guards: answer.guards.map((item) => point(item, false)),
  };
}

async function answerOf(published: Published, resource: Resource, dryRun: boolean): Promise<ChangeAnswer> {
  const { plan, before, at } = published;
  return {
    ...versionAfter(published, resource),
    ...printPlan(plan, dryRun),
    ...(dryRun
      ? await runStepsYielding(printReview(before, plan, at))
      : { names: await runStepsYielding(planNames(before, plan)) }),
  };
}

/** Commits since the resource was read: the second of two writers can continue from there. */
const maxCommits = 20;

/** Adds the changes since then if the If-Match names an older revision of the same log. */
async function withSince(
  services: AdminServices,
  { project, resource }: ResourceChange,
  headers: Headers,
  refusal: DrawbridgeError,
): Promise<DrawbridgeError> {
  const { store, publisher } = services;
  const { epoch } = await store.head();
  const read = readRevision(headers.get("if-match") ?? "", epoch);
  const present = await publisher.state(project);
  const revision = currentRevision(present, resource);
  if (read === null || revision === null || read >= revision) return refusal;
  const narrowed = resource === "project" ? {} : resource;
  const commits = await store.history(present.id, { since: read, ...narrowed, limit: maxCommits });
  const nameOf = await actorNames(services, commits);
  const since: wire.Since = {
    revision,
    etag: formatEtag(epoch, revision),
    commits: commits.map((commit) => printMark(commit, nameOf)),
    ...(await differencesSince(store, present, resource, read)),
  };
  return new DrawbridgeError(refusal.code, refusal.message, refusal.problems, refusal, { since });
}

function readRevision(ifMatch: string, epoch: string): number | null {
  const tags = [...ifMatch.matchAll(/"([^".]+)\.(\d{1,15})"/g)].filter(([, of]) => of === epoch);
  return tags.length === 0 ? null : Math.max(...tags.map(([, , revision]) => Number(revision)));
}

async function differencesSince(
  store: Store,
  present: ProjectState,
  resource: Resource,
  since: number,
): Promise<{ readonly differences?: readonly Difference[] }> {
  try {
    const past = readProjectState(present.id, since, await store.rowsAt(present.id, since));
    const [before, after] = [only(past, resource, present), only(present, resource, present)];
    return { differences: await runStepsYielding(changedDocument(before, after)) };
  } catch (error) {
    if (error instanceof DrawbridgeError && error.code === "not_found") return {};
    throw error;
  }
}

/** Changes elsewhere are not the conflict. */
function only(state: ProjectState, resource: Resource, present: ProjectState): ProjectState {
  if (resource === "project") return state;
  const parts = mapByKind((kind) => {
    const held = kind === resource.kind ? state[kind].get(resource.id) : undefined;
    return kind === "project" ? present.project : ResourceMap.of(held ? [[resource.id, held]] : []);
  });
  return { ...state, ...parts };
}
