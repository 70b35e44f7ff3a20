/** Deletes the disk of a server under load again and again, with each kind of object store that can run here. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type ForeignS3, foreignS3, missingS3, startForeignS3 } from "../objects/foreign-s3.ts";
import { type LostDisks, loseDisks } from "../objects/lost-disks.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import type { Drill } from "./drill.ts";

/** The longest that a server lives after its first change was shipped, in milliseconds. */
const life = 5_000;
/** Milliseconds of acknowledged changes that a disk may take with it. */
const mostLost = 5_000;

export const rounds = 60;

export const run: Drill["run"] = async (rounds, random) => {
  const buckets = (Object.keys(foreignS3) as ForeignS3[]).filter((program) => missingS3(program) === false);
  const disks = Math.ceil(rounds / (buckets.length + 1));
  const lose = (url: string) => inTemporaryDirectory((root) => loseDisks({ url, root, disks, random, life, isPausing: true }));
  const texts = [
    await inTemporaryDirectory(async (root) => {
      const folder = join(root, "objects");
      mkdirSync(folder, { recursive: true });
      return describe("a folder", await lose(pathToFileURL(folder).href));
    }),
  ];
  for (const program of buckets) {
    await using bucket = await startForeignS3(program);
    texts.push(describe(program, await lose(bucket.url)));
  }
  return texts.join("; ");
};

function describe(place: string, { disks, paused, acknowledged, lost, longestLoss, longestStart }: LostDisks): string {
  assert.ok(longestLoss <= mostLost, `${place}: changes of ${longestLoss.toFixed(0)} ms are lost`);
  return (
    `${place}: ${disks} disks (${paused} of paused servers), ${acknowledged} acknowledged changes whole and in order, ${lost} lost, ` +
    `${longestLoss.toFixed(0)} ms at most, listening after ${longestStart.toFixed(0)} ms at most`
  );
}
