/** A log `full/` of a store, written step by step by a test: what a shipper would send, at the moments that the test chooses. */
import { randomBytes } from "node:crypto";
import { printFullSegment, printFullSnapshot } from "../src/objects/full-lines.ts";
import { type LogHead, replaceSnapshot } from "../src/objects/log-head.ts";
import { ObjectLog } from "../src/objects/object-log.ts";
import type { ObjectStore } from "../src/objects/object-store.ts";
import type { Store } from "../src/store/store.ts";

const noCommit = { revision: 0, id: null, at: 0 };

export class FullLogWriter {
  readonly log: ObjectLog;
  readonly #store: Store;
  #besides = 0;
  #head: LogHead | null = null;
  #tag: string | null = null;

  constructor(objects: ObjectStore, store: Store, key: Buffer | null = null) {
    this.log = new ObjectLog({ store: objects, name: "full", key, randomBytes, partBytes: 2_000 });
    this.#store = store;
  }

  async snapshot(): Promise<void> {
    const store = this.#store;
    const { head, last } = await store.end();
    const { revision, id: commit, at } = last ?? noCommit;
    this.#besides = await store.log.besides();
    const heading = { ...head, floor: await store.floor(), tables: store.format ?? 0 };
    const before = this.#head;
    const segments = before?.segments ?? 0;
    const position = { revision, segment: segments };
    const written = await this.log.putSnapshot(head.epoch, position, printFullSnapshot(store.log, heading));
    const own = { installation: "i", epoch: head.epoch, left: [], writer: "w", segments, revision, commit, at };
    const earlier = before === null ? [] : replaceSnapshot(before, 0);
    await this.#put({ ...own, beside: null, snapshot: { ...written, segment: segments, revision }, earlier });
  }

  /** @param options.isBeside false leaves people, keys and secrets for the next segment */
  async segment({ isBeside = true, through = Number.POSITIVE_INFINITY } = {}): Promise<void> {
    const before = this.#head;
    if (before === null) throw new Error("a snapshot comes first");
    const { last: latest } = await this.#store.end();
    const last = (await this.#store.commitAt(Math.min(latest?.revision ?? 0, through))) ?? noCommit;
    const beside = await this.#store.log.beside();
    const isChanged = isBeside && beside.besides !== this.#besides;
    if (isBeside) this.#besides = beside.besides;
    const later = (await this.#store.changesAfter(before.revision, 1_000)) ?? [];
    const commits = later.filter(({ revision }) => revision <= last.revision);
    const start = { after: before.revision, revision: last.revision, commit: last.id, at: last.at };
    const lines = await printFullSegment(this.#store.log, start, commits, isChanged ? beside : null);
    const segments = before.segments + 1;
    await this.log.putSegment(before.epoch, segments, lines);
    await this.#put({ ...before, segments, revision: last.revision, commit: last.id, at: last.at });
  }

  async #put(head: LogHead): Promise<void> {
    this.#tag = await this.log.putHead(head, this.#tag);
    this.#head = head;
  }
}
