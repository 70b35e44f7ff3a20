/** Edges that ask for one scope at about the same time share a replica. */
import { createHash } from "node:crypto";
import { nextTurn } from "../base/yielding-work.ts";
import type { Head, Row, Whole } from "../store/store.ts";
import { copiedText, copyText, type EdgeScope, rowForm, rowsText } from "./edge-protocol.ts";
import { asCommit, asCount, asFields, asMark, asRow, ContentRefusal, parseJson, type ReplicaLimits } from "./row-fields.ts";

export interface EncodedReplica {
  readonly head: Head;
  readonly pieces: readonly Buffer[];
}

/** Characters of values in one event; a value that is larger has one to itself. */
const pieceSize = 256 * 1024;
const maxUnusedAge = 60_000;
const maxKept = 4;

export class ReplicaCache {
  readonly #whole: () => Promise<Whole>;
  readonly #written = new Map<string, EncodedReplica>();
  readonly #writing = new Map<string, Promise<EncodedReplica>>();
  #reading: Promise<Whole> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(whole: () => Promise<Whole>) {
    this.#whole = whole;
  }

  /** @param goesOn whether a replica at that head can be continued from @throws unavailable */
  async of(scope: EdgeScope, goesOn: (head: Head) => boolean): Promise<EncodedReplica> {
    if (this.#timer) this.#timer.refresh();
    else this.#timer = setTimeout(() => this.clear(), maxUnusedAge).unref();
    const written = this.#written.get(scope.name);
    if (written && goesOn(written.head)) return written;
    this.#written.delete(scope.name);
    const writing = this.#writing.get(scope.name) ?? this.#write(scope);
    this.#writing.set(scope.name, writing);
    return writing;
  }

  clear(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#written.clear();
  }

  async #write(scope: EdgeScope): Promise<EncodedReplica> {
    try {
      const { head, rows, last } = await this.#read();
      const own = rows.filter((row) => scope.has(row));
      const replica = await encodeReplica(head, own, last?.id ?? null);
      for (const name of this.#written.keys()) if (this.#written.size >= maxKept) this.#written.delete(name);
      this.#written.set(scope.name, replica);
      return replica;
    } finally {
      this.#writing.delete(scope.name);
    }
  }

  /** One reading serves several scopes. */
  #read(): Promise<Whole> {
    this.#reading ??= this.#whole().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }
}

/** In turns: an installation can have a hundred megabytes. */
async function encodeReplica(head: Head, rows: readonly Row[], commit: string | null = null): Promise<EncodedReplica> {
  const sum = createHash("sha256");
  const pieces = [Buffer.from(copyText(head, rows.length, commit))];
  for (let start = 0; start < rows.length; ) {
    let end = start;
    for (let size = 0; end < rows.length && (end === start || size < pieceSize); end++) size += rows[end]?.value.length ?? 0;
    const data = JSON.stringify(rows.slice(start, end).map(rowForm));
    sum.update(data).update("\n");
    pieces.push(Buffer.from(rowsText(data)));
    start = end;
    await nextTurn();
  }
  pieces.push(Buffer.from(copiedText(head, sum.digest("hex"))));
  return { head, pieces };
}

/** Used only once it is complete and its checksum matches. */
export class ReplicaReceiver {
  readonly head: Head;
  readonly commit: string | null;
  readonly #limits: ReplicaLimits;
  readonly #expected: number;
  readonly #rows: Row[] = [];
  readonly #sum = createHash("sha256");
  #size = 0;

  /** @param data of the event `copy`. @throws ContentRefusal */
  constructor(data: string, limits: ReplicaLimits) {
    const fields = asFields(parseJson(data, "the replica"), "the replica");
    this.head = { epoch: asMark(fields.epoch, "the epoch of the replica"), revision: asCount(fields.revision, "its revision") };
    this.commit = asCommit(fields.commit);
    this.#expected = asCount(fields.rows, "its number of rows");
    this.#limits = limits;
    if (this.#expected > limits.rows) throw new ContentRefusal(`the replica is too large: ${this.#expected} rows`);
  }

  /** @param data of an event `rows`. @throws ContentRefusal */
  add(data: string): void {
    this.#size += data.length;
    if (this.#size > this.#limits.size) throw new ContentRefusal("the replica is too large");
    this.#sum.update(data).update("\n");
    const rows = parseJson(data, "a part of the replica");
    if (!Array.isArray(rows)) throw new ContentRefusal("a part of the replica is damaged: it is not a list");
    for (const row of rows) this.#rows.push(asRow(row));
    if (this.#rows.length > this.#expected) throw new ContentRefusal("the replica is damaged: it has more rows than announced");
  }

  /** @param data of the event `copied`. @throws ContentRefusal */
  finish(data: string): readonly Row[] {
    const { sha256 } = asFields(parseJson(data, "the end of the replica"), "the end of the copy");
    if (this.#rows.length !== this.#expected)
      throw new ContentRefusal("the replica is damaged: it has fewer rows than announced");
    if (sha256 !== this.#sum.digest("hex")) throw new ContentRefusal("the replica is damaged: its checksum does not match");
    if (!this.#rows.some(({ kind }) => kind === "project"))
      throw new ContentRefusal("the replica is empty: the origin has no project for this edge. The edge keeps its data");
    return this.#rows;
  }
}
