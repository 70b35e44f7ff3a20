/** A log `public` in memory, shipped step by step as a server would: for tests of its readers. */
import { randomBytes } from "node:crypto";
import { type LogHead, replaceSnapshot } from "../src/objects/log-head.ts";
import { ObjectLog } from "../src/objects/object-log.ts";
import type { ObjectStore } from "../src/objects/object-store.ts";
import { printPublicSegment, printPublicSnapshot } from "../src/objects/public-lines.ts";
import type { Change, LoggedCommit, Row } from "../src/store/store.ts";
import type { MemoryObjects } from "./memory-objects.ts";

export class ShippedLog<Objects extends ObjectStore = MemoryObjects> {
  readonly objects: Objects;
  readonly log: ObjectLog;
  /** Rows and commits of the store, shipped or not. */
  readonly rows = new Map<string, Row>();
  readonly commits: LoggedCommit[] = [];
  readonly left: string[] = [];
  epoch: string;
  #head: LogHead | null = null;

  constructor(objects: Objects, { epoch = "e1", key = null as Buffer | null } = {}) {
    this.objects = objects;
    this.log = new ObjectLog({ store: objects, name: "public", key, randomBytes, partBytes: 1_000 });
    this.epoch = epoch;
  }

  get revision(): number {
    return this.commits.at(-1)?.revision ?? 0;
  }

  /** Commits to the store, without shipping it. */
  commit(...changes: readonly Change[]): LoggedCommit {
    const revision = this.revision + 1;
    const commit = { revision, id: `${this.epoch}_${revision}`, at: revision * 1_000, actor: "ci", reason: "", changes };
    this.commits.push(commit);
    for (const change of changes) {
      const name = `${change.project} ${change.kind} ${change.id}`;
      if (change.value === null) this.rows.delete(name);
      else this.rows.set(name, { ...change, value: change.value, revision });
    }
    return commit;
  }

  /** The store gets a new epoch, as after a restore. */
  renew(epoch: string): void {
    this.left.push(this.epoch);
    this.epoch = epoch;
  }

  /** Ships what the store has and the log lacks as one segment; with `isWhole`, or as the first, as a snapshot. */
  async ship(isWhole = false): Promise<void> {
    const { log, epoch, revision, commits } = this;
    const before = this.#head?.epoch === epoch ? this.#head : null;
    const [commit, at] = [commits.at(-1)?.id ?? null, commits.at(-1)?.at ?? 0];
    let segments = before?.segments ?? 0;
    if (before !== null && before.revision < revision) {
      const later = commits.filter((one) => one.revision > before.revision);
      await log.putSegment(epoch, ++segments, printPublicSegment(before.revision, later));
    }
    let { snapshot, earlier = [] } = before ?? this.#head ?? {};
    if (isWhole || before === null || !snapshot) {
      const state = { head: { epoch, revision }, last: commits.at(-1) ?? null, zones: null, rows: this.rows.values() };
      const written = await log.putSnapshot(epoch, { revision, segment: segments }, printPublicSnapshot(state));
      if (this.#head) earlier = replaceSnapshot({ ...this.#head, segments: before ? segments : this.#head.segments }, 1);
      snapshot = { ...written, segment: segments, revision };
    }
    const end = { installation: "abc", epoch, left: this.left, revision, commit, at, writer: "w", beside: null };
    this.#head = { ...end, segments, snapshot, earlier };
    await log.putHead(this.#head, await log.headTag());
  }
}
