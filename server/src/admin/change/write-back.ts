/** A change that writes old values again: an undo of one revision, or of all after one. */

import { findProject, type ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { ChangeAnswer, EditQuery } from "drawbridge-rules/wire/change.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import type { EditsForState } from "../../log/publisher.ts";
import type { Store } from "../../store/store.ts";
import { readProjectId } from "../request/addressed-project.ts";
import type { AdminAnswer, AdminRequest } from "../request/admin-route.ts";
import { idempotencyRecord, replayedAnswer } from "../request/idempotency.ts";
import { formatEtag } from "../request/precondition.ts";
import { type ChangeServices, change } from "./change-answer.ts";
import { printPlan } from "./plan-answer.ts";

export interface WriteBackServices extends ChangeServices {
  readonly store: Store;
}

type BackReview = Pick<ChangeAnswer, "warnings" | "left_alone">;

export interface WriteBack {
  readonly edits: EditsForState;
  /** In addition to the parts of every review. */
  readonly review: (before: ProjectState) => BackReview;
}

/** @throws as the publisher */
export async function writeBack(
  services: WriteBackServices,
  request: AdminRequest<EditQuery>,
  { edits, review }: WriteBack,
): Promise<AdminAnswer> {
  const { store } = services;
  const project = readProjectId(request);
  const isDry = request.query.dry_run === true;
  const { published, body, proposed } = await change(services, request, {
    project,
    resource: "project",
    mustExist: false,
    needsPrecondition: request.headers.has("if-match"),
    edits,
    ...(isDry ? {} : idempotencyRecord(request, (plan) => printPlan(plan, false))),
  });
  if (proposed) return { status: 202, body: { ...proposed, plan: withReview(proposed.plan, published.before, review) } };
  if (isDry) return { status: 200, body: withReview(body, published.before, review) };
  if (!published.replayed) return { status: 200, body };
  const replayed = await replayedAnswer(store, project, published.replayed);
  return { status: 200, body: { ...replayed, etag: formatEtag(published.head.epoch, replayed.revision) } };
}

function withReview(answer: ChangeAnswer, before: ProjectState, review: WriteBack["review"]): ChangeAnswer {
  const { warnings, ...more } = review(before);
  return { ...answer, ...more, warnings: [...answer.warnings, ...warnings, ...comesBackWarnings(before)] };
}

function comesBackWarnings(before: ProjectState): ProblemItem[] {
  if (findProject(before)) return [];
  const detail = "is restored without keys, tokens, members and protection: apps get 401 until a key is created or imported";
  return [{ path: "", detail }];
}
