/**
 * Durability of acknowledged commits under `kill -9`: starts a victim, kills it at a random moment, checks its files, and repeats
 * in the same directory. Power cuts are not covered: they depend on `synchronous = full`, which the store's own tests assert.
 */
import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { applyVictim } from "../apply-victim.ts";
import { storeVictim } from "../store-victim.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import type { Drill } from "./drill.ts";

/** A program that changes things until it is killed. */
export interface Victim {
  /** Prints a line with the revision of each change that was acknowledged, and only then. Its stdout is a pipe. */
  start(directory: string): ChildProcess;
  /**
   * Asserts that every revision after `verified` is there whole, and that the files are sound.
   * @returns the last revision
   */
  inspect(directory: string, verified: number): Promise<number>;
}

/** Results of all kills together. */
export interface KillResults {
  readonly kills: number;
  readonly acknowledged: number;
  /** Changes that were complete on the disk when the kill came, before they were acknowledged. */
  readonly unacknowledged: number;
}

export const kills: Drill = {
  name: "kills",
  rounds: 200,
  async run(rounds, random) {
    const tolls: string[] = [];
    for (const victim of [storeVictim, applyVictim]) {
      const toll = await killManyTimes(victim, rounds, random);
      tolls.push(
        `${toll.kills} kills: all ${toll.acknowledged} acknowledged revisions are there whole, none is half there; ` +
          `${toll.unacknowledged} more were whole before they could be acknowledged`,
      );
    }
    return tolls.join("; ");
  },
};

/** Kills a victim so many times in one directory. @throws AssertionError where something is missing or half there */
export function killManyTimes(victim: Victim, times: number, random: () => number): Promise<KillResults> {
  return inTemporaryDirectory(async (directory) => {
    let last = 0;
    let unacknowledged = 0;
    for (let count = 0; count < times; count++) {
      const acknowledged = await killOnce(victim, directory, last, random() * longestLife);
      last = await victim.inspect(directory, last);
      assert.ok(last === acknowledged || last === acknowledged + 1, `${acknowledged} was acknowledged, ${last} is there`);
      unacknowledged += last - acknowledged;
    }
    assert.equal(await victim.inspect(directory, 0), last);
    return { kills: times, acknowledged: last - unacknowledged, unacknowledged };
  });
}

/** The longest that a victim lives after its first acknowledged change, in milliseconds. */
const longestLife = 60;

/** @param life ms after its first acknowledged change @returns the last revision that was acknowledged */
async function killOnce(victim: Victim, directory: string, last: number, life: number): Promise<number> {
  const child = victim.start(directory);
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
