import { type Kind, kinds } from "./kind.ts";
import type { Mark } from "./mark.ts";
import type { Project } from "./project.ts";
import type { ResourceValues } from "./resource.ts";
import { ResourceMap } from "./resource-map.ts";

export interface Revisioned<T> {
  readonly value: T;
  readonly revision: number;
  readonly trail?: readonly Mark[];
}

type ProjectResources = { readonly [K in Kind]: ResourceMap<Revisioned<ResourceValues[K]>> };

export interface ProjectState extends ProjectResources {
  /** "" for the installation, which holds tokens and grants of its own. */
  readonly id: string;
  /** 0 means there is no commit. */
  readonly revision: number;
}

/** The project and the manifest have no name of their own within a project. */
export const soleId = "";

/** Form of stored values that this version writes, and the newest that it reads. */
export const currentSchema = 1;

/** The compiler loses the kind when it indexes the state with a type parameter. */
export function resourcesOfKind<K extends Kind>(state: ProjectState, kind: K): ResourceMap<Revisioned<ResourceValues[K]>> {
  return state[kind] as unknown as ResourceMap<Revisioned<ResourceValues[K]>>;
}

export interface ParsedResource {
  readonly kind: Kind;
  readonly id: string;
  readonly held: Revisioned<unknown>;
}

export function createProjectState(id: string, revision: number, resources: readonly ParsedResource[]): ProjectState {
  const byKind = Map.groupBy(resources, ({ kind }) => kind);
  const entriesOf = (kind: Kind) => (byKind.get(kind) ?? []).map(({ id: name, held }) => [name, held] as const);
  return { id, revision, ...mapByKind((kind) => ResourceMap.of(entriesOf(kind))) };
}

export function mapByKind(make: (kind: Kind) => ResourceMap<Revisioned<unknown>>): ProjectResources {
  return Object.fromEntries((Object.keys(kinds) as Kind[]).map((kind) => [kind, make(kind)])) as unknown as ProjectResources;
}

export function findProject(state: ProjectState): Project | null {
  return state.project.get(soleId)?.value ?? null;
}
