/** State of an edge, row by row: saved to the disk, and streamed to the edges that follow this one. */

import { longestZoneText } from "../base/zone-data.ts";
import type { Change, Head, LoggedCommit, Row, Whole } from "../store/store.ts";
import { ProjectDigests } from "./project-digests.ts";
import type { ReplicaKind, SavedReplica } from "./replica-file.ts";
import { asCommit, asMark, asText, ContentRefusal } from "./row-fields.ts";

export interface ReplicaState {
  readonly head: Head;
  /** Id of the last commit; null means unknown. */
  readonly commit: string | null;
  /** `EdgeScope.name` of its content. */
  readonly scope: string;
  /** Null means all of them. */
  readonly projects: readonly string[] | null;
}

export class EdgeReplica {
  #rows = new Map<string, Row>();
  readonly digests = new ProjectDigests();
  #state: ReplicaState | null = null;
  /** Edges that the state passed through, this one last; each process makes up its own name. */
  via: readonly string[] = [];
  /** Time zone data of the origin, as text; null means none yet. */
  zones: string | null = null;

  /** Null means not loaded yet. */
  get state(): ReplicaState | null {
    return this.#state;
  }

  /** Gives what that changes: what stayed the same need not be compiled again. */
  replace(rows: Iterable<Row>, state: ReplicaState): Change[] {
    const before = this.#rows;
    this.#rows = new Map([...rows].map((row) => [nameOf(row), row]));
    this.#state = state;
    this.digests.load(this.#rows.values());
    const changes: Change[] = [];
    for (const [name, { project, kind, id, schema }] of before) {
      if (!this.#rows.has(name)) changes.push({ project, kind, id, schema, value: null });
    }
    for (const [name, row] of this.#rows) {
      const was = before.get(name);
      if (was?.value !== row.value || was.schema !== row.schema) changes.push(row);
    }
    return changes;
  }

  apply(changes: readonly Change[], head: Head, commit: string | null = null): void {
    if (this.#state === null) return;
    this.digests.apply(changes);
    for (const { project, kind, id, schema, value } of changes) {
      const name = nameOf({ project, kind, id });
      if (value === null) this.#rows.delete(name);
      else this.#rows.set(name, { project, kind, id, schema, value, revision: head.revision });
    }
    this.#state = { ...this.#state, head, commit };
  }

  /** Rows at this moment: later changes replace rows, and never modify them. */
  rows(): Row[] {
    return [...this.#rows.values()];
  }

  async whole(): Promise<Whole> {
    if (this.#state === null) throw new Error("there is no replica yet");
    return { head: this.#state.head, last: { id: this.#state.commit }, rows: this.rows() };
  }

  /** An edge keeps no log: a follower that missed a commit gets the full replica. */
  async changesAfter(revision: number): Promise<LoggedCommit[] | null> {
    return revision === this.#state?.head.revision ? [] : null;
  }
}

function nameOf({ project, kind, id }: Pick<Row, "project" | "kind" | "id">): string {
  return `${kind}\n${project}\n${id}`;
}

/** The first line of an edge's replica on the disk. */
export interface EdgeHeading extends Omit<ReplicaState, "head"> {
  /** Name of the edge, reported to its origin. */
  readonly edge: string;
  readonly origin: string;
  /** Epoch ms. */
  readonly savedAt: number;
  /** Time zone data of the origin, as text; null means none. */
  readonly zones: string | null;
}

export type SavedEdge = SavedReplica<EdgeHeading>;

export const edgeReplicaKind: ReplicaKind<EdgeHeading> = {
  name: "edge-copy",
  print: ({ edge, origin, commit, scope, projects, savedAt, zones }) => ({
    edge,
    origin,
    commit,
    scope,
    projects,
    saved_at: new Date(savedAt).toISOString(),
    zones,
  }),
  parse(fields) {
    const savedAt = Date.parse(asText(fields.saved_at, "its time", 40));
    return {
      edge: asText(fields.edge, "its edge", 40),
      origin: asText(fields.origin, "its origin", 2_000),
      commit: asCommit(fields.commit),
      scope: asMark(fields.scope, "its scope"),
      projects: asProjects(fields.projects),
      savedAt: Number.isNaN(savedAt) ? 0 : savedAt,
      zones: fields.zones === null ? null : asText(fields.zones, "its time zone data", longestZoneText),
    };
  },
};

/** @throws ContentRefusal */
export function asProjects(value: unknown): readonly string[] | null {
  if (value === null) return null;
  if (!Array.isArray(value) || value.length > 10_000) throw new ContentRefusal("the projects of a replica are not a list");
  return value.map((project) => asText(project, "a project"));
}
