/**
 * The plan of an edit, computed from the whole project before and after: everything is printed, checked and subtracted. It costs
 * several times the project's size, matches `plan`, and is kept to compare plans with it.
 */

import { reviewDocument } from "drawbridge-rules/changes/changed-document.ts";
import { differences, sameValue } from "drawbridge-rules/changes/document-diff.ts";
import { applyEdits, effectiveEdits, expandProjectDeletion } from "drawbridge-rules/changes/edit.ts";
import { fourEyesRefusals, needsReason } from "drawbridge-rules/changes/four-eyes.ts";
import { buildManifest, noteUnknown } from "drawbridge-rules/changes/manifest.ts";
import type { Plan } from "drawbridge-rules/changes/plan.ts";
import { proposalsOverLimit } from "drawbridge-rules/changes/proposal.ts";
import type { Refusal } from "drawbridge-rules/changes/refusal.ts";
import { type Override, occurrencesAround, occurrencesBetween } from "drawbridge-rules/occurrence/occurrence.ts";
import { endAt } from "drawbridge-rules/occurrence/occurrence-state.ts";
import {
  type OccurrenceStatus,
  statusesAround,
  type WindowWithOverrides,
  windowsWithOverrides,
} from "drawbridge-rules/occurrence/window-occurrences.ts";
import { findProject, type ProjectState, type Revisioned } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { isEndless, isPlannedDate, plannedAfter, plannedBetween } from "drawbridge-rules/schedule/schedule.ts";
import { hasLanguage, type LocalizedText } from "drawbridge-rules/texts/language.ts";
import { phoneLanguageWarnings } from "drawbridge-rules/texts/phone-language.ts";
import { projectTexts } from "drawbridge-rules/texts/project-texts.ts";
import { parseDate } from "drawbridge-rules/values/calendar-date.ts";
import { printDuration } from "drawbridge-rules/values/duration.ts";
import type { Problem } from "drawbridge-rules/values/errors.ts";
import { joinPath } from "drawbridge-rules/values/fields.ts";
import { runSteps } from "drawbridge-rules/values/steps.ts";
import { compareTexts } from "drawbridge-rules/values/text-order.ts";
import { instantToWall, isAmbiguousTime, shiftsBetween } from "drawbridge-rules/values/wall-time.ts";
import { builtInPlatforms, forces, lacksUpdateLink } from "drawbridge-rules/versions/platform.ts";
import type { Platform } from "drawbridge-rules/versions/platform-schema.ts";
import { downgradeWarnings, policyWarnings } from "drawbridge-rules/versions/policy-warning.ts";
import { noLinks } from "drawbridge-rules/versions/store-link.ts";
import { blocksEveryVersion } from "drawbridge-rules/versions/version-policy.ts";
import { longRefusals } from "drawbridge-rules/windows/long-maintenance.ts";
import { coverageWarning } from "drawbridge-rules/windows/maintenance-warning.ts";
import type { MaintenanceWindow } from "drawbridge-rules/windows/maintenance-window.ts";
import { pastEndRefusals } from "drawbridge-rules/windows/past-end.ts";
import { isPast } from "drawbridge-rules/windows/past-window.ts";
import { LONGEST_LEAD } from "drawbridge-rules/windows/reminder-lead.ts";
import { continued, windowEdits } from "drawbridge-rules/windows/window-change.ts";
import { placeholderProblems } from "./finished-steps.ts";

const DAY = 24 * 60 * 60 * 1_000;
const YEAR = 366 * DAY;
const MAX_WINDOWS = 500;

