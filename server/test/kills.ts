/**
 * Does what was acknowledged survive `kill -9`? `node server/test/kills.ts [--times 200]` starts a victim, kills it at a
 * random moment, looks at what it left, and again in the same directory. What a power cut takes is another question:
 * that rests on `synchronous = full`, which the store's own tests assert.
 */
import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { applyVictim } from "./apply-victim.ts";

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

/** What all the kills together found. */
export interface Toll {
  readonly kills: number;
  readonly acknowledged: number;
  /** Changes that were complete on the disk when the kill came, before they were acknowledged. */
  readonly unacknowledged: number;
}

/** Kills a victim so many times in one directory. @throws AssertionError where something is missing or half there */
export async function killManyTimes(victim: Victim, times: number): Promise<Toll> {
  const directory = mkdtempSync(join(tmpdir(), "drawbridge-kills-"));
  try {
    let last = 0;
    let unacknowledged = 0;
    for (let kills = 0; kills < times; kills++) {
      const acknowledged = await killOnce(victim, directory, last);
      last = await victim.inspect(directory, last);
      assert.ok(last === acknowledged || last === acknowledged + 1, `${acknowledged} was acknowledged, ${last} is there`);
      unacknowledged += last - acknowledged;
    }
    assert.equal(await victim.inspect(directory, 0), last);
    return { kills: times, acknowledged: last - unacknowledged, unacknowledged };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The longest that a victim lives after its first acknowledged change, in milliseconds. */
const longestLife = 60;

/** @returns the last revision that was acknowledged */
async function killOnce(victim: Victim, directory: string, last: number): Promise<number> {
  const child = victim.start(directory);
  assert.ok(child.stdout);
  const ended = once(child, "exit");
  let acknowledged = last;
  for await (const line of createInterface(child.stdout)) {
    assert.equal(Number(line), acknowledged + 1, "revisions are acknowledged in order and without gaps");
    if (acknowledged === last) setTimeout(() => child.kill("SIGKILL"), Math.random() * longestLife);
    acknowledged += 1;
  }
  const [, signal] = await ended;
  assert.equal(signal, "SIGKILL", "the victim ended by itself");
  assert.ok(acknowledged > last);
  return acknowledged;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { times: { type: "string", default: "200" } } });
  const { kills, acknowledged, unacknowledged } = await killManyTimes(applyVictim, Number(values.times));
  console.log(
    `${kills} kills: all ${acknowledged} acknowledged revisions are there whole, none is half there; ` +
      `${unacknowledged} more were whole before they could be acknowledged.`,
  );
}
