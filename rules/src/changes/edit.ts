import { type Kind, kinds } from "../project/kind.ts";
import { findProject, mapByKind, type ProjectState, type Revisioned } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import type { ResourceMap } from "../project/resource-map.ts";
import { joinPath } from "../values/fields.ts";
import { runSteps, type Steps } from "../values/steps.ts";
import { sameValue } from "./document-diff.ts";

export function applyEdits(state: ProjectState, edits: readonly Edit[]): ProjectState {
  return applyEffectiveEdits(state, runSteps(effectiveEditSteps(state, edits)));
}

/** Deleting a project also deletes resources that were added while the deletion waited to be published. */
export function expandProjectDeletion(state: ProjectState, edits: readonly Edit[]): readonly Edit[] {
  const goes = findProject(state) !== null && edits.some(({ kind, value }) => kind === "project" && value === null);
  if (!goes) return edits;
  return (Object.keys(kinds) as Kind[]).flatMap((kind) =>
    [...state[kind].keys()].map((id) => ({ kind, id, value: null }) as Edit),
  );
}

export function* effectiveEditSteps(state: ProjectState, edits: readonly Edit[]): Steps<Edit[]> {
  const last = new Map(edits.map((edit) => [`${edit.kind} ${edit.id}`, edit]));
  const effective: Edit[] = [];
  for (const edit of last.values()) {
    if (!sameValue(state[edit.kind].get(edit.id)?.value ?? null, edit.value)) effective.push(edit);
    yield;
  }
  return effective;
}

/** At most one edit for each resource: they need no second comparison with the state. */
export function applyEffectiveEdits(state: ProjectState, edits: readonly Edit[]): ProjectState {
  const byKind = Map.groupBy(edits, ({ kind }) => kind);
  const next = mapByKind((kind) => {
    const held: ResourceMap<Revisioned<unknown>> = state[kind];
    const changed = byKind.get(kind) ?? [];
    if (changed.length === 0) return held;
    return held.with(changed.map(({ id, value }) => [id, value === null ? undefined : { value, revision: 0 }]));
  });
  return { ...state, ...next };
}

export interface AnyEdit {
  readonly kind: string;
  readonly id: string;
  readonly value: unknown;
}

/** Keeps the log's key order: apps depend on the order of languages. */
export function writtenEdit({ kind, id, value }: AnyEdit): AnyEdit {
  return { kind, id, value: JSON.stringify(value) };
}

const roots: Partial<Record<Kind, string>> = { platform: "platforms", instance: "instances", window: "windows" };

/** An override's path is that of its window. Kinds without a place in the manifest have "". */
export function editPath({ kind, id }: Pick<Edit, "kind" | "id">): string {
  if (kind === "override") return `windows.${id.slice(0, id.indexOf("/"))}`;
  const root = roots[kind];
  return root === undefined ? "" : joinPath(root, id);
}