/** @param now epoch ms: decides which maintenance is active. */
export function wholePlan(state: ProjectState, edits: readonly Edit[], now: number): Plan {
  const wanted = effectiveEdits(state, continued(state, expandProjectDeletion(state, edits), now));
  const windows = runSteps(windowEdits(state, wanted, now));
  // Kept overrides come first, so that an explicit edit of one wins; rules of windows come last, with their instant.
  const [rules, kept] = [windows.edits.filter(isOfWindow), windows.edits.filter((edit) => !isOfWindow(edit))];
  const asked = [...kept, ...wanted, ...rules];
  const past = pastWindows(state, applyEdits(state, asked), wanted, now);
  const closed = wanted.some(({ kind }) => kind === "proposal") ? proposalsOverLimit(applyEdits(state, asked)) : [];
  const changes = effectiveEdits(state, [...asked.filter((edit) => !past.isLeftOut(edit)), ...closed]);
  const after = applyEdits(state, changes);
  const instances = changes.filter(({ kind }) => kind === "instance").map(({ id }) => id);
  const edited = { windows: changes.filter(isOfWindow).map(({ id }) => id), instances };
  return {
    changes,
    differences: differences(reviewDocument(state), reviewDocument(after)),
    warnings: [
      ...windows.warnings,
      ...past.warnings,
      ...onlyNew(warningsOf(state, edited, now), warningsOf(after, edited, now)),
      ...runSteps(downgradeWarnings(state, after)),
    ],
    problems: [...nameProblems(state, after, changes), ...onlyNew(placeholdersIn(state), placeholdersIn(after))],
    refusals: [
      ...refusalsOf(state, after),
      ...runSteps(longRefusals(state, after, wanted, now)),
      ...runSteps(pastEndRefusals(state, after, wanted, now)),
      ...windows.refusals,
      ...fourEyesRefusals(state, edits, wanted, now),
    ],
    needsReason: needsReason(state, wanted, now),
    impact: [],
  };
}

/**
 * Names that the edited windows and keys did not have before. A guard handles the deletion of a named resource, and the window or
 * key can still be edited afterwards: a key can be revoked.
 */
function nameProblems(before: ProjectState, after: ProjectState, changes: readonly Edit[]): Problem[] {
  const problems: Problem[] = [];
  if (!findProject(after)) return problems;
  const platforms = new Set([...builtInPlatforms, ...after.platform.keys()]);
  for (const edit of changes) {
    if (edit.kind !== "window" && edit.kind !== "read_key") continue;
    const path = edit.kind === "window" ? `windows.${edit.id}` : "";
    const was = before[edit.kind].get(edit.id)?.value;
    const isPlatform = (name: string) => platforms.has(name) || was?.platforms?.includes(name);
    const isInstance = (name: string) => after.instance.has(name) || was?.instances?.includes(name);
    noteUnknown(edit.value?.platforms ?? null, isPlatform, joinPath(path, "platforms"), "platform", problems);
    noteUnknown(edit.value?.instances ?? null, isInstance, joinPath(path, "instances"), "instance", problems);
  }
  return problems;
}

/** Drops problems that existed before the change: if they were repeated every time, people would stop reading them. */
function onlyNew(before: readonly Problem[], after: readonly Problem[]): Problem[] {
  const stood = new Set(before.map((problem) => JSON.stringify(problem)));
  return after.filter((problem) => !stood.has(JSON.stringify(problem)));
}

function placeholdersIn(state: ProjectState): Problem[] {
  const manifest = buildManifest(state, false);
  return manifest ? placeholderProblems(manifest) : [];
}

function isOfWindow({ kind }: Edit): boolean {
  return kind === "window";
}

/** @param edited ids of resources that are checked fully; for others, only problems that another change can cause */
function warningsOf(state: ProjectState, edited: Parameters<typeof phoneLanguageWarnings>[1], now: number): Problem[] {
  const found = [
    ...coverageWarnings(state, now),
    ...scheduleWarnings(state, edited.windows, now),
    ...policyWarnings(state, now),
    ...languageWarnings(state),
    ...phoneLanguageWarnings(state, edited),
  ];
  return [...new Map(found.map((problem) => [JSON.stringify(problem), problem])).values()];
}

function coverageWarnings(state: ProjectState, now: number): Problem[] {
  return windowsWithOverrides(state).flatMap(({ id, window, overrides }) => {
    const warning = coverageWarning(state, id, window);
    return warning === null || isOver(id, window, overrides, now) ? [] : [warning];
  });
}

function isOver(id: string, window: MaintenanceWindow, overrides: readonly Override[], now: number): boolean {
  if (isEndless(window)) return false;
  // An upcoming occurrence without an override settles it for nearly every endless window; expanding them all costs ten times
  // that.
  const next = plannedAfter(window, now);
  if (next !== null && !overrides.some(({ occurrence }) => occurrence === next.wall)) return false;
  return occurrencesAround(id, window, overrides, now).every((occurrence) => endAt(occurrence, now) <= now);
}

function languageWarnings(after: ProjectState): Problem[] {
  const languages = findProject(after)?.languages ?? [];
  return projectTexts(after).flatMap(({ path, texts }) =>
    Object.keys(texts)
      .filter((language) => !languages.includes(language))
      .map((language) => ({ path: `${path}.${language}`, message: "is not one of the project's languages" })),
  );
}
/** Only problems that the change introduces: an older problem, overridden then, does not stop every later edit. */
function refusalsOf(before: ProjectState, after: ProjectState): Refusal[] {
  if (!findProject(after)) return keysInUse(before, after);
  return [
    ...linkRefusals(before, after),
    ...everyVersionRefusals(before, after),
    ...firstLanguageRefusals(before, after),
    ...inUseRefusals(before, after),
  ];
}

