import { namesOf, type Reader } from "../describe/reader.ts";
import type { PlatformImpact } from "../impact/policy-impact.ts";
import type { PlatformTraffic } from "../impact/traffic.ts";
import { findProject, type ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { phoneLanguageWarnings } from "../texts/phone-language.ts";
import { newPlaceholderProblems } from "../texts/placeholder-values.ts";
import { newTextProblems, projectTexts } from "../texts/project-texts.ts";
import { onlyNew, type Problem } from "../values/errors.ts";
import { joinPath } from "../values/fields.ts";
import { runSteps, type Steps } from "../values/steps.ts";
import { allPlatforms } from "../versions/platform.ts";
import { downgradeWarnings, linkWarnings, policyWarnings } from "../versions/policy-warning.ts";
import { pastWindows, withoutPastWindows } from "../windows/past-window.ts";
import { continued, windowEdits } from "../windows/window-change.ts";
import { longGuards, pastEndGuards } from "../windows/window-guards.ts";
import { coverageWarnings, inWindowOrder, otherCoverageWarnings, scheduleWarnings } from "../windows/window-warnings.ts";
import type { Guard } from "../wire/guard.ts";
import type { Difference } from "../wire/problem.ts";
import type { Warning } from "../wire/warning.ts";
import { differences, inPrintedOrder } from "./document-diff.ts";
import { type AnyEdit, applyEffectiveEdits, effectiveEditSteps, expandProjectDeletion, writtenEdit } from "./edit.ts";
import { findGuards } from "./guard.ts";
import { type Manifest, manifestDocument, noteUnknown } from "./manifest.ts";
import { proposalsOverLimit } from "./proposal.ts";
import { fourEyesGuards, needsReason, printProtection, readProtection } from "./protection.ts";

export interface Plan {
  readonly changes: readonly Edit[];
  readonly differences: readonly Difference[];
  readonly warnings: readonly Warning[];
  /** Problems that cannot be overridden. */
  readonly problems: readonly Problem[];
  readonly guards: readonly Guard[];
  /** Its times are in UTC; it has names before and after. */
  readonly reader: Reader;
  readonly needsReason: boolean;
  /** Empty, like `traffic`, until `withImpact` adds it. */
  readonly impact: readonly PlatformImpact[];
  readonly traffic: ReadonlyMap<string, PlatformTraffic>;
}

export function plan(state: ProjectState, edits: readonly Edit[], now: number): Plan {
  return runSteps(planSteps(state, edits, now));
}

/** Thousands of edits take seconds, which the caller can spread over turns. */
export function* planSteps(state: ProjectState, edits: readonly Edit[], now: number): Steps<Plan> {
  const wanted = yield* effectiveEditSteps(state, continued(state, expandProjectDeletion(state, edits), now));
  const windows = yield* windowEdits(state, wanted, now);
  // An edit's statement about an override precedes preserving it. A window keeps its rule with its instant.
  const rules = windows.edits.filter(({ kind }) => kind === "window");
  const kept = windows.edits.filter(({ kind }) => kind !== "window");
  const said = [...kept, ...wanted, ...rules];
  const asked = windows.edits.length === 0 ? wanted : yield* effectiveEditSteps(state, said);
  yield;
  const then = applyEffectiveEdits(state, asked);
  yield;
  const past = yield* pastWindows(state, then, wanted, now);
  const closed = wanted.some(({ kind }) => kind === "proposal") ? proposalsOverLimit(then) : [];
  const isAll = past.leftOut.size === 0 && closed.length === 0;
  const changes = isAll ? asked : yield* effectiveEditSteps(state, [...withoutPastWindows(said, past), ...closed]);
  const after = isAll ? then : applyEffectiveEdits(state, changes);
  yield;
  const idsOf = (edited: Edit["kind"]) => changes.filter(({ kind }) => kind === edited).map(({ id }) => id);
  const edited = { windows: idsOf("window"), instances: idsOf("instance") };
  return {
    changes,
    differences: yield* changedDocument(state, after),
    warnings: [...windows.warnings, ...past.warnings, ...(yield* newWarnings(state, after, edited, now))],
    problems: [
      ...(yield* nameProblems(state, after, changes)),
      ...newTextProblems(state, changes),
      ...(yield* newPlaceholderProblems(state, after)),
    ],
    guards: [
      ...findGuards(state, after),
      ...(yield* longGuards(state, after, wanted, now)),
      ...(yield* pastEndGuards(state, after, wanted, now)),
      ...windows.guards,
      ...(yield* fourEyesGuards(state, edits, wanted, now)),
    ],
    reader: { zone: "UTC", now, names: namesOf(after, {}, state) },
    needsReason: needsReason(state, wanted, now),
    impact: [],
    traffic: new Map(),
  };
}

function* nameProblems(before: ProjectState, after: ProjectState, changes: readonly Edit[]): Steps<Problem[]> {
  const problems: Problem[] = [];
  if (!findProject(after)) return problems;
  const platforms = allPlatforms(after.platform.keys());
  for (const edit of changes) {
    if (edit.kind !== "window" && edit.kind !== "read_key") continue;
    yield;
    const path = edit.kind === "window" ? `windows.${edit.id}` : "";
    const was = before[edit.kind].get(edit.id)?.value;
    const isPlatform = (name: string) => platforms.has(name) || was?.platforms?.includes(name);
    const isInstance = (name: string) => after.instance.has(name) || was?.instances?.includes(name);
    noteUnknown(edit.value?.platforms ?? null, isPlatform, joinPath(path, "platforms"), "platform", problems);
    noteUnknown(edit.value?.instances ?? null, isInstance, joinPath(path, "instances"), "instance", problems);
  }
  return problems;
}

interface EditedIds {
  readonly windows: readonly string[];
  readonly instances: readonly string[];
}

function* newWarnings(before: ProjectState, after: ProjectState, edited: EditedIds, now: number): Steps<Warning[]> {
  const reached = changedWindows(before, after);
  yield;
  const [coverageBefore, coverageAfter] = [
    yield* coverageWarnings(before, reached, now),
    yield* coverageWarnings(after, reached, now),
  ];
  const [was, is] = [yield* ruleWarnings(before, edited, now), yield* ruleWarnings(after, edited, now)];
  const others = yield* otherCoverageWarnings(before, after, new Set(reached), now);
  const found = onlyNew([...coverageBefore, ...was], [...inWindowOrder([...coverageAfter, ...others.found]), ...is]);
  const downgrades = yield* downgradeWarnings(before, after);
  return [...new Map([...found, ...others.more, ...downgrades].map((problem) => [JSON.stringify(problem), problem])).values()];
}

function* ruleWarnings(state: ProjectState, edited: EditedIds, now: number): Steps<Warning[]> {
  return [
    ...(yield* scheduleWarnings(state, edited.windows, now)),
    ...policyWarnings(state, now),
    ...linkWarnings(state),
    ...languageWarnings(state),
    ...phoneLanguageWarnings(state, edited),
  ];
}

function changedWindows(before: ProjectState, after: ProjectState): string[] {
  const overrides = after.override.differingFrom(before.override).map((id) => id.slice(0, id.indexOf("/")));
  return [...new Set([...after.window.differingFrom(before.window), ...overrides])].sort();
}

function languageWarnings(after: ProjectState): Warning[] {
  const languages = findProject(after)?.languages ?? [];
  return projectTexts(after).flatMap(({ path, texts }) =>
    Object.keys(texts)
      .filter((language) => !languages.includes(language))
      .map((language) => ({ code: "unlisted_language", path: `${path}.${language}`, language })),
  );
}

/** Without the impact on requests, which would make every review stale. */
export function* reviewedFormSteps(before: ProjectState, plan: Plan, now: number): Steps<object> {
  const changes: (AnyEdit & { readonly held: number | null })[] = [];
  for (const edit of plan.changes) {
    const held = before[edit.kind].get(edit.id)?.revision ?? null;
    changes.push({ ...writtenEdit(withoutClock(edit, now)), held });
    yield;
  }
  const inOrder = changes.sort((a, b) => (`${a.kind} ${a.id}` < `${b.kind} ${b.id}` ? -1 : 1));
  const { warnings, problems } = plan;
  const guards = plan.guards.filter(({ code }) => code !== "locks_out");
  return { project: before.id, changes: inOrder, warnings, problems, guards };
}

function withoutClock(edit: Edit, now: number): AnyEdit {
  if (edit.kind !== "window" || edit.value?.since !== now) return edit;
  return { ...edit, value: { ...edit.value, since: "the change" } };
}

type Document = Readonly<Record<string, unknown>>;

export function* changedDocument(before: ProjectState, after: ProjectState): Steps<Difference[]> {
  const present: Difference[] = [];
  const added: Difference[] = [];
  for (const [was, is] of changedParts(before, after)) {
    for (const difference of differences(was, is)) (difference.before === undefined ? added : present).push(difference);
    yield;
  }
  return [...present, ...added];
}

const listed = ["platform", "instance", "window"] as const;

function* changedParts(before: ProjectState, after: ProjectState): Generator<readonly [Document, Document], undefined> {
  const sides = [before, after] as const;
  yield both(sides, (state) => partOf(state, {}));
  for (const kind of listed) {
    const isWhole = !findProject(before) !== !findProject(after);
    const ids = isWhole ? [...before[kind].keys(), ...after[kind].keys()] : after[kind].differingFrom(before[kind] as never);
    for (const id of inPrintedOrder(ids)) {
      yield both(sides, (state) => {
        const held = state[kind].get(id);
        const key = `${kind}s` as const;
        const { [key]: own } = held ? partOf(state, { [key]: { [id]: held.value } }) : {};
        return own === undefined ? {} : { [key]: own };
      });
    }
  }
  yield both(sides, (state) =>
    findProject(state) && state.protection.size > 0 ? { protection: printProtection(readProtection(state)) } : {},
  );
}

function both([before, after]: readonly [ProjectState, ProjectState], print: (state: ProjectState) => Document) {
  return [print(before), print(after)] as const;
}

function partOf(state: ProjectState, part: Partial<Manifest>): Record<string, unknown> {
  const header = findProject(state);
  if (!header) return {};
  const manifest = { project: state.id, header, platforms: {}, instances: {}, windows: {}, ...part };
  const { apiVersion: _, project: __, ...document } = manifestDocument(manifest);
  return document;
}
