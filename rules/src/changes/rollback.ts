import type { CredentialKind } from "../credentials/credential.ts";
import { type Kind, kinds } from "../project/kind.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import type { UnaffectedResources } from "../wire/change.ts";
import { isOpen } from "./proposal.ts";

/** A window that was started by hand, then or now, stays: it is an event. */
export function rollbackEdits(present: ProjectState, past: ProjectState): Edit[] {
  return (Object.keys(kinds) as Kind[])
    .filter((kind) => kinds[kind].rollsBack)
    .flatMap((kind) => [
      ...[...past[kind]].map(([id, held]) => ({ kind, id, value: held.value }) as Edit),
      ...[...present[kind].keys()].filter((id) => !past[kind].has(id)).map((id) => ({ kind, id, value: null }) as Edit),
    ])
    .filter((edit) => edit.kind !== "window" || !isByHand(present, past, edit.id))
    .concat(overridesOfDeleted(present, past));
}

/** A canceled or completed occurrence of a restored window must not take place. */
function overridesOfDeleted(present: ProjectState, past: ProjectState): Edit[] {
  return [...past.override]
    .filter(([, { value }]) => past.window.has(value.window) && !present.window.has(value.window))
    .filter(([id, { value }]) => !present.override.has(id) && !isByHand(present, past, value.window))
    .map(([id, { value }]) => ({ kind: "override", id, value }));
}

function isByHand(present: ProjectState, past: ProjectState, id: string): boolean {
  return [present, past].some(({ window }) => window.get(id)?.value.origin === "hand");
}

const maxNames = 20;

export function unaffectedResources(present: ProjectState): UnaffectedResources[] {
  const byHand = [...present.window].filter(([, { value }]) => value.origin === "hand").map(([id]) => id);
  const named = (kind: CredentialKind) => [...present[kind].values()].map(({ value }) => value.name);
  const all: [UnaffectedResources["kind"], string[]][] = [
    ["read_key", named("read_key")],
    ["token", named("token")],
    ["grant", [...present.grant.keys()]],
    ["override", [...present.override.keys()]],
    ["window", byHand],
    ["protection", present.protection.size === 0 ? [] : [present.id]],
    ["proposal", [...present.proposal].filter(([, { value }]) => isOpen(value)).map(([id]) => id)],
  ];
  return all
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => ({ kind, count: names.length, names: names.slice(0, maxNames) }));
}
