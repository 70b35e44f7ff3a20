/**
 * The current rows of the kinds that travel, for the copy on the disk of a node. The catalog shares the texts, so this costs only a
 * map of pointers.
 */
import { kinds } from "drawbridge-rules/project/kind.ts";
import type { Change, Head, Row } from "../../store/store.ts";

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

  apply(changes: readonly Change[], head: Head): void {
    for (const { project, kind, id, schema, value } of changes) {
      if (!kinds[kind].travels) continue;
      const name = nameOf({ project, kind, id });
      if (value === null) this.#rows.delete(name);
      else this.#rows.set(name, { project, kind, id, schema, value, revision: head.revision });
    }
    this.#head = head;
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
