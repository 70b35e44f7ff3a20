/** Exactly the rows that edges get, with a digest for each project. */
import type { Change, CommitMark, Head, LogEnd, Row } from "../store/store.ts";
import { edgeScope } from "./edge-protocol.ts";
import { isForEdges, ProjectDigests, rowDigest, valueForEdges } from "./project-digests.ts";

export interface ReplicaState extends LogEnd {
  /** `EdgeScope.name` of its content. */
  readonly scope: string;
  readonly projects: readonly string[] | null;
}

/** Edges have no actor and reason of a commit. @param at 0: unknown, since streams have no times */
export function publicMark(revision: number, id: string | null, at = 0): CommitMark {
  return { revision, id, at, actor: "", reason: "" };
}

interface Entry {
  readonly row: Row;
  readonly digest: string;
}

const wholeScope = edgeScope(null);

export class CurrentRows {
  #entries = new Map<string, Entry>();
  state: ReplicaState | null = null;
  readonly digests = new ProjectDigests();

  load(rows: readonly Row[], head: Head, last: CommitMark | null): void {
    this.replace(rows, { head, last, scope: wholeScope.name, projects: null });
  }

  /** Returns the differences: what stayed the same need not be compiled again. */
  replace(rows: Iterable<Row>, state: ReplicaState): Change[] {
    const before = this.#entries;
    this.#entries = new Map();
    this.state = state;
    this.digests.clear();
    for (const row of rows) this.#put(row, row.revision);
    const changes: Change[] = [];
    for (const [name, { row }] of before) if (!this.#entries.has(name)) changes.push({ ...row, value: null });
    for (const [name, { row, digest }] of this.#entries) if (before.get(name)?.digest !== digest) changes.push(row);
    return changes;
  }

  apply(changes: readonly Change[], head: Head, { id = null, at = 0, actor = "", reason = "" }: Partial<CommitMark>): void {
    if (this.state === null) return;
    for (const change of changes) this.#put(change, head.revision);
    this.state = { ...this.state, head, last: { revision: head.revision, id, at, actor, reason } };
  }

  /** Later changes replace rows, and never modify them. */
  rows(): Row[] {
    return Array.from(this.#entries.values(), ({ row }) => row);
  }

  #put(change: Change, revision: number): void {
    if (!isForEdges(change)) return;
    const { project, kind, id, schema } = change;
    const name = `${kind}\n${project}\n${id}`;
    const value = valueForEdges(change);
    const row = value === null ? null : { project, kind, id, schema, value, revision };
    const digest = row === null ? undefined : rowDigest(row);
    this.digests.replace(project, this.#entries.get(name)?.digest, digest);
    if (row === null || digest === undefined) this.#entries.delete(name);
    else this.#entries.set(name, { row, digest });
  }
}
