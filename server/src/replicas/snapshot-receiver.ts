/** Snapshot being received in pieces: used only once it is complete and its checksum matches. */
import { createHash } from "node:crypto";
import { ContentRefusal } from "../log/replica/content-refusal.ts";
import { asCommit, asCount, asFields, asMark, asRow, type CopyLimits, parseJson } from "../log/replica/row-fields.ts";
import type { Head, Row } from "../store/store.ts";

export class SnapshotReceiver {
  readonly head: Head;
  /** Id of its last commit; null: unknown. */
  readonly commit: string | null;
  readonly #limits: CopyLimits;
  readonly #expected: number;
  readonly #rows: Row[] = [];
  readonly #sum = createHash("sha256");
  #size = 0;

  /** @param data of the event `copy`. @throws ContentRefusal */
  constructor(data: string, limits: CopyLimits) {
    const fields = asFields(parseJson(data, "the copy"), "the copy");
    this.head = { epoch: asMark(fields.epoch, "the epoch of the copy"), revision: asCount(fields.revision, "its revision") };
    this.commit = asCommit(fields.commit);
    this.#expected = asCount(fields.rows, "its number of rows");
    this.#limits = limits;
    if (this.#expected > limits.rows) throw new ContentRefusal(`the copy is too large: ${this.#expected} rows`);
  }

  /** @param data of an event `rows`. @throws ContentRefusal */
  add(data: string): void {
    this.#size += data.length;
    if (this.#size > this.#limits.size) throw new ContentRefusal("the copy is too large");
    this.#sum.update(data).update("\n");
    const rows = parseJson(data, "a part of the copy");
    if (!Array.isArray(rows)) throw new ContentRefusal("a part of the copy is damaged: it is not a list");
    for (const row of rows) this.#rows.push(asRow(row));
    if (this.#rows.length > this.#expected) throw new ContentRefusal("the copy is damaged: it has more rows than announced");
  }

  /** @param data of the event `copied`. @throws ContentRefusal */
  finish(data: string): readonly Row[] {
    const { sha256 } = asFields(parseJson(data, "the end of the copy"), "the end of the copy");
    if (this.#rows.length !== this.#expected) throw new ContentRefusal("the copy is damaged: it has fewer rows than announced");
    if (sha256 !== this.#sum.digest("hex")) throw new ContentRefusal("the copy is damaged: its checksum does not match");
    if (!this.#rows.some(({ kind }) => kind === "project")) {
      throw new ContentRefusal("the copy is empty: the origin has no project for this edge. The edge keeps its data");
    }
    return this.#rows;
  }
}
