/** `kill -9` loses no acknowledged commit. Power cuts depend on `synchronous = full`, which the store's own tests assert. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { storeVictim } from "../store-victim.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import type { Drill } from "./drill.ts";

export const rounds = 200;

/** Kills the victim so many times in one directory. @throws AssertionError where something is missing or half there */
export const run: Drill["run"] = (rounds, random) =>
  inTemporaryDirectory(async (directory) => {
    let last = 0;
    let unacknowledged = 0;
    for (let count = 0; count < rounds; count++) {
      const acknowledged = await killOnce(directory, last, random() * longestLife);
      last = await storeVictim.inspect(directory, last);
      assert.ok(last === acknowledged || last === acknowledged + 1, `${acknowledged} was acknowledged, ${last} is there`);
      // It was complete on the disk when the kill came, before it was acknowledged.
      unacknowledged += last - acknowledged;
    }
    assert.equal(await storeVictim.inspect(directory, 0), last);
    return (
      `${rounds} kills: all ${last - unacknowledged} acknowledged revisions are there whole, none is half there; ` +
      `${unacknowledged} more were whole before they could be acknowledged`
    );
  });

/** The longest that a victim lives after its first acknowledged change, in milliseconds. */
const longestLife = 60;

/** @param life ms after its first acknowledged change @returns the last revision that was acknowledged */
async function killOnce(directory: string, last: number, life: number): Promise<number> {
  const child = storeVictim.start(directory);
  assert.ok(child.stdout);
  const ended = once(child, "exit");
  let acknowledged = last;
  for await (const line of createInterface(child.stdout)) {
    assert.equal(Number(line), acknowledged + 1, "revisions are acknowledged in order and without gaps");
    if (acknowledged === last) setTimeout(() => child.kill("SIGKILL"), life);
    acknowledged += 1;
  }
  const [, signal] = await ended;
  assert.equal(signal, "SIGKILL", "the victim ended by itself");
  assert.ok(acknowledged > last);
  return acknowledged;
}
