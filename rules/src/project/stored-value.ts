import { noProtection } from "../changes/protection.ts";
import { readKeyMembers } from "../credentials/read-key.ts";
import { tokenMembers } from "../credentials/token.ts";
import { isMap } from "../values/fields.ts";
import { absentMembers } from "../values/member.ts";
import { defaultMembers } from "../values/schema.ts";
import { absentPlatform } from "../versions/platform-schema.ts";
import { absentWindow } from "../windows/maintenance-window.ts";
import { instanceSchema } from "./instance.ts";
import type { Kind } from "./kind.ts";
import type { Mark } from "./mark.ts";
import { blankProject } from "./project.ts";
import { createProjectState, mapByKind, type ProjectState, type Revisioned } from "./project-state.ts";
import type { Proposal, ResourceValues } from "./resource.ts";
import type { ResourceMap } from "./resource-map.ts";
import { hasTrail } from "./trail.ts";

/** Rows that were written before a member was added lack it. */
const absent: { readonly [K in Kind]?: Partial<ResourceValues[K]> } = {
  project: blankProject(""),
  platform: absentPlatform,
  instance: defaultMembers(instanceSchema),
  window: absentWindow,
  protection: noProtection,
  read_key: absentMembers(readKeyMembers),
  token: absentMembers(tokenMembers),
};

/** Every reader of rows uses it, so that all of them see the same value. */
export function storedValue<K extends Kind>(kind: K, text: string): ResourceValues[K] {
  return parseRow(kind, text).value;
}

function parseRow<K extends Kind>(
  kind: K,
  text: string,
): { readonly value: ResourceValues[K]; readonly trail?: readonly Mark[] } {
  const row = JSON.parse(text);
  if (!hasTrail(kind) || !isMap(row) || row.trail === undefined) return { value: completeValue(kind, row) };
  const { trail, ...value } = row;
  return { value: completeValue(kind, value), trail: trail as readonly Mark[] };
}

function completeValue<K extends Kind>(kind: K, value: unknown): ResourceValues[K] {
  if (kind !== "proposal") return complete(value, absent[kind]) as ResourceValues[K];
  const proposal = value as Proposal;
  const edits = proposal.edits.map((edit) => ({ ...edit, value: complete(edit.value, absent[edit.kind]) }));
  return { ...proposal, edits } as Proposal as ResourceValues[K];
}

/** Checks each member: a start reads 10 000 rows. */
function complete(value: unknown, usual: object | undefined): unknown {
  if (!usual || !isMap(value)) return value;
  let isComplete = true;
  for (const key in usual) {
    const member = (usual as Readonly<Record<string, unknown>>)[key];
    if (value[key] === undefined) isComplete &&= member === undefined;
    else if (isMap(member)) value[key] = complete(value[key], member);
  }
  // In the member order of a parsed form: `sameValue` compares them as text.
  return isComplete ? value : { ...usual, ...value };
}

interface StoredResource {
  readonly kind: Kind;
  readonly id: string;
  readonly value: string;
  readonly revision: number;
}

export function readProjectState(id: string, revision: number, rows: readonly StoredResource[]): ProjectState {
  return createProjectState(
    id,
    revision,
    rows.map((row) => ({ kind: row.kind, id: row.id, held: parseStoredResource(row) })),
  );
}

type StoredChange = Pick<StoredResource, "kind" | "id"> & { readonly value: string | null };

/** Costs only the changes to this project. */
export function stateAfter(state: ProjectState, revision: number, changes: readonly StoredChange[]): ProjectState {
  const byKind = Map.groupBy(changes, ({ kind }) => kind);
  const after = mapByKind((kind) => {
    const map: ResourceMap<Revisioned<unknown>> = state[kind];
    const own = byKind.get(kind) ?? [];
    if (own.length === 0) return map;
    return map.with(
      own.map(({ id, value }) => [id, value === null ? undefined : parseStoredResource({ kind, id, value, revision })]),
    );
  });
  return { id: state.id, revision, ...after };
}

export function parseStoredResource(row: StoredResource): Revisioned<unknown> {
  return row.kind === "proposal" ? new LazyProposal(row) : { ...parseRow(row.kind, row.value), revision: row.revision };
}

/** Parsed on first use: proposals can be megabytes, and are rarely read. */
class LazyProposal implements Revisioned<unknown> {
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
