/** Full snapshots for edges, as text. Edges that ask for the same scope at about the same time share one. */
import { createHash } from "node:crypto";
import { nextTurn } from "../base/yielding-work.ts";
import type { Head, Row, Whole } from "../store/store.ts";
import type { EdgeScope } from "./edge-scope.ts";
import { copiedText, copyText, rowForm, rowsText } from "./edge-text.ts";

export interface EncodedSnapshot {
  readonly head: Head;
  /** Events, whole ones. */
  readonly pieces: readonly Buffer[];
}

/** Characters of values in one event; a value that is larger has one to itself. */
const pieceSize = 256 * 1024;
/** Milliseconds that an unused snapshot is kept. */
const maxUnusedAge = 60_000;
/** Scopes. */
const maxKept = 4;

export class SnapshotCache {
  readonly #whole: () => Promise<Whole>;
  readonly #written = new Map<string, EncodedSnapshot>();
  readonly #writing = new Map<string, Promise<EncodedSnapshot>>();
  #reading: Promise<Whole> | null = null;
  #timer: NodeJS.Timeout | null = null;

  /** @param whole all current rows */
  constructor(whole: () => Promise<Whole>) {
    this.#whole = whole;
  }

  /** @param goesOn whether one at that head can be continued from. @throws unavailable */
  async of(scope: EdgeScope, goesOn: (head: Head) => boolean): Promise<EncodedSnapshot> {
    this.#keepOn();
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

  async #write(scope: EdgeScope): Promise<EncodedSnapshot> {
    try {
      const { head, rows, last } = await this.#read();
      const own = rows.filter((row) => scope.has(row));
      const copy = await writtenCopy(head, own, last?.id ?? null);
      for (const name of this.#written.keys()) if (this.#written.size >= maxKept) this.#written.delete(name);
      this.#written.set(scope.name, copy);
      return copy;
    } finally {
      this.#writing.delete(scope.name);
    }
  }

  /** Several scopes are written from one reading. */
  #read(): Promise<Whole> {
    this.#reading ??= this.#whole().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  #keepOn(): void {
    if (this.#timer) this.#timer.refresh();
    else this.#timer = setTimeout(() => this.clear(), maxUnusedAge).unref();
  }
}

/** In turns: an installation can have a hundred megabytes, and apps ask meanwhile. */
async function writtenCopy(head: Head, rows: readonly Row[], commit: string | null = null): Promise<EncodedSnapshot> {
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
