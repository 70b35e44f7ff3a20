/**
 * The current rows of the kinds that travel, in the memory of the primary: a process that starts while the database is away gets
 * its copy from here. The catalog shares the texts, so this costs only a map of pointers.
 */
import { type Kind, kinds } from "drawbridge-rules/project/kind.ts";
import type { Change, Head, Row } from "../store/store.ts";

export class CurrentRows {
  readonly #rows = new Map<string, Row>();
  #head: Head | null = null;

  /** Null until loaded. */
  get head(): Head | null {
    return this.#head;
  }

  /** Replaces all rows. */
  load(rows: Iterable<Row>, head: Head): void {
    this.#rows.clear();
    for (const row of rows) if (kinds[row.kind].travels) this.#rows.set(nameOf(row), row);
    this.#head = head;
  }

  /** Applies changes; returns those that travel. */
  apply(changes: readonly Change[], head: Head): Change[] {
    const travelling = changes.filter(({ kind }) => kinds[kind].travels);
    for (const { project, kind, id, schema, value } of travelling) {
      const name = nameOf({ project, kind, id });
      if (value === null) this.#rows.delete(name);
      else this.#rows.set(name, { project, kind, id, schema, value, revision: head.revision });
    }
    this.#head = head;
    return travelling.map(({ project, kind, id, schema, value }) => ({ project, kind, id, schema, value }));
  }

  has(project: string, kind: Kind, id: string): boolean {
    return this.#rows.has(nameOf({ project, kind, id }));
  }

  /** The rows at this moment. */
  rows(): Row[] {
    return [...this.#rows.values()];
  }
}

/** Neither a project nor a kind has a space in it. */
function nameOf({ project, kind, id }: Pick<Row, "project" | "kind" | "id">): string {
  return `${project} ${kind} ${id}`;
}
