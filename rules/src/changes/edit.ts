/** Edits and what comes of them: every door (admin route, manifest, rollback) speaks in edits. */

import { type Kind, kinds } from "../project/kind.ts";
import { type Held, mapByKind, type ProjectState, projectOf } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import type { ResourceMap } from "../project/resource-map.ts";
import { finished, type Steps } from "../values/steps.ts";
import { sameValue } from "./document-diff.ts";

/** The state as it would be after the edits; what changes has revision 0. */
export function afterEdits(state: ProjectState, edits: readonly Edit[]): ProjectState {
  const byKind = Map.groupBy(edits, ({ kind }) => kind);
  const next = mapByKind((kind) => {
    const held: ResourceMap<Held<unknown>> = state[kind];
    const changed = new Map<string, Held<unknown> | undefined>();
    for (const { id, value } of byKind.get(kind) ?? []) {
      const present = changed.has(id) ? changed.get(id) : held.get(id);
      if (value === null) changed.set(id, undefined);
      else if (!sameValue(present?.value, value)) changed.set(id, { value, revision: 0 });
    }
    return changed.size === 0 ? held : held.with(changed);
  });
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
  return finished(effectiveEditSteps(state, edits));
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

/** Applies effective edits, at most one for each resource: they need no second comparison with the state. */
export function afterEffective(state: ProjectState, edits: readonly Edit[]): ProjectState {
  const byKind = Map.groupBy(edits, ({ kind }) => kind);
  const next = mapByKind((kind) => {
    const held: ResourceMap<Held<unknown>> = state[kind];
    const changed = byKind.get(kind) ?? [];
    if (changed.length === 0) return held;
    return held.with(changed.map(({ id, value }) => [id, value === null ? undefined : { value, revision: 0 }]));
  });
  return { ...state, ...next };
}

/** An edit of any kind. */
export interface AnyEdit {
  readonly kind: string;
  readonly id: string;
  readonly value: unknown;
}

/** With the value as the log has it: the order of a message's languages says what apps get, and a canonical form has none. */
export function writtenEdit({ kind, id, value }: AnyEdit): AnyEdit {
  return { kind, id, value: JSON.stringify(value) };
}
