/** Deletes the disk of a server under load again and again. */
import assert from "node:assert/strict";
import { loseDisks } from "../objects/lost-disks.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import type { Drill } from "./drill.ts";

/** The longest that a server lives after its first change was shipped, in milliseconds. */
const life = 5_000;
/** Milliseconds of acknowledged changes that a disk may take with it. */
const mostLost = 5_000;

/** A round is a disk. */
export const rounds = 60;

export const run: Drill["run"] = async (disks, random) => {
  const { paused, acknowledged, lost, longestLoss, longestStart } = await inTemporaryDirectory((root) =>
    loseDisks({ root, disks, random, life, isPausing: true }),
  );
  assert.ok(longestLoss <= mostLost, `changes of ${longestLoss.toFixed(0)} ms are lost`);
  return (
    `${disks} disks (${paused} of paused servers), ${acknowledged} acknowledged changes whole and in order, ${lost} lost, ` +
    `${longestLoss.toFixed(0)} ms at most, listening after ${longestStart.toFixed(0)} ms at most`
  );
};
