/** A catalog fed by messages: whole copies in parts, and commits, which may arrive between the parts. */
import type { Catalog } from "../catalog/catalog.ts";
import type { Row } from "../store/store.ts";
import type { FromWorker, ToWorker } from "./worker-message.ts";

type Feed = Extract<ToWorker, { kind: "rows" | "whole" | "commit" }>;
type Has = Extract<FromWorker, { kind: "has" }>;

export class WorkerCatalog {
  readonly #catalog: Pick<Catalog, "load" | "apply">;
  readonly #has: (has: Has) => void;
  /** Parts of an incomplete copy. */
  #rows: Row[] | null = null;
  /** Commits newer than that copy. */
  #early: Extract<Feed, { kind: "commit" }>[] = [];

  /** @param has called with each state that the catalog answers from */
  constructor(catalog: Pick<Catalog, "load" | "apply">, has: (has: Has) => void) {
    this.#catalog = catalog;
    this.#has = has;
  }

  take(message: Feed): void {
    if (message.kind === "rows") this.#takePart(message.rows);
    else if (message.kind === "whole") this.#load(message);
    else if (this.#rows) this.#early.push(message);
    else this.#apply(message);
  }

  #takePart(rows: readonly Row[]): void {
    this.#rows ??= [];
    for (const row of rows) this.#rows.push(row);
  }

  #load({ head, number }: Extract<Feed, { kind: "whole" }>): void {
    this.#catalog.load(this.#rows ?? [], head);
    this.#rows = null;
    const early = this.#early.splice(0);
    for (const commit of early) this.#catalog.apply(commit.changes, commit.head);
    this.#has({ kind: "has", head: early.at(-1)?.head ?? head, number });
  }

  #apply({ changes, head, number }: Extract<Feed, { kind: "commit" }>): void {
    this.#catalog.apply(changes, head);
    this.#has({ kind: "has", head, number });
  }
}
