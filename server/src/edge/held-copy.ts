/** What an edge answers from, row by row: to be kept on the disk, and for the edges that follow this one. */
import type { Change, Head, LoggedCommit, Row, Whole } from "../store/store.ts";
import type { EdgeSource } from "./edge-hub.ts";

export interface HeldState {
  readonly head: Head;
  /** `EdgeScope.name` of what it is of. */
  readonly scope: string;
  /** Null: all of them. */
  readonly projects: readonly string[] | null;
}

export class HeldCopy implements EdgeSource {
  #rows = new Map<string, Row>();
  #state: HeldState | null = null;
  /** Edges that it comes through, this one last; each by a name that its process made up. */
  via: readonly string[] = [];

  /** Null: nothing yet. */
  get state(): HeldState | null {
    return this.#state;
  }

  /** Gives what that changes: what stayed the same need not be compiled again. */
  replace(rows: Iterable<Row>, state: HeldState): Change[] {
    const before = this.#rows;
    this.#rows = new Map([...rows].map((row) => [nameOf(row), row]));
    this.#state = state;
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

  apply(changes: readonly Change[], head: Head): void {
    if (this.#state === null) return;
    for (const { project, kind, id, schema, value } of changes) {
      const name = nameOf({ project, kind, id });
      if (value === null) this.#rows.delete(name);
      else this.#rows.set(name, { project, kind, id, schema, value, revision: head.revision });
    }
    this.#state = { ...this.#state, head };
  }

  /** As they are now: later changes make other rows. */
  rows(): Row[] {
    return [...this.#rows.values()];
  }

  async whole(): Promise<Whole> {
    if (this.#state === null) throw new Error("there is no copy yet");
    return { head: this.#state.head, rows: this.rows() };
  }

  /** An edge keeps no log: whoever missed something gets all of it. */
  async changesAfter(revision: number): Promise<LoggedCommit[] | null> {
    return revision === this.#state?.head.revision ? [] : null;
  }
}

function nameOf({ project, kind, id }: Pick<Row, "project" | "kind" | "id">): string {
  return `${kind}\n${project}\n${id}`;
}
