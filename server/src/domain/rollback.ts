/** Going back is a new change that writes old values again: of a project's configuration, and of nothing that is one-way. */
import type { Edit } from "./edit.ts";
import { type Kind, kinds } from "./kind.ts";
import type { ProjectState } from "./project-state.ts";

/** A window that was started by hand, then or now, stays as it is: what happened is not undone by going back. */
export function rollbackEdits(present: ProjectState, past: ProjectState): Edit[] {
  return (Object.keys(kinds) as Kind[])
    .filter((kind) => kinds[kind].rollsBack)
    .flatMap((kind) => [...put(kind, past), ...removals(kind, present, past)])
    .filter((edit) => edit.kind !== "window" || !isByHand(present, past, edit.id));
}

function put(kind: Kind, past: ProjectState): Edit[] {
  return [...past[kind]].map(([id, held]) => ({ kind, id, value: held.value }) as Edit);
}

function removals(kind: Kind, present: ProjectState, past: ProjectState): Edit[] {
  return [...present[kind].keys()].filter((id) => !past[kind].has(id)).map((id) => ({ kind, id, value: null }) as Edit);
}

function isByHand(present: ProjectState, past: ProjectState, id: string): boolean {
  return [present, past].some(({ window }) => window.get(id)?.value.origin === "hand");
}
