/** Values as rows hold them: JSON, written by this version or an older one. */
import { noProtection } from "../changes/protection.ts";
import { absentMembers } from "../values/schema.ts";
import { absentPlatform } from "../versions/platform-schema.ts";
import { absentWindow } from "../windows/maintenance-window.ts";
import { instanceSchema } from "./instance.ts";
import type { Kind } from "./kind.ts";
import { blankProject } from "./project.ts";
import { type Held, mapByKind, type ProjectState, stateWith } from "./project-state.ts";
import type { Proposal, ResourceValues } from "./resource.ts";
import type { ResourceMap } from "./resource-map.ts";

/** Members that a row may lack because its version did not know them, as they are then. */
const absent: { readonly [K in Kind]?: Partial<ResourceValues[K]> } = {
  project: blankProject(""),
  platform: absentPlatform,
  instance: absentMembers(instanceSchema),
  window: absentWindow,
  protection: noProtection,
  read_key: { rehearsal: null },
  // Tokens opened everything before there were roles.
  access_token: { role: "administrator", maker: null },
};

/** Reads the value of a row. Every reader of rows does it here, so that all of them see the same value. */
export function storedValue<K extends Kind>(kind: K, text: string): ResourceValues[K] {
  const value = JSON.parse(text);
  if (kind !== "proposal") return complete(value, absent[kind]) as ResourceValues[K];
  const edits = (value as Proposal).edits.map((edit) => ({ ...edit, value: complete(edit.value, absent[edit.kind]) }));
  return { ...value, edits };
}

/** Costs a look at each member: 10 000 rows are read at a start. */
function complete(value: unknown, usual: object | undefined): unknown {
  if (!usual || !isMap(value)) return value;
  let isComplete = true;
  for (const key in usual) {
    const member = (usual as Readonly<Record<string, unknown>>)[key];
    if (value[key] === undefined) isComplete &&= member === undefined;
    else if (isMap(member)) value[key] = complete(value[key], member);
  }
  // In the order in which a form is read: `sameValue` compares them as text.
  return isComplete ? value : { ...usual, ...value };
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

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
  return row.kind === "proposal" ? new HeldUnread(row) : { value: storedValue(row.kind, row.value), revision: row.revision };
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
    this.#value ??= storedValue(this.#row.kind, this.#row.value);
    return this.#value;
  }
}
