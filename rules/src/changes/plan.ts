/** What comes of some edits: the changes to commit, what people are to review, what to warn of and what stops it. Pure, and the same for every door. */

import { type ProjectState, projectOf } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { newTextProblems } from "../texts/new-text.ts";
import { phoneLanguageWarnings } from "../texts/phone-language.ts";
import { newPlaceholderProblems } from "../texts/placeholder-values.ts";
import { onlyNew, type Problem } from "../values/errors.ts";
import { below } from "../values/fields.ts";
import { finished, type Steps } from "../values/steps.ts";
import { everyProjectHas } from "../versions/platform.ts";
import { policyWarnings } from "../versions/policy-warning.ts";
import { coverageWarnings, inWindowOrder, otherCoverageWarnings } from "../windows/coverage-warning.ts";
import { longRefusals } from "../windows/long-maintenance.ts";
import { pastEndRefusals } from "../windows/past-end.ts";
import { pastWindows, withoutLeftOut } from "../windows/past-window.ts";
import { scheduleWarnings } from "../windows/schedule-warning.ts";
import { continued, windowEdits } from "../windows/window-change.ts";
import { changedDocument } from "./changed-document.ts";
import type { Difference } from "./document-diff.ts";
import { afterEffective, effectiveEditSteps, withEverything } from "./edit.ts";
import { fourEyesRefusals, needsReason } from "./four-eyes.ts";
import { refusalsOf } from "./guard.ts";
import { noteUnknown } from "./manifest.ts";
import { crowdedProposals } from "./proposal.ts";
import type { Refusal } from "./refusal.ts";

export interface Plan {
  /** Exactly what is to be written; empty where the edits change nothing. */
  readonly changes: readonly Edit[];
  readonly differences: readonly Difference[];
  readonly warnings: readonly Problem[];
  /** What the edits themselves have wrong; nothing passes these. */
  readonly problems: readonly Problem[];
  /** What guards have against it; each is passed by the guard's name. */
  readonly refusals: readonly Refusal[];
  /** Whether the project asks whoever makes such a change to say why. */
  readonly needsReason: boolean;
}

/** @param now epoch ms: what is in force is decided against it. */
export function plan(state: ProjectState, edits: readonly Edit[], now: number): Plan {
  return finished(planSteps(state, edits, now));
}

/** Costs what the edits can reach: thousands of edits take seconds, which the caller can spread over turns. */
export function* planSteps(state: ProjectState, edits: readonly Edit[], now: number): Steps<Plan> {
  const wanted = yield* effectiveEditSteps(state, continued(state, withEverything(state, edits), now));
  const windows = yield* windowEdits(state, wanted, now);
  // Overrides first; what an edit says of one itself counts more than what is kept. Of a window, its rule with its instant.
  const [rules, kept] = [windows.edits.filter(isOfWindow), windows.edits.filter((edit) => !isOfWindow(edit))];
  const said = [...kept, ...wanted, ...rules];
  const asked = windows.edits.length === 0 ? wanted : yield* effectiveEditSteps(state, said);
  yield;
  const then = afterEffective(state, asked);
  yield;
  const past = yield* pastWindows(state, then, wanted, now);
  const closed = wanted.some(({ kind }) => kind === "proposal") ? crowdedProposals(then) : [];
  const isAll = past.leftOut.size === 0 && closed.length === 0;
  const changes = isAll ? asked : yield* effectiveEditSteps(state, [...withoutLeftOut(said, past), ...closed]);
  const after = isAll ? then : afterEffective(state, changes);
  yield;
  const edited = changes.filter(isOfWindow).map(({ id }) => id);
  return {
    changes,
    differences: yield* changedDocument(state, after),
    warnings: [...windows.warnings, ...past.warnings, ...(yield* newWarnings(state, after, edited, now))],
    problems: [
      ...(yield* nameProblems(state, after, changes)),
      ...newTextProblems(state, changes),
      ...(yield* newPlaceholderProblems(state, after)),
    ],
    refusals: [
      ...refusalsOf(state, after),
      ...(yield* longRefusals(state, after, wanted, now)),
      ...(yield* pastEndRefusals(state, after, wanted, now)),
      ...windows.refusals,
      ...fourEyesRefusals(state, edits, wanted, now),
    ],
    needsReason: needsReason(state, wanted, now),
  };
}

/**
 * Names that the edited windows and keys did not have before. One that loses what it names is a guard's affair, and can
 * still be edited afterwards: a key can be revoked.
 */
function* nameProblems(before: ProjectState, after: ProjectState, changes: readonly Edit[]): Steps<Problem[]> {
  const problems: Problem[] = [];
  if (!projectOf(after)) return problems;
  const platforms = new Set([...everyProjectHas, ...after.platform.keys()]);
  for (const edit of changes) {
    if (edit.kind !== "window" && edit.kind !== "read_key") continue;
    yield;
    const path = edit.kind === "window" ? `windows.${edit.id}` : "";
    const was = before[edit.kind].get(edit.id)?.value;
    const isPlatform = (name: string) => platforms.has(name) || was?.platforms?.includes(name);
    const isInstance = (name: string) => after.instance.has(name) || was?.instances?.includes(name);
    noteUnknown(edit.value?.platforms ?? null, isPlatform, below(path, "platforms"), "platform", problems);
    noteUnknown(edit.value?.instances ?? null, isInstance, below(path, "instances"), "instance", problems);
  }
  return problems;
}

function isOfWindow({ kind }: Edit): boolean {
  return kind === "window";
}

/** @param edited ids of the windows of which everything is said; of the others only what another change can bring about */
function* newWarnings(before: ProjectState, after: ProjectState, edited: readonly string[], now: number): Steps<Problem[]> {
  const reached = changedWindows(before, after);
  yield;
  const [coverageBefore, coverageAfter] = [
    yield* coverageWarnings(before, reached, now),
    yield* coverageWarnings(after, reached, now),
  ];
  const [was, is] = [yield* ruleWarnings(before, edited, now), yield* ruleWarnings(after, edited, now)];
  const others = yield* otherCoverageWarnings(before, after, new Set(reached), now);
  const found = onlyNew([...coverageBefore, ...was], [...inWindowOrder([...coverageAfter, ...others.found]), ...is]);
  return [...new Map([...found, ...others.more].map((problem) => [JSON.stringify(problem), problem])).values()];
}

function* ruleWarnings(state: ProjectState, edited: readonly string[], now: number): Steps<Problem[]> {
  return [
    ...(yield* scheduleWarnings(state, edited, now)),
    ...(yield* policyWarnings(state)),
    ...languageWarnings(state),
    ...phoneLanguageWarnings(state, edited),
  ];
}

/** Sorted ids. */
function changedWindows(before: ProjectState, after: ProjectState): string[] {
  const overrides = after.override.differingFrom(before.override).map((id) => id.slice(0, id.indexOf("/")));
  return [...new Set([...after.window.differingFrom(before.window), ...overrides])].sort();
}

function languageWarnings(after: ProjectState): Problem[] {
  const project = projectOf(after);
  if (!project) return [];
  return Object.entries(project.messages).flatMap(([kind, texts]) =>
    Object.keys(texts ?? {})
      .filter((language) => !project.languages.includes(language))
      .map((language) => ({ path: `messages.${kind}.${language}`, message: "is not one of the project's languages" })),
  );
}
