/** Everything the store holds of one project, in the domain's own terms: what a plan is made from. */
import type { FeedToken } from "./feed-token.ts";
import type { Instance } from "./instance.ts";
import type { Kind } from "./kind.ts";
import { type MaintenanceWindow, storedWindow } from "./maintenance-window.ts";
import type { Manifest } from "./manifest.ts";
import { manifestDocument } from "./manifest.ts";
import type { Override } from "./occurrence.ts";
import type { Platform } from "./platform.ts";
import type { Project } from "./project.ts";
import { type ReadKey, storedReadKey } from "./read-key.ts";

/** The manifest as it was last applied, in its printed form. */
export interface AppliedManifest {
  readonly document: Readonly<Record<string, unknown>>;
}

/** What each kind of a project's resources holds. */
export interface ResourceValues {
  readonly project: Project;
  readonly platform: Platform;
  readonly instance: Instance;
  readonly window: MaintenanceWindow;
  readonly override: Override;
  readonly manifest: AppliedManifest;
  readonly read_key: ReadKey;
  readonly feed_token: FeedToken;
}

export type ProjectKind = keyof ResourceValues;

export interface Held<T> {
  readonly value: T;
  /** Of the commit that wrote it. */
  readonly revision: number;
}

export type ProjectResources = { readonly [K in ProjectKind]: ReadonlyMap<string, Held<ResourceValues[K]>> };

export interface ProjectState extends ProjectResources {
  readonly id: string;
  /** Of the last commit that touched the project, 0 if none ever did. */
  readonly revision: number;
}

/** The project and the manifest have no name of their own within a project. */
export const soleId = "";

/** The form of values that this version writes. */
export const currentSchema = 1;

interface StoredResource {
  readonly kind: Kind;
  readonly id: string;
  readonly schema: number;
  readonly value: string;
  readonly revision: number;
}

export function readProjectState(id: string, revision: number, rows: readonly StoredResource[]): ProjectState {
  const resources = {
    project: new Map(),
    platform: new Map(),
    instance: new Map(),
    window: new Map(),
    override: new Map(),
    manifest: new Map(),
    read_key: new Map(),
    feed_token: new Map(),
  };
  for (const row of rows) {
    if (row.kind === "access_token") continue;
    resources[row.kind].set(row.id, { value: storedValue(row), revision: row.revision });
  }
  return { id, revision, ...resources };
}

function storedValue({ kind, value }: StoredResource): unknown {
  const held = JSON.parse(value);
  if (kind === "read_key") return storedReadKey(held);
  return kind === "window" ? storedWindow(held) : held;
}

/** The project itself, or null where there is none (any more). */
export function projectOf(state: ProjectState): Project | null {
  return state.project.get(soleId)?.value ?? null;
}

/** The configuration as a manifest; `owned` leaves out the windows that did not come from one. */
export function manifestOf(state: ProjectState, owned: boolean): Manifest | null {
  const project = projectOf(state);
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

/** What a manifest owns of the project, as it would be printed; empty where there is no project. */
export function ownedDocument(state: ProjectState): Record<string, unknown> {
  const manifest = manifestOf(state, true);
  return manifest ? manifestDocument(manifest) : {};
}

function valuesOf<T>(held: ReadonlyMap<string, Held<T>>): Record<string, T> {
  const values: Record<string, T> = Object.create(null);
  for (const [id, { value }] of held) values[id] = value;
  return values;
}