function linkRefusals(before: ProjectState, after: ProjectState): Refusal[] {
  const deadEnds = (state: ProjectState) =>
    [...state.platform].filter(([, held]) => isDeadEnd(state, held)).map(([name]) => name);
  const known = new Set(deadEnds(before));
  return deadEnds(after)
    .filter((name) => !known.has(name) || policyChanged(before, after, name))
    .map((name) => ({
      guard: "store_link",
      path: `platforms.${name}`,
      message: `forces an upgrade, but has no store link to open: set stores.${after.platform.get(name)?.value.store} (of the platform or the project), or store: none`,
    }));
}

function isDeadEnd(state: ProjectState, { value }: Revisioned<Platform>): boolean {
  return forces(value.policy) && lacksUpdateLink(value, findProject(state)?.stores ?? noLinks);
}

function everyVersionRefusals(before: ProjectState, after: ProjectState): Refusal[] {
  return [...after.platform]
    .filter(([name, { value }]) => policyChanged(before, after, name) && blocksEveryVersion(value.policy))
    .map(([name]) => ({
      guard: "every_version_blocked",
      path: `platforms.${name}.blocked`,
      message: "leaves no version that may run: users would have nothing to update to",
    }));
}

function policyChanged(before: ProjectState, after: ProjectState, platform: string): boolean {
  return !sameValue(before.platform.get(platform)?.value.policy, after.platform.get(platform)?.value.policy);
}

function inUseRefusals(before: ProjectState, after: ProjectState): Refusal[] {
  const platforms = removed(before.platform, after.platform).filter((name) => !builtInPlatforms.includes(name));
  return [
    ...stillNamed(removed(before.instance, after.instance), "instances", after),
    ...stillNamed(platforms, "platforms", after),
  ];
}

/** Deleting a project deletes everything in it, including keys: keys that apps still send are then unknown. */
function keysInUse(before: ProjectState, after: ProjectState): Refusal[] {
  if (!findProject(before)) return [];
  return [...before.read_key]
    .filter(([id, { value }]) => (after.read_key.get(id)?.value ?? value).revokedAt === null)
    .map(([id, { value }]) => ({
      guard: "in_use",
      path: `keys.${id}`,
      message: `"${value.name}" (…${value.last4}) is not revoked: apps that still send it would get 401`,
    }));
}

function stillNamed(gone: readonly string[], scope: "instances" | "platforms", after: ProjectState): Refusal[] {
  const users = new Map<string, string[]>(gone.map((name) => [name, []]));
  for (const [id, { value }] of after.window) for (const name of value[scope] ?? []) users.get(name)?.push(`window ${id}`);
  for (const [id, { value }] of after.read_key) {
    if (value.revokedAt !== null) continue;
    for (const name of value[scope] ?? []) users.get(name)?.push(`the scope of key ${id} ("${value.name}")`);
  }
  return [...users]
    .filter(([, by]) => by.length > 0)
    .map(([name, by]) => ({
      guard: "in_use",
      path: joinPath(scope, name),
      message: `cannot be deleted: it is used by ${by.join(", ")}`,
    }));
}

function removed<T>(before: ReadonlyMap<string, Revisioned<T>>, after: ReadonlyMap<string, Revisioned<T>>): string[] {
  return [...before.keys()].filter((id) => !after.has(id));
}
/** Only problems that the change introduces: a text that already lacked it stops no other edit. */
function firstLanguageRefusals(before: ProjectState, after: ProjectState): Refusal[] {
  const known = lackingFirst(before);
  return [...lackingFirst(after)]
    .filter(([path, { texts, first }]) => {
      const was = known.get(path);
      return was?.first !== first || !sameValue(was.texts, texts);
    })
    .map(([path, { first }]) => ({
      guard: "first_language",
      path,
      message: `has no text in ${first}, the project's first language: users whose language is missing see the text in another one`,
    }));
}

interface Lacking {
  readonly texts: LocalizedText;
  readonly first: string;
}

