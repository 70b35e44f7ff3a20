import { z } from "zod";
import { type Instance, instanceSchema, parseInstance, printInstance } from "../project/instance.ts";
import { isSlug, type Project, parseProject, printProject, projectSchema, slugRule } from "../project/project.ts";
import { findProject, type ProjectState, type Revisioned, soleId } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { notePlaceholders } from "../texts/placeholder-values.ts";
import { parseDuration, printTypedDuration } from "../values/duration.ts";
import type { ProblemSink } from "../values/errors.ts";
import { joinPath, readEntries, readMap, readWord } from "../values/fields.ts";
import { runSteps, type Steps } from "../values/steps.ts";
import { allPlatforms } from "../versions/platform.ts";
import { type Platform, parsePlatform, platformSchema, printPlatform } from "../versions/platform-schema.ts";
import { type MaintenanceWindow, parseWindow, printWindow, windowSchema } from "../windows/maintenance-window.ts";
import { withoutPast } from "../windows/past-window.ts";
import type { Drift } from "../wire/change.ts";
import type { Wire } from "../wire/values.ts";
import { driftSteps } from "./document-diff.ts";

export interface Manifest {
  readonly project: string;
  readonly header: Project;
  readonly platforms: Readonly<Record<string, Platform>>;
  readonly instances: Readonly<Record<string, Instance>>;
  readonly windows: Readonly<Record<string, MaintenanceWindow>>;
}

export const apiVersion = "drawbridge/v1";

/** Entries are read one by one, so that thousands of them can be read in turns. */
export const manifestSchema = z.strictObject({
  apiVersion: z.literal(apiVersion),
  project: z.string(),
  ...projectSchema.shape,
  platforms: z.record(z.string(), platformSchema).optional(),
  instances: z.record(z.string(), instanceSchema).optional(),
  windows: z.record(z.string(), windowSchema).optional(),
});
export type ManifestForm = Wire<typeof manifestSchema>;

const keys = Object.keys(manifestSchema.shape);
export const maxPlatforms = 64;
export const maxInstances = 10_000;
export const maxWindows = 5_000;

/** Null only if the value is no map; otherwise the readable parts, which count only if there are no problems. */
export function parseManifest(document: unknown, problems: ProblemSink): Manifest | null {
  return runSteps(manifestSteps(document, problems));
}

export function* manifestSteps(document: unknown, problems: ProblemSink): Steps<Manifest | null> {
  const map = readMap(document, "", problems, keys);
  if (!map) return null;
  readWord(map.apiVersion, "apiVersion", problems, [apiVersion]);
  const id = typeof map.project === "string" && isSlug(map.project) ? map.project : null;
  if (id === null) problems.push({ path: "project", message: `expected the project's id: ${slugRule}` });
  const header = parseProject(map, id ?? "", "", problems);
  const before = problems.length;
  const platforms = yield* readEntries(map.platforms, "platforms", problems, maxPlatforms, (value, path, name) =>
    parsePlatform(value, path, name, problems),
  );
  const hasPolicies = problems.length === before;
  const manifest: Manifest = {
    project: id ?? "",
    header,
    platforms,
    instances: yield* readEntries(map.instances, "instances", problems, maxInstances, (value, path, name) =>
      parseInstance(value, path, name, problems),
    ),
    windows: yield* readEntries(map.windows, "windows", problems, maxWindows, (value, path, name) => {
      if (!isSlug(name)) problems.push({ path, message: `expected a window's id: ${slugRule}` });
      return parseWindow(value, path, "manifest", problems);
    }),
  };
  yield* checkNames(map, problems);
  // An unreadable minimum would be reported again in every message that names it.
  if (hasPolicies) yield* notePlaceholders(manifest, problems);
  return manifest;
}

/** A window that names something missing would silently cover no one. */
function* checkNames(map: Readonly<Record<string, unknown>>, problems: ProblemSink): Steps<void> {
  const platforms = allPlatforms(Object.keys(readMap(map.platforms ?? {}, "", []) ?? {}));
  const instances = new Set(Object.keys(readMap(map.instances ?? {}, "", []) ?? {}));
  // As written: a window with another mistake has no parsed form.
  for (const [id, form] of Object.entries(readMap(map.windows ?? {}, "", []) ?? {})) {
    const path = joinPath("windows", id);
    const window = readMap(form, "", []) ?? {};
    noteUnknown(namesIn(window.platforms), (name) => platforms.has(name), joinPath(path, "platforms"), "platform", problems);
    noteUnknown(namesIn(window.instances), (name) => instances.has(name), joinPath(path, "instances"), "instance", problems);
    yield;
  }
}

/** The window's own parser has reported other values. */
function namesIn(value: unknown): readonly string[] | null {
  return Array.isArray(value) && value.every((name) => typeof name === "string") ? value : null;
}

export function noteUnknown(
  names: readonly string[] | null,
  isKnown: (name: string) => boolean | undefined,
  path: string,
  what: string,
  problems: ProblemSink,
): void {
  for (const [index, name] of (names ?? []).entries()) {
    if (!isKnown(name)) problems.push({ path: joinPath(path, index), message: `the project has no ${what} with this name` });
  }
}

