/**
 * Processes that write the same object in a folder, and are paused and killed at random instants: nothing older replaces anything newer,
 * no addition counts twice, and readers always find a whole object.
 */
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { openObjectStore } from "../../src/objects/open-objects.ts";
import { counterKey, parseCounter } from "../objects/counter.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import { until } from "../until.ts";
import type { Drill } from "./drill.ts";

const writers = 3;
/** Pauses and kills in a round. */
const blows = 6;

export const objects: Drill = {
  name: "objects",
  rounds: 20,
  async run(rounds, random) {
    const sum = { counted: 0, paused: 0, killed: 0 };
    for (let round = 0; round < rounds; round++) {
      const { counted, paused, killed } = await inTemporaryDirectory((directory) => runRound(join(directory, "mount"), random));
      sum.counted += counted;
      sum.paused += paused;
      sum.killed += killed;
    }
    return `${sum.counted} replacements by ${writers} processes, ${sum.paused} times paused and ${sum.killed} killed: none went back`;
  },
};

async function runRound(folder: string, random: () => number) {
  mkdirSync(folder);
  const url = pathToFileURL(folder).href;
  const store = await openObjectStore(url);
  const acknowledged = new Map<number, string>();
  const twice: number[] = [];
  let names = 0;
  const start = (): ChildProcess => {
    const name = `writer-${++names}`;
    const child = fork(join(import.meta.dirname, "..", "objects", "counting-writer.ts"), [url, name]);
    child.on("message", (count: number) => {
      if (acknowledged.has(count)) twice.push(count);
      acknowledged.set(count, name);
    });
    return child;
  };
  const kill = async (child: ChildProcess) => {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  const running = Array.from({ length: writers }, start);
  let [last, isOver] = [0, false];
  const watching = (async () => {
    while (!isOver) {
      const found = await store.get(counterKey);
      if (found === null) assert.equal(last, 0);
      else {
        const { count, writer } = parseCounter(found.bytes);
        assert.ok(count >= last, `${count} by ${writer} came after ${last}`);
        last = count;
      }
    }
  })();
  let [paused, killed] = [0, 0];
  try {
    for (let blow = 0; blow < blows; blow++) {
      await Promise.race([watching, sleep(50 + random() * 300)]);
      const place = Math.floor(random() * writers);
      const child = running[place] as ChildProcess;
      assert.equal(child.exitCode, null, `a writer ended by itself with ${child.exitCode}`);
      if (random() < 0.5) {
        killed++;
        await kill(child);
        running[place] = start();
      } else {
        paused++;
        const before = last;
        child.kill("SIGSTOP");
        // Others continue, although the paused one may have the lock: the next pause is another's.
        await until(() => last > before + 3);
        child.kill("SIGCONT");
      }
    }
  } finally {
    for (const child of running) await kill(child);
    isOver = true;
    await watching;
  }
  const { count, writer } = parseCounter((await store.get(counterKey))?.bytes ?? Buffer.alloc(0));
  assert.deepEqual(twice, []);
  for (const [counted, name] of acknowledged) assert.ok(counted < count || (counted === count && name === writer));
  // Only a writer that was killed, or paused for longer than its time, can have written without saying so.
  assert.ok(count - acknowledged.size <= killed + paused + writers, `${count} is more than ${acknowledged.size} additions`);
  await store.put("counters/next", Buffer.from("1"), null);
  const left = (await readdir(join(folder, ".writing"))).length;
  assert.ok(left <= 2 * (killed + writers), `${left} folders of writes were left`);
  return { counted: count, paused, killed };
}
