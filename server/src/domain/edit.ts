/** What a door (admin route, manifest, rollback) wants to be different. Every door speaks in these; the plan says what comes of them. */
import { sameValue } from "./document-diff.ts";
import { type Kind, kinds } from "./kind.ts";
import { type Held, mapByKind, type ProjectState, projectOf, type ResourceValues } from "./project-state.ts";

export type Edit = {
  [K in Kind]: { readonly kind: K; readonly id: string; readonly value: ResourceValues[K] | null };
}[Kind];

/** The state as it would be after the edits; what changes has revision 0. */
export function afterEdits(state: ProjectState, edits: readonly Edit[]): ProjectState {
  const next = mapByKind((kind) => new Map<string, Held<unknown>>(state[kind]));
  for (const edit of edits) {
    const held: Map<string, Held<unknown>> = next[edit.kind];
    if (edit.value === null) held.delete(edit.id);
    else if (!sameValue(held.get(edit.id)?.value, edit.value)) held.set(edit.id, { value: edit.value, revision: 0 });
  }
  return { ...state, ...next };
}

/** A project goes with everything in it, also with what came while its end was waiting to be published. */
export function withEverything(state: ProjectState, edits: readonly Edit[]): readonly Edit[] {
  const goes = projectOf(state) !== null && edits.some(({ kind, value }) => kind === "project" && value === null);
  if (!goes) return edits;
  return (Object.keys(kinds) as Kind[]).flatMap((kind) =>
    [...state[kind].keys()].map((id) => ({ kind, id, value: null }) as Edit),
  );
}

/** The edits that make a difference to the state, the last one for each resource, without the others. */
export function effectiveEdits(state: ProjectState, edits: readonly Edit[]): Edit[] {
  const last = new Map(edits.map((edit) => [`${edit.kind} ${edit.id}`, edit]));
  return [...last.values()].filter((edit) => !sameValue(state[edit.kind].get(edit.id)?.value ?? null, edit.value));
}
