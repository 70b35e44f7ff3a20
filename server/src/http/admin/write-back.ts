/** A change that writes old values again: a rollback, or the undo of one revision. */

import { type ProjectState, projectOf } from "drawbridge-rules/project/project-state.ts";
import type { ChangeAnswer, EditQuery } from "drawbridge-rules/wire/change.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import type { WantedEdits } from "../../publisher.ts";
import type { Store } from "../../store/store.ts";
import { projectIn } from "./addressed-project.ts";
import type { AdminAnswer, AdminRequest } from "./admin-route.ts";
import { type ChangeServices, change } from "./change-answer.ts";
import { idempotencyOf, replayedAnswer } from "./idempotency.ts";
import { printPlan } from "./plan-answer.ts";
import { etagOf } from "./precondition.ts";

export interface WriteBackServices extends ChangeServices {
  readonly store: Store;
}

export type BackReview = Pick<ChangeAnswer, "warnings" | "left_alone">;

export interface WriteBack {
  readonly edits: WantedEdits;
  /** Besides what every review says. */
  readonly review: (before: ProjectState) => BackReview;
}

/** @throws as the publisher */
export async function writeBack(
  workings: WriteBackServices,
  request: AdminRequest<EditQuery>,
  { edits, review }: WriteBack,
): Promise<AdminAnswer> {
  const { store } = workings;
  const project = projectIn(request);
  const isDry = request.query.dry_run === true;
  const { published, body, proposed } = await change(workings, request, {
    project,
    resource: "project",
    mustExist: false,
    needsPrecondition: request.headers.has("if-match"),
    edits,
    ...(isDry ? {} : idempotencyOf(request, (plan) => printPlan(plan, false))),
  });
  if (proposed) return { status: 202, body: { ...proposed, plan: withReview(proposed.plan, published.before, review) } };
  if (isDry) return { status: 200, body: withReview(body, published.before, review) };
  if (!published.replayed) return { status: 200, body };
  const replayed = await replayedAnswer(store, project, published.replayed);
  return { status: 200, body: { ...replayed, etag: etagOf(published.head.epoch, replayed.revision) } };
}

function withReview(answer: ChangeAnswer, before: ProjectState, review: WriteBack["review"]): ChangeAnswer {
  const { warnings, ...more } = review(before);
  return { ...answer, ...more, warnings: [...answer.warnings, ...warnings, ...comesBackWarnings(before)] };
}

function comesBackWarnings(before: ProjectState): ProblemItem[] {
  if (projectOf(before)) return [];
  const detail = "comes back without keys, tokens, members and protection: no app is answered until a key is made or imported";
  return [{ path: "", detail }];
}
