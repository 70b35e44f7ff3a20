/** Everything the store holds of one project, in the terms of the rules: what a plan is made from. */

import type { Edit } from "../changes/edit.ts";
import type { Manifest } from "../changes/manifest.ts";
import { manifestDocument } from "../changes/manifest.ts";
import type { Proposal } from "../changes/proposal.ts";
import type { Protection } from "../changes/protection.ts";
import { type AccessToken, storedAccessToken } from "../credentials/access-token.ts";
import type { EdgeToken } from "../credentials/edge-token.ts";
import type { FeedToken } from "../credentials/feed-token.ts";
import { type ReadKey, storedReadKey } from "../credentials/read-key.ts";
import type { Grant } from "../people/grant.ts";
import type { Platform } from "../versions/platform.ts";
import { type MaintenanceWindow, storedWindow } from "../windows/maintenance-window.ts";
import type { Override } from "../windows/occurrence.ts";
import type { Instance } from "./instance.ts";
import { type Kind, kinds } from "./kind.ts";
import type { Project } from "./project.ts";
import { ResourceMap } from "./resource-map.ts";

/** The manifest as it was last applied, in its printed form. */
export interface AppliedManifest {
  readonly document: Readonly<Record<string, unknown>>;
}

/** What each kind holds. */
export interface ResourceValues {
  readonly project: Project;
  readonly platform: Platform;
  readonly instance: Instance;
  readonly window: MaintenanceWindow;
  readonly override: Override;
  readonly manifest: AppliedManifest;
  readonly read_key: ReadKey;
  readonly feed_token: FeedToken;
  readonly access_token: AccessToken;
  readonly edge_token: EdgeToken;
  readonly grant: Grant;
  readonly protection: Protection;
  readonly proposal: Proposal;
}

export interface Held<T> {
  readonly value: T;
  /** Of the commit that wrote it. */
  readonly revision: number;
}

export type ProjectResources = { readonly [K in Kind]: ResourceMap<Held<ResourceValues[K]>> };

export interface ProjectState extends ProjectResources {
  /** "" for the installation, which holds tokens and grants of its own. */
  readonly id: string;
  /** Of the last commit that touched the project, 0 if none ever did. */
  readonly revision: number;
}

/** The project and the manifest have no name of their own within a project. */
export const soleId = "";

/** Form of stored values that this version writes, and the newest that it reads. */
export const currentSchema = 1;

interface StoredResource {
  readonly kind: Kind;
  readonly id: string;
  readonly value: string;
  /** Revision of the commit that wrote it. */
  readonly revision: number;
}

export function readProjectState(id: string, revision: number, rows: readonly StoredResource[]): ProjectState {
  return stateWith(
    id,
    revision,
    rows.map((row) => ({ kind: row.kind, id: row.id, held: heldOf(row) })),
  );
}

/** A parsed resource of any kind. */
export interface HeldResource {
  readonly kind: Kind;
  readonly id: string;
  readonly held: Held<unknown>;
}

export function stateWith(id: string, revision: number, resources: readonly HeldResource[]): ProjectState {
  const byKind = Map.groupBy(resources, ({ kind }) => kind);
  const entriesOf = (kind: Kind) => (byKind.get(kind) ?? []).map(({ id: name, held }) => [name, held] as const);
  return { id, revision, ...mapByKind((kind) => ResourceMap.of(entriesOf(kind))) };
}

interface StoredChange extends Pick<StoredResource, "kind" | "id"> {
  /** Null: deleted. */
  readonly value: string | null;
}

/** The state after the commit of that revision, with its changes to this project. Costs only the changes. */
export function stateAfter(state: ProjectState, revision: number, changes: readonly StoredChange[]): ProjectState {
  const byKind = Map.groupBy(changes, ({ kind }) => kind);
  const after = mapByKind((kind) => {
    const map: ResourceMap<Held<unknown>> = state[kind];
    const own = byKind.get(kind) ?? [];
    if (own.length === 0) return map;
    return map.with(own.map(({ id, value }) => [id, value === null ? undefined : heldOf({ kind, id, value, revision })]));
  });
  return { id: state.id, revision, ...after };
}

export function heldOf(row: StoredResource): Held<unknown> {
  return row.kind === "proposal" ? new HeldUnread(row) : { value: storedValue(row), revision: row.revision };
}

/** Proposals can be megabytes, and nearly no change looks into them: one is read when it is asked for. */
class HeldUnread implements Held<unknown> {
  readonly revision: number;
  readonly #row: StoredResource;
  #value: unknown;

  constructor(row: StoredResource) {
    this.#row = row;
    this.revision = row.revision;
  }

  get value(): unknown {
    this.#value ??= storedValue(this.#row);
    return this.#value;
  }
}

/** Of every kind of resource, what `make` makes. */
export function mapByKind(make: (kind: Kind) => ResourceMap<Held<unknown>>): ProjectResources {
  return Object.fromEntries((Object.keys(kinds) as Kind[]).map((kind) => [kind, make(kind)])) as unknown as ProjectResources;
}

/** Values in the form that this version knows, whichever wrote them. */
const upcasts: Partial<Record<Kind, (value: never) => unknown>> = {
  read_key: storedReadKey,
  window: storedWindow,
  access_token: storedAccessToken,
  proposal: storedProposal,
};

/** What is proposed is in the form that was current when it was. */
function storedProposal(proposal: Proposal): Proposal {
  const edits = proposal.edits.map((edit) =>
    edit.value === null ? edit : ({ ...edit, value: upcasts[edit.kind]?.(edit.value as never) ?? edit.value } as Edit),
  );
  return { ...proposal, edits };
}

function storedValue({ kind, value }: StoredResource): unknown {
  const held = JSON.parse(value);
  return upcasts[kind]?.(held as never) ?? held;
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