function lackingFirst(state: ProjectState): Map<string, Lacking> {
  const project = findProject(state);
  const first = project?.languages[0];
  const found = new Map<string, Lacking>();
  if (!project || first === undefined) return found;
  const note = (path: string, texts: LocalizedText | null) => {
    if (texts && !hasLanguage(Object.keys(texts), first)) found.set(path, { texts, first });
  };
  for (const { path, texts } of projectTexts(state)) note(path, texts);
  for (const [id, { value }] of state.window) note(joinPath(`windows.${id}`, "message"), value.message);
  return found;
}
/** @param ids the windows to check; missing ones are ignored */
function scheduleWarnings(state: ProjectState, ids: readonly string[], now: number): Problem[] {
  const windows = new Map(windowsWithOverrides(state).map((held) => [held.id, held]));
  const own = ids.slice(0, MAX_WINDOWS).flatMap((id) => {
    const held = windows.get(id);
    if (!held) return [];
    const { window } = held;
    return [...windowWarnings(state, held, now), ...shiftWarnings(id, window, now), ...exceptWarnings(id, window)];
  });
  return [...own, ...overlapWarnings(state, ids, now)];
}

/** Reported once, with the first date within a year: one date is enough to notice. */
function shiftWarnings(id: string, window: MaintenanceWindow, now: number): Problem[] {
  for (const { at } of shiftsBetween(window.zone, now, now + YEAR)) {
    for (const { wall, start } of plannedBetween(window, at - DAY, at + DAY)) {
      const text = start <= now ? null : shiftText(wall, start, window.zone);
      if (text !== null) return [{ path: `windows.${id}.start`, message: text }];
    }
  }
  return [];
}

function shiftText(wall: string, start: number, zone: string): string | null {
  const [date, time] = [wall.slice(0, 10), wall.slice(11)];
  const shown = instantToWall(start, zone);
  if (shown !== wall) {
    const moved = shown.slice(0, 10) === date ? shown.slice(11) : shown;
    return `on ${date}, ${time} does not exist in ${zone}: it starts at ${moved}`;
  }
  return isAmbiguousTime(wall, zone) ? `on ${date}, ${time} occurs twice in ${zone}: it starts at the first` : null;
}

function exceptWarnings(id: string, window: MaintenanceWindow): Problem[] {
  return window.except.flatMap((date, index) => {
    const day = parseDate(date);
    if (day === null || isPlannedDate(window, day)) return [];
    return [{ path: `windows.${id}.except.${index}`, message: `has no effect: no occurrence is planned on ${date}` }];
  });
}
/** Warnings of one window: it is past, covers only some instances, or is announced without a pause. */
function windowWarnings(state: ProjectState, held: WindowWithOverrides, now: number): Problem[] {
  const statuses = statusesAround(held, now);
  const isAlive = statuses.some(({ state: at }) => at === "active" || at === "scheduled");
  // An occurrence started by hand has taken place: it is over on purpose.
  if (!isAlive) return held.window.origin === "hand" ? [] : pastWarnings(held.id, statuses);
  const coverage = coverageWarning(state, held.id, held.window);
  return [...(coverage ? [coverage] : []), ...leadWarnings(state, held, statuses)];
}

function pastWarnings(id: string, statuses: readonly OccurrenceStatus[]): Problem[] {
  const isCancelled = statuses.some(({ state }) => state === "canceled");
  const message = isCancelled
    ? "has no upcoming occurrence: the remaining ones were canceled"
    : "has ended: it has no upcoming occurrence";
  return [{ path: `windows.${id}`, message }];
}

function leadWarnings(
  state: ProjectState,
  { id, window }: WindowWithOverrides,
  statuses: readonly OccurrenceStatus[],
): Problem[] {
  if (!window.repeat) return [];
  const lead = longestLead(state, window);
  const taking = statuses.filter(({ state: at }) => at !== "canceled").map(({ occurrence }) => occurrence);
  const gaps = taking.slice(1).map((next, index) => next.plannedStart - (taking[index]?.plannedEnd ?? next.plannedStart));
  const gap = Math.min(...gaps.filter((ms) => ms > 0));
  if (lead <= gap) return [];
  return [
    {
      path: `windows.${id}.reminder`,
      message: `is ${printDuration(lead)} before the start, but the window recurs ${printDuration(gap)} after its end: apps always show the reminder`,
    },
  ];
}

/** The window's lead time, or the longest among the instances that it covers. */
function longestLead(state: ProjectState, { reminder, instances }: MaintenanceWindow): number {
  const usual = findProject(state)?.reminder ?? 0;
  let longest = reminder ?? usual;
  if (reminder === null) {
    for (const id of instances ?? state.instance.keys()) {
      longest = Math.max(longest, state.instance.get(id)?.value.reminder ?? usual);
    }
  }
  return Math.min(longest, LONGEST_LEAD);
}

