/** A plan as an answer says it; with what apps would be told, for whoever is to look at it. */

import { afterEffective } from "drawbridge-rules/changes/edit.ts";
import type { Plan } from "drawbridge-rules/changes/plan.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Problem } from "drawbridge-rules/values/errors.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import { heldWindow, nextStandings } from "drawbridge-rules/windows/standing-occurrence.ts";
import type { ChangeAnswer, ToldInterruption as WireToldInterruption } from "drawbridge-rules/wire/change.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import { effectSteps } from "../../catalog/effect.ts";
import type { ToldInterruption } from "../../catalog/maintenance-effect.ts";
import { reviewHash } from "../../publisher.ts";
import { wireProblem } from "../problem.ts";
import { printListed } from "./maintenance-wire.ts";
import { etagOf } from "./precondition.ts";

export type PrintedPlan = Omit<ChangeAnswer, "revision" | "etag">;

export function printPlan(plan: Plan, dryRun: boolean): PrintedPlan {
  return {
    dry_run: dryRun,
    changed: plan.changes.length > 0,
    differences: plan.differences,
    warnings: plan.warnings.map(printProblem),
    problems: plan.problems.map(printProblem),
    refusals: plan.refusals.map(printProblem),
    reason_required: plan.needsReason,
  };
}

/** What a dry run says besides. @param now epoch ms, at which it was planned */
export function* printReview(
  before: ProjectState,
  plan: Plan,
  now: number,
): Steps<Pick<ChangeAnswer, "reviewed" | "effects" | "schedule">> {
  const after = afterEffective(before, plan.changes);
  const { versions, texts, maintenance, more } = yield* effectSteps(before, after, now);
  const told = maintenance.map((effect) => ({ ...effect, before: printTold(effect.before), after: printTold(effect.after) }));
  const schedule = scheduleOf(plan, after, now);
  return {
    reviewed: yield* reviewHash(before, plan, now),
    effects: { versions, texts, maintenance: told, more },
    ...(schedule.length === 0 ? {} : { schedule }),
  };
}

/** Who writes more windows at once looks at a calendar and not at a list. */
const mostWindows = 20;

/** What is in force and to come of the windows that are written, as they would be. */
function scheduleOf({ changes }: Plan, after: ProjectState, now: number): ListedOccurrence[] {
  const written = changes.filter(({ kind, value }) => kind === "window" && value !== null);
  return written.slice(0, mostWindows).flatMap(({ id }) => nextStandings(heldWindow(after, id), now, 6).map(printListed));
}

/** What is proposed, as a dry run of it would be answered. */
export function* printProposed(epoch: string, before: ProjectState, plan: Plan, now: number): Steps<ChangeAnswer> {
  return {
    revision: before.revision,
    etag: etagOf(epoch, before.revision),
    ...printPlan(plan, true),
    ...(yield* printReview(before, plan, now)),
  };
}

function printTold(told: ToldInterruption | null): WireToldInterruption | null {
  return told && { state: told.state, start: printInstant(told.start), end: printInstant(told.end) };
}

function printProblem(problem: Problem): ProblemItem {
  return wireProblem(problem) as unknown as ProblemItem;
}
