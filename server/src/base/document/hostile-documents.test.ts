import assert from "node:assert/strict";
import { test } from "node:test";
import { parseManifest } from "drawbridge-rules/changes/manifest.ts";
import { ProblemList } from "drawbridge-rules/values/errors.ts";
import { hostileShapes } from "../../../test/hostile-documents.ts";
import { runSeed } from "../../../test/run-seed.ts";
import { DocumentBuilder } from "./document-builder.ts";
import { manifestValueLimit } from "./document-events.ts";
import { createTextDocument, readText, type Syntax } from "./read-text.ts";

/** Scale of the shorter text. `HOSTILE_SCALE=2` tests every shape, not only the third of the seed; `=16` takes minutes. */
const scale = Number(process.env.HOSTILE_SCALE ?? 1);
const length: Readonly<Record<Syntax, number>> = { json: scale * 64 * 1024, yaml: scale * 8 * 1024 };
/**
 * The longer text is doubled twice: quadratic cost is then distinguishable from linear cost, even with noise. It is compared with
 * four readings of the shorter text, so that both leave the same garbage.
 */
const most = 2.5 ** 2;
/** Milliseconds of CPU below which readings are not compared: the clock counts in steps of up to 4. */
const noise = 20;
/** A measurement disturbed by others is repeated: cost that grows faster than the text exceeds the bound each time. */
const samples = 3;

/** Reads a text as the server does, up to the problems that an answer would list. */
function readWhole(syntax: Syntax, text: string): number {
  const problems = new ProblemList();
  const read = createTextDocument(readText(syntax, text, new DocumentBuilder(manifestValueLimit)));
  problems.addAll(read.problems);
  if (read.document !== undefined) parseManifest(read.document, problems);
  const located = read.locate(problems.kept);
  for (const { path, pointer = "" } of located) assert.ok(path.length <= 500 && pointer.length <= 1_000, path);
  return located.length;
}

/** Milliseconds of this thread's CPU for that many readings. */
function cost(syntax: Syntax, text: string, readings: number): number {
  const before = process.threadCpuUsage();
  for (let i = 0; i < readings; i++) readWhole(syntax, text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

for (const syntax of ["json", "yaml"] as const) {
  const shapes = Object.entries(hostileShapes[syntax]).filter((_, index) => scale > 1 || (index + runSeed) % 3 === 0);
  for (const [name, shape] of shapes)
    test(`${syntax}, ${name}: twice the length costs at most 2.5 times as much`, () => {
      const [short, long] = [shape(length[syntax]), shape(4 * length[syntax])];
      readWhole(syntax, long);
      let [once, again] = [0, Infinity];
      for (let i = 0; i < samples && again > Math.max((most / 4) * once, noise); i++)
        [once, again] = [cost(syntax, short, 4), cost(syntax, long, 1)];
      if (process.env.SHOW_COSTS) process.stderr.write(`${syntax} ${name}: ${once.toFixed(1)} ${again.toFixed(1)}\n`);
      assert.ok(again <= Math.max((most / 4) * once, noise), `${once.toFixed(1)} ms, then ${again.toFixed(1)} ms`);
      const problems = createTextDocument(readText(syntax, long, new DocumentBuilder(manifestValueLimit))).problems;
      assert.ok(problems.length <= 101);
    });
}