/** @param after the state with the change. @param before the state without it: windows missing there are left out */
function pastWindows(before: ProjectState, after: ProjectState, wanted: readonly Edit[], now: number) {
  const edited = new Set(wanted.filter(isOfWindow).map(({ id }) => id));
  const past = windowsWithOverrides(after)
    .filter((held) => edited.has(held.id) && isPast(held, now))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const leftOut = past.filter(({ id }) => !before.window.has(id)).map(({ id }) => id);
  return {
    isLeftOut: ({ kind, id, value }: Edit) =>
      value !== null &&
      leftOut.some((window) => (kind === "window" && id === window) || (kind === "override" && id.startsWith(`${window}/`))),
    warnings: past.map(({ id }) => ({
      path: `windows.${id}`,
      message: before.window.has(id)
        ? "ended 30 days ago or more: the daily cleanup deletes it, and history keeps it"
        : "is not created: it ended 30 days ago or more",
    })),
  };
}

interface Span {
  readonly window: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const LOOKED_AHEAD = 31 * 24 * 60 * 60 * 1_000;
/** Stops early in a project of thousands of windows: it costs 0.1 s by then. */
const MAX_SPANS = 10_000;

/**
 * Once for each pair of windows, with the first time within the next 31 days.
 * @param ids at least one of each pair is among them
 */
function overlapWarnings(state: ProjectState, ids: readonly string[], now: number): Problem[] {
  const edited = new Set(ids);
  const found = new Map<string, Problem>();
  const windows = new Map(windowsWithOverrides(state).map((held) => [held.id, held]));
  const spansOf = remembered((id) => spansIn(windows.get(id), now));
  let looked = 0;
  for (const windows of windowsByAsker(state, edited)) {
    const spans = windows.flatMap(spansOf).sort((a, b) => a.start - b.start);
    looked += spans.length;
    if (looked > MAX_SPANS) break;
    let open: Span | null = null;
    for (const span of spans) {
      if (open !== null && span.start < open.end) note(open, span, edited, found);
      if (open === null || span.end > open.end) open = span;
    }
  }
  return [...found.values()];
}

function note(first: Span, second: Span, edited: ReadonlySet<string>, found: Map<string, Problem>): void {
  if (first.window === second.window || !(edited.has(first.window) || edited.has(second.window))) return;
  const [about, other] = edited.has(second.window) ? [second, first] : [first, second];
  const pair = [about.window, other.window].sort().join(" ");
  if (found.has(pair)) return;
  const message = `${about.name} overlaps ${other.name}: apps that both cover see one interruption`;
  found.set(pair, { path: `windows.${about.window}`, message });
}

/** Groups the windows that cover everyone, and those of each instance and platform if an edited window is among them. */
function* windowsByAsker(state: ProjectState, edited: ReadonlySet<string>): Generator<readonly string[]> {
  const everybody: string[] = [];
  const byAsker = new Map<string, string[]>();
  // In the order of ids, as the plan's: of spans that start together, the first one counts.
  for (const [id, { value }] of [...state.window].sort(([a], [b]) => compareTexts(a, b))) {
    const askers = [...(value.instances ?? []).map((name) => `i${name}`), ...(value.platforms ?? []).map((name) => `p${name}`)];
    if (askers.length === 0) everybody.push(id);
    for (const asker of askers) {
      const own = byAsker.get(asker);
      if (own) own.push(id);
      else byAsker.set(asker, [id]);
    }
  }
  const isEdited = (id: string) => edited.has(id);
  const isOfAll = everybody.some(isEdited);
  if (isOfAll) yield everybody;
  for (const [, own] of [...byAsker].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (isOfAll || own.some(isEdited)) yield [...everybody, ...own];
}

function spansIn(held: WindowWithOverrides | undefined, now: number): Span[] {
  if (!held) return [];
  const { id, window, overrides } = held;
  const occurrences = occurrencesBetween(id, window, overrides, now, now + LOOKED_AHEAD, now);
  return occurrences.map(({ name, start, end }) => ({ window: id, name, start, end })).filter(({ end }) => end > now);
}

function remembered<T>(make: (id: string) => T): (id: string) => T {
  const made = new Map<string, T>();
  return (id) => {
    const known = made.get(id);
    if (known !== undefined) return known;
    const value = make(id);
    made.set(id, value);
    return value;
  };
}
