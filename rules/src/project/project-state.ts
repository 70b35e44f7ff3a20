/** Everything the store holds of one project, in the terms of the rules: what a plan is made from. */

import { type Kind, kinds } from "./kind.ts";
import type { Project } from "./project.ts";
import type { ResourceValues } from "./resource.ts";
import { ResourceMap } from "./resource-map.ts";

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

/** Of every kind of resource, what `make` makes. */
export function mapByKind(make: (kind: Kind) => ResourceMap<Held<unknown>>): ProjectResources {
  return Object.fromEntries((Object.keys(kinds) as Kind[]).map((kind) => [kind, make(kind)])) as unknown as ProjectResources;
}

/** The project itself, or null where there is none (any more). */
export function projectOf(state: ProjectState): Project | null {
  return state.project.get(soleId)?.value ?? null;
}