export function manifestDocument(manifest: Manifest): ManifestForm {
  return {
    apiVersion,
    project: manifest.project,
    ...printProject(manifest.header),
    ...printEntries("platforms", manifest.platforms, printPlatform),
    ...printEntries("instances", manifest.instances, printInstance),
    ...printEntries("windows", manifest.windows, printWindow),
  };
}

/** `30m` for `PT30M`, as people write it. */
export function typedDocument<D extends Partial<ManifestForm>>({ ...document }: D): D {
  const { instances, windows } = document;
  return {
    ...typed(document, ["ttl", "reminder"]),
    ...(instances && { instances: mapValues(instances, (instance) => typed(instance, ["reminder"])) }),
    ...(windows && { windows: mapValues(windows, (window) => typed(window, ["duration", "reminder"])) }),
  };
}

function typed<T extends object>(form: T, members: readonly (keyof T)[]): T {
  const changed = { ...form };
  for (const key of members) {
    const ms = parseDuration(String(form[key] ?? ""));
    if (ms !== null) changed[key] = printTypedDuration(ms) as T[typeof key];
  }
  return changed;
}

function mapValues<T>(map: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
}

function printEntries<K extends string, T, F>(
  key: K,
  entries: Readonly<Record<string, T>>,
  print: (value: T, name: string) => F,
) {
  // The order that the author used does not matter.
  const names = Object.keys(entries).sort();
  if (names.length === 0) return {};
  return { [key]: Object.fromEntries(names.map((name) => [name, print(entries[name] as T, name)])) } as Record<
    K,
    Record<string, F>
  >;
}

/** @param owned leaves out windows that did not come from a manifest */
export function buildManifest(state: ProjectState, owned: boolean): Manifest | null {
  const project = findProject(state);
  if (!project) return null;
  const windows = [...state.window].filter(([, held]) => !owned || held.value.origin === "manifest");
  return {
    project: state.id,
    header: project,
    platforms: valuesOf(state.platform),
    instances: valuesOf(state.instance),
    windows: valuesOf(new Map(windows)),
  };
}

export function ownedDocument(state: ProjectState): Partial<ManifestForm> {
  const manifest = buildManifest(state, true);
  return manifest ? manifestDocument(manifest) : {};
}

function valuesOf<T>(held: ReadonlyMap<string, Revisioned<T>>): Record<string, T> {
  const values: Record<string, T> = Object.create(null);
  for (const [id, { value }] of held) values[id] = value;
  return values;
}

/** A manifest deletes whatever it leaves out, except windows that did not come from one. */
export function manifestEdits(state: ProjectState, manifest: Manifest, document = manifestDocument(manifest)): Edit[] {
  const owned = [...state.window].filter(([, { value }]) => value.origin === "manifest").map(([id]) => id);
  return [
    { kind: "project", id: soleId, value: manifest.header },
    ...putAll("platform", manifest.platforms),
    ...putAll("instance", manifest.instances),
    ...putAll("window", manifest.windows),
    ...absent("platform", state.platform.keys(), manifest.platforms),
    ...absent("instance", state.instance.keys(), manifest.instances),
    ...absent("window", owned, manifest.windows),
    { kind: "manifest", id: soleId, value: { document } },
  ];
}

/** @param isKnown whether the manifest is of the project as it is now */
export function* manifestChangeSteps(
  state: ProjectState,
  manifest: Manifest,
  now: number,
  isKnown = false,
): Steps<{ readonly edits: readonly Edit[]; readonly drift: readonly Drift[] }> {
  const document = manifestDocument(manifest);
  yield;
  const drift = yield* driftFrom(state, manifest, document, now, isKnown);
  yield;
  return { edits: manifestEdits(state, manifest, document), drift };
}

type Document = Readonly<Record<string, unknown>>;

function* driftFrom(state: ProjectState, manifest: Manifest, desired: Document, now: number, isKnown: boolean): Steps<Drift[]> {
  const applied = withoutPast(state.manifest.get(soleId)?.value.document ?? {}, state, now);
  yield;
  const current = ownedDocument(state);
  yield;
  const foreign = foreignWindows(state, manifest, desired);
  const told = new Set(foreign.map(({ path }) => path));
  const drift = isKnown ? [] : yield* driftSteps(applied, current, desired);
  const rest = drift.filter(({ path }) => !told.has(path.split(".", 2).join(".")));
  return [...rest, ...foreign];
}

function foreignWindows(state: ProjectState, manifest: Manifest, desired: Document): Drift[] {
  const wanted = desired.windows as Readonly<Record<string, unknown>> | undefined;
  return Object.keys(manifest.windows)
    .filter((id) => state.window.has(id) && state.window.get(id)?.value.origin !== "manifest")
    .map((id) => ({
      path: `windows.${id}`,
      applied: undefined,
      current: "a window that did not come from a manifest",
      desired: wanted?.[id],
    }));
}

function putAll<K extends "platform" | "instance" | "window">(
  kind: K,
  values: Readonly<Record<string, Extract<Edit, { kind: K }>["value"]>>,
): Edit[] {
  return Object.entries(values).map(([id, value]) => ({ kind, id, value }) as Edit);
}

function absent(kind: "platform" | "instance" | "window", present: Iterable<string>, wanted: object): Edit[] {
  return [...present].filter((id) => !Object.hasOwn(wanted, id)).map((id) => ({ kind, id, value: null }));
}
