/**
 * A process that ships to a folder is paused at a random instant. Another one restores its store from there and takes over; then the
 * first one resumes. The log never goes back, and whatever is restored from it is the beginning of what was acknowledged.
 */
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { LogHead } from "../../src/objects/log-head.ts";
import { ObjectLog } from "../../src/objects/object-log.ts";
import { openObjectStore } from "../../src/objects/open-objects.ts";
import { restoreFromObjects } from "../../src/objects/restore-log.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { shipPaused } from "../objects/paused-writers.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import { until } from "../until.ts";
import type { Drill } from "./drill.ts";

/** Runs at the same time: most of each is a pause. */
const atOnce = 4;
/** Runs on a made-up timeline for each with processes. */
const madeUp = 5;

export const rounds = 200;

export const run: Drill["run"] = async (rounds, random) => {
  for (let round = 0; round < madeUp * rounds; round++) await shipPaused(random);
  const sum = { heads: 0, acknowledged: 0, unshipped: 0 };
  let left = rounds;
  const turns = Array.from({ length: atOnce }, async () => {
    while (left-- > 0) {
      const { heads, acknowledged, unshipped } = await inTemporaryDirectory((directory) => runRound(directory, random));
      sum.heads += heads;
      sum.acknowledged += acknowledged;
      sum.unshipped = Math.max(sum.unshipped, unshipped);
    }
  });
  await Promise.all(turns);
  return (
    `${madeUp * rounds} runs in one process, and ${rounds} with two: ${sum.acknowledged} commits, ${sum.heads} heads, none went back; ` +
    `at most ${sum.unshipped} commits of a paused process were not shipped`
  );
};

class Writer {
  readonly child: ChildProcess;
  readonly acknowledged: string[] = [];
  epoch = "";
  /** Commits that it began with. */
  restored = 0;

  constructor(url: string, directory: string) {
    this.child = fork(join(import.meta.dirname, "..", "objects", "shipping-writer.ts"), [url, directory]);
    this.child.on("message", (message: { epoch?: string; restored?: readonly string[]; id?: string }) => {
      if (message.id !== undefined) this.acknowledged.push(message.id);
      else {
        this.epoch = message.epoch ?? "";
        this.restored = this.acknowledged.push(...(message.restored ?? []));
      }
    });
  }

  async end(signal: "SIGKILL" | null): Promise<void> {
    const ended = once(this.child, "exit");
    if (signal === null) this.child.send("stop");
    else this.child.kill(signal);
    await ended;
  }
}

async function runRound(directory: string, random: () => number) {
  const folder = join(directory, "mount");
  mkdirSync(folder);
  const url = pathToFileURL(folder).href;
  const store = await openObjectStore(url);
  const log = new ObjectLog({ store, name: "full", key: null, randomBytes });
  let [heads, isOver] = [0, false];
  const revisions = new Map<string, number>();
  let last: LogHead | null = null;
  const watching = (async () => {
    while (!isOver) {
      const { head } = (await log.head()) ?? {};
      if (head && head !== last) {
        assert.ok(head.revision >= (revisions.get(head.epoch) ?? 0), `${head.epoch} went back to ${head.revision}`);
        revisions.set(head.epoch, head.revision);
        heads++;
        last = head;
      }
      await sleep(10);
    }
  })();
  const first = new Writer(url, join(directory, "first"));
  await until(() => last !== null && first.acknowledged.length > 0);
  await sleep(random() * 3_000);
  first.child.kill("SIGSTOP");
  const pausedAt = first.acknowledged.length;
  const second = new Writer(url, join(directory, "second"));
  await until(() => second.epoch !== "");
  const { restored } = second;
  await sleep(1_000 + random() ** 2 * 29_000);
  first.child.kill("SIGCONT");
  await sleep(500 + random() * 2_000);
  await second.end(null);
  await first.end("SIGKILL");
  isOver = true;
  await watching;
  // One of them says that the store was restored.
  assert.deepEqual(second.acknowledged.slice(0, restored - 1), first.acknowledged.slice(0, restored - 1));
  await restoreFromObjects(url, null, {
    ...{ directory: join(directory, "third"), isForced: false, until: null, now: Date.now(), randomBytes },
  });
  const third = await openSqliteStore({ directory: join(directory, "third") });
  assert.equal((await third.end()).renewedFrom, second.epoch);
  const ids: (string | null)[] = [];
  for (let commits = await third.changesAfter(0, 1_000); commits?.length; commits = await third.changesAfter(ids.length, 1_000))
    ids.push(...commits.map(({ id }) => id));
  await third.close();
  assert.deepEqual(ids.slice(0, -1), second.acknowledged);
  const acknowledged = first.acknowledged.length + second.acknowledged.length - restored;
  return { heads, acknowledged, unshipped: pausedAt - (restored - 1) };
}
