import { type Names, namesOf } from "drawbridge-rules/describe/reader.ts";
import { allBetween, type Occurrence, type Override } from "drawbridge-rules/occurrence/occurrence.ts";
import { endAt, lastTransition } from "drawbridge-rules/occurrence/occurrence-state.ts";
import { findProject, type ProjectState, type Revisioned } from "drawbridge-rules/project/project-state.ts";
import { defaultMessages } from "drawbridge-rules/texts/default-messages.ts";
import { chooseLanguage } from "drawbridge-rules/texts/language.ts";
import { type Placeholder, parseTemplate, render } from "drawbridge-rules/texts/message.ts";
import { DAY } from "drawbridge-rules/values/duration.ts";
import { timeText } from "drawbridge-rules/values/time-text.ts";
import { policyAt } from "drawbridge-rules/versions/policy-step.ts";
import type { VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";
import type { MaintenanceWindow } from "drawbridge-rules/windows/maintenance-window.ts";
import { LRUCache } from "lru-cache";
import { boundedEntries } from "../../base/bounded-entries.ts";
import { mapYielding } from "../../base/yielding-work.ts";
import type { Store } from "../../store/store.ts";

export interface FeedEntry {
  /** `<window>/<planned local start>` */
  readonly name: string;
  readonly summary: string;
  /** Epoch ms, like all times here. */
  readonly start: number;
  readonly end: number;
  readonly isCanceled: boolean;
  /** Grows with every change by a person: the revision of the window or of its override. */
  readonly sequence: number;
  /** Includes a hold that moved the end, which is no revision. */
  readonly updated: number;
  readonly description: string;
}

export interface Feed {
  readonly project: string;
  readonly projectName: string;
  readonly instance: { readonly id: string; readonly name: string } | null;
  readonly entries: readonly FeedEntry[];
}

export const daysBack = 31;
export const daysAhead = 366;
/** Where thousands of windows fill the feed with these, the rest is cut off anyway. */
const firstLooks = [1, 31];
const maxEntries = 1_000;

/** Null if the project or the instance does not exist. @throws unavailable */
export async function buildFeed(
  state: ProjectState,
  instance: string | null,
  at: number,
  times: Pick<CommitTimes, "of">,
): Promise<Feed | null> {
  const project = findProject(state);
  if (!project || (instance !== null && !state.instance.has(instance))) return null;
  const shown = await shownAt(state, instance, at);
  const committed = await times.of(
    state.id,
    shown.map(({ sequence }) => sequence),
  );
  const names = namesOf(state);
  const entries = await mapYielding(shown, (one) => entryOf(state, names, instance, one, committed.get(one.sequence) ?? 0, at));
  return {
    project: state.id,
    projectName: project.name,
    instance: instance === null ? null : { id: instance, name: instanceName(state, instance) },
    entries: entries.sort((a, b) => a.start - b.start || (a.name < b.name ? -1 : 1)),
  };
}

interface Shown {
  readonly occurrence: Occurrence;
  readonly window: MaintenanceWindow;
  readonly end: number;
  readonly sequence: number;
}

interface FeedWindow {
  readonly id: string;
  readonly held: Revisioned<MaintenanceWindow>;
  readonly overrides: readonly Revisioned<Override>[];
}

async function shownAt(state: ProjectState, instance: string | null, at: number): Promise<Shown[]> {
  const overrides = Map.groupBy(state.override.values(), ({ value }) => value.window);
  const windows = [...state.window]
    .filter(([, { value }]) => covers(value, instance))
    .map(([id, held]) => ({ id, held, overrides: overrides.get(id) ?? [] }));
  for (const days of firstLooks) {
    // No rule has more than one a day.
    if (windows.length * days < maxEntries) continue;
    const next = await nearestBetween(windows, at, at + days * DAY, at);
    if (next.length === maxEntries && next.every(({ end }) => end > at)) return next;
  }
  return nearestBetween(windows, at - daysBack * DAY, at + daysAhead * DAY, at);
}

async function nearestBetween(windows: readonly FeedWindow[], from: number, until: number, at: number): Promise<Shown[]> {
  let found: Shown[] = [];
  await mapYielding(windows, (window) => {
    found.push(...shownOf(window, from, until, at));
    if (found.length > 4 * maxEntries) found = nearest(found, at);
  });
  return nearest(found, at);
}

/** A window on platforms covers no instance, so an instance's feed omits it. */
function covers({ instances, platforms }: MaintenanceWindow, instance: string | null): boolean {
  if (instance === null) return true;
  return instances ? instances.includes(instance) : platforms === null;
}

function shownOf(
  { id, held: { value: window, revision }, overrides: held }: FeedWindow,
  from: number,
  until: number,
  at: number,
): Shown[] {
  const overrides = held.map(({ value }) => value);
  const byName = new Map(held.map((one) => [`${id}/${one.value.occurrence}`, one]));
  return allBetween(id, window, overrides, from, until, at).map((occurrence) => {
    const override = byName.get(occurrence.name);
    const sequence = Math.max(revision, override?.revision ?? 0);
    return { occurrence, window, end: endAt(occurrence, at), sequence };
  });
}

/** Upcoming occurrences, earliest first; then past ones, latest first. */
function nearest(shown: readonly Shown[], at: number): Shown[] {
  const ordered = shown.toSorted((a, b) => {
    const isAOver = a.end <= at;
    if (isAOver !== b.end <= at) return isAOver ? 1 : -1;
    const apart = isAOver ? b.end - a.end : a.occurrence.start - b.occurrence.start;
    return apart || (a.occurrence.name < b.occurrence.name ? -1 : 1);
  });
  return ordered.slice(0, maxEntries);
}

function entryOf(
  state: ProjectState,
  names: Names,
  instance: string | null,
  shown: Shown,
  committed: number,
  at: number,
): FeedEntry {
  const { occurrence, end, sequence } = shown;
  const isHeld = occurrence.hold && at >= occurrence.end;
  return {
    name: occurrence.name,
    summary: names.window(occurrence.window),
    start: occurrence.start,
    end,
    isCanceled: occurrence.isCanceled,
    sequence,
    updated: isHeld ? Math.max(committed, lastTransition(occurrence, at)) : committed,
    description: feedDescription(state, instance, { ...occurrence, ...shown }),
  };
}

/** The log never changes, so each revision is looked up once. */
const remembered = 20_000;

export class CommitTimes {
  readonly #store: Pick<Store, "history">;
  readonly #times = new LRUCache<string, number>(boundedEntries(remembered));

  constructor(store: Pick<Store, "history">) {
    this.#store = store;
  }

  /** Each revision must have changed the project. @throws unavailable */
  async of(project: string, revisions: Iterable<number>): Promise<Map<number, number>> {
    const times = new Map<number, number>();
    for (const revision of new Set(revisions)) times.set(revision, await this.#timeOf(project, revision));
    return times;
  }

  async #timeOf(project: string, revision: number): Promise<number> {
    const name = `${project} ${revision}`;
    const known = this.#times.get(name);
    if (known !== undefined) return known;
    const [commit] = await this.#store.history(project, { before: revision + 1, limit: 1 });
    const at = commit?.at ?? 0;
    this.#times.set(name, at);
    return at;
  }
}

type Described = Omit<Occurrence, "window"> & Shown;

const maxNames = 20;

function feedDescription(state: ProjectState, instance: string | null, one: Described): string {
  const language = firstLanguage(state);
  const span = (start: number, end: number) => [start, end].map((time) => timeText(time, language, one.zone)).join(" – ");
  const isAsPlanned = one.start === one.plannedStart && one.end === one.plannedEnd;
  return [
    one.isCanceled ? "Canceled." : messageOf(state, instance, one),
    "",
    `Covers: ${coverageOf(state, instance, one.window)}`,
    `Time: ${span(one.start, one.end)}`,
    ...(isAsPlanned ? [] : [`Planned: ${span(one.plannedStart, one.plannedEnd)}`]),
  ].join("\n");
}

function instanceName(state: ProjectState, id: string): string {
  const name = state.instance.get(id)?.value.name ?? id;
  return typeof name === "string" ? name : (name[chooseLanguage(Object.keys(name), [], firstLanguage(state))] ?? id);
}

function firstLanguage(state: ProjectState): string {
  return findProject(state)?.languages[0] ?? "en";
}

function coverageOf(state: ProjectState, instance: string | null, { platforms, instances }: MaintenanceWindow): string {
  if (platforms) return counted(platforms.map(namesOf(state).platform));
  if (!instances) return `all of ${findProject(state)?.name ?? state.id}`;
  return counted((instance === null ? instances : [instance]).map((id) => `${instanceName(state, id)} (${id})`));
}

function counted(names: readonly string[]): string {
  const rest = names.length - maxNames;
  return rest > 0 ? `${names.slice(0, maxNames).join(", ")} and ${rest} more` : names.join(", ");
}

/** Message of only this occurrence; apps get one message for all occurrences that affect them. */
function messageOf(state: ProjectState, instance: string | null, one: Described): string {
  const [platform = "", ...others] = one.window.platforms ?? [];
  const own = others.length === 0 ? state.platform.get(platform)?.value.messages.maintenance : null;
  const texts = one.window.message ?? own ?? findProject(state)?.messages.maintenance ?? defaultMessages.maintenance;
  const language = chooseLanguage(Object.keys(texts), [], firstLanguage(state));
  const text = texts[language] ?? "";
  const template = parseTemplate(text);
  if ("error" in template) return text;
  const value = valuesOf(state, instance, one, language);
  return render(template, Object.fromEntries(template.placeholders.map((name) => [name, value(name)])));
}

/** A calendar is on no platform and of no version: it shows every value that apps can get. */
function valuesOf(state: ProjectState, instance: string | null, one: Described, language: string) {
  const shownOn = [...state.platform].filter(([name]) => one.window.platforms?.includes(name) ?? true);
  const policies = (key: keyof Pick<VersionPolicy, "minimum" | "recommended">) =>
    [...new Set(shownOn.flatMap(([, { value }]) => policyAt(value.policy, one.start)[key] ?? []))].join(" / ");
  return (placeholder: Placeholder): string => {
    switch (placeholder) {
      case "minimum_version":
        return policies("minimum");
      case "recommended_version":
        return policies("recommended");
      case "current_version":
      case "update_to":
        return "…";
      case "project_name":
        return findProject(state)?.name ?? "";
      case "instance_name":
        return counted((instance === null ? (one.window.instances ?? []) : [instance]).map((id) => instanceName(state, id)));
      case "start_time":
        return timeText(one.start, language, one.zone);
      case "end_time":
        return timeText(one.end, language, one.zone);
    }
  };
}
