import { sameValue } from "drawbridge-rules/changes/document-diff.ts";
import { interruptionAt } from "drawbridge-rules/occurrence/interruption.ts";
import type { Occurrence } from "drawbridge-rules/occurrence/occurrence.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { runSteps, type Steps } from "drawbridge-rules/values/steps.ts";
import { compareTexts } from "drawbridge-rules/values/text-order.ts";
import { configMaintenance } from "./config-maintenance.ts";
import { OccurrenceCache, PlannedProject, type Side } from "./planned-project.ts";
import { platformNames, type TextEffect, type Traffic, type VersionEffect, versionEffects } from "./version-effect.ts";

/** Epoch ms. */
export interface ReportedInterruption {
  readonly state: "active" | "scheduled";
  readonly start: number;
  readonly end: number;
}

/** One of the two names is set; for a platform, the effect is that on /config. */
interface MaintenanceEffect {
  readonly platform: string | null;
  readonly instance: string | null;
  readonly before: ReportedInterruption | null;
  readonly after: ReportedInterruption | null;
}

type Told = readonly [now: ReportedInterruption | null, next: ReportedInterruption | null];
const nothing: Told = [null, null];

const maxShown = 200;
const maxLookedAt = 2_000;
/** If a change affects everyone, the platforms' answers cover all instances; these few add other times. */
const maxOfWholeProject = 20;
/** Counted per instance: if thousands of windows cover everyone, fewer instances are checked. */
const maxOccurrences = 1_000_000;

function* maintenanceEffects(
  before: Side,
  after: Side,
  now: number,
): Steps<{ readonly found: readonly MaintenanceEffect[]; readonly more: boolean }> {
  const found: MaintenanceEffect[] = [];
  const isOne = before.project.header !== null && after.project.header !== null;
  const touched = isOne ? touchedBy(before.state, after.state) : null;
  if (!touched) return { found, more: false };
  const platforms = new Set([...platformNames(before), ...platformNames(after)]);
  for (const platform of [...platforms].sort()) {
    add(found, { platform, instance: null }, ofPlatform(before, platform, now), ofPlatform(after, platform, now));
    yield;
  }
  let left = touched.isEverybody ? maxOfWholeProject : maxLookedAt;
  for (const instance of touched.instances) {
    const isMore =
      left-- === 0 || found.length > maxShown || before.project.coverage.looked + after.project.coverage.looked > maxOccurrences;
    if (isMore) return { found: found.slice(0, maxShown), more: true };
    add(found, { platform: null, instance }, ofInstance(before, instance, now), ofInstance(after, instance, now));
    yield;
  }
  return { found: found.slice(0, maxShown), more: found.length > maxShown };
}

function add(found: MaintenanceEffect[], who: Pick<MaintenanceEffect, "platform" | "instance">, before: Told, after: Told): void {
  for (const [index, was] of before.entries()) {
    const is = after[index] ?? null;
    if (!sameValue(was, is)) found.push({ ...who, before: was, after: is });
  }
}

function touchedBy(before: ProjectState, after: ProjectState) {
  const windows = new Set([
    ...after.window.differingFrom(before.window),
    ...after.override.differingFrom(before.override).map((id) => id.slice(0, id.indexOf("/"))),
  ]);
  const instances = after.instance.differingFrom(before.instance);
  const isWhole = before.project.size !== after.project.size;
  if (windows.size === 0 && instances.length === 0 && !isWhole) return null;
  const scopes = [...windows].flatMap((id) => [before, after].flatMap(({ window }) => window.get(id)?.value ?? []));
  if (isWhole || scopes.some((window) => !window.platforms && !window.instances))
    return { instances: eitherHas(before, after), isEverybody: true };
  const named = new Set([...instances, ...scopes.flatMap((window) => window.instances ?? [])]);
  const present = [...named].filter((id) => before.instance.has(id) || after.instance.has(id));
  return { instances: present.sort(), isEverybody: false };
}

function* eitherHas(before: ProjectState, after: ProjectState): Generator<string, undefined> {
  const gone = after.instance.differingFrom(before.instance).filter((id) => !after.instance.has(id));
  let next = 0;
  for (const id of after.instance.keys()) {
    for (; next < gone.length && compareTexts(gone[next] as string, id) < 0; next++) yield gone[next] as string;
    yield id;
  }
  yield* gone.slice(next);
}

function ofInstance({ project }: Side, instance: string, now: number): Told {
  if (!project.header || !project.instance(instance)) return nothing;
  return toldOf(project.coverage.ofInstance(instance), now);
}

/** /config never mentions upcoming maintenance; the next interruption is that of the platform's windows. */
function ofPlatform({ project }: Side, platform: string, now: number): Told {
  const { header } = project;
  if (!header || !project.platform(platform)) return nothing;
  const [, next] = toldOf(project.coverage.ofPlatform(platform), now);
  const present = configMaintenance(project, header, platform, now)?.interruption;
  return [present ? { state: "active", start: present.start, end: present.end } : null, next];
}

function toldOf(occurrences: readonly Occurrence[], now: number): Told {
  // The lead only decides when an interruption is announced.
  const reported = interruptionAt(occurrences, now, 0);
  if (!reported || reported.state === "ended") return nothing;
  const { state, interruption } = reported;
  const told = { state, start: interruption.start, end: interruption.end };
  if (state === "scheduled") return [null, told];
  const later = occurrences.filter(({ start }) => start > interruption.end);
  const next = interruptionAt(later, now, 0);
  const isNext = next?.state === "scheduled";
  return [told, isNext ? { state: "scheduled", start: next.interruption.start, end: next.interruption.end } : null];
}

interface Effects {
  readonly versions: readonly VersionEffect[];
  readonly texts: readonly TextEffect[];
  readonly maintenance: readonly MaintenanceEffect[];
  readonly more: boolean;
}

export function previewEffects(before: ProjectState, after: ProjectState, now: number, traffic: Traffic = new Map()): Effects {
  return runSteps(previewSteps(before, after, traffic, now));
}

/** Costs only the answers that the change can affect. */
export function* previewSteps(before: ProjectState, after: ProjectState, traffic: Traffic, now: number): Steps<Effects> {
  const expanded = new OccurrenceCache(now);
  const [was, is] = [before, after].map((state) => ({ state, project: new PlannedProject(state, expanded) })) as [Side, Side];
  for (const { project } of [was, is]) yield* project.coverage.prepare();
  const { versions, texts, more } = yield* versionEffects(was, is, traffic, now);
  const maintenance = yield* maintenanceEffects(was, is, now);
  return { versions, texts, maintenance: maintenance.found, more: more || maintenance.more };
}
