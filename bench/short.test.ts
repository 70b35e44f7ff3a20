/** Checks that the benchmarks run and print their results. Results depend on the machine, so no test asserts them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { benchReads } from "./read.ts";
import { benchDays } from "./replay.ts";
import { benchScale } from "./scale.ts";
import { benchStop } from "./stop.ts";
import { benchWindows } from "./windows.ts";

test("the benchmark of reads asks every kind of question, beside servers with fixed bytes", async () => {
  let printed = "";
  const results = await benchReads({ rounds: 1, ms: 40, connections: 8, print: (text) => (printed += text) });
  const names = results.map(({ name }) => name).filter((name) => name !== "nginx");
  const asked = ["one question", "one question of /gate", "1 000 versions", "never asked"];
  assert.deepEqual(names, [
    "node:http",
    "node:net",
    ...asked,
    "never asked, 1 000 windows",
    "/gate, never asked",
    "not modified",
    "unknown keys",
  ]);
  for (const name of [...names, "CPU µs/request", "p99 µs", "RSS MB"]) assert.ok(printed.includes(name), printed);
});

test("the benchmark of a large installation starts one, reads from it and edits it", async () => {
  let printed = "";
  const scale = await benchScale(50, 5, (text) => (printed += text));
  for (const value of [scale.readyMs, scale.rssMb, scale.firstReadMs, scale.firstEdit.blockedMs, scale.nextEdits.ms])
    assert.ok(value > 0, printed);
  assert.match(printed, /50 projects × 5 instances/);
});

test("the benchmark of recurring windows changes one in every other round, and each instance has its answer then", async () => {
  let printed = "";
  const longest = await benchWindows({ instances: 20, rules: 7, rounds: 2, ms: 60, print: (text) => (printed += text) });
  assert.ok(longest > 0, printed);
  for (const text of ["quiet", "changing", "p99 µs", "20 instances × 5 of 7 recurring windows"])
    assert.ok(printed.includes(text), printed);
});

test("the replay of a day has the requests that docs/sizing.md shows", async () => {
  const page = readFileSync(join(import.meta.dirname, "..", "docs", "sizing.md"), "utf8");
  const shown = Array.from(page.matchAll(/^\| (\d[\d,]*) \| ([\d,]+) \| ([\d.]+) \| ([\d.]+) \|/gm), ([, ...cells]) => cells);
  const rows = await benchDays(
    shown.map(([users = ""]) => Number(users.replaceAll(",", ""))),
    { ms: 20, print: () => undefined },
  );
  assert.deepEqual(
    rows.map((cells) => cells.slice(0, 4)),
    shown,
  );
  assert.equal(rows.length, 3);
  for (const cells of rows) for (const cell of cells) assert.ok(Number(cell.replaceAll(",", "")) >= 0, cell);
});

test("no request fails when the program stops under full load", async () => {
  // One stop of three resets no connection: a machine that takes the core away can fill the queue of the port again.
  const stops = await benchStop({ rounds: 3, connections: 64, ms: 700, print: console.log });
  assert.equal(stops.length, 3);
  for (const { answered, refused, failed, told, code } of stops) {
    assert.deepEqual([failed, refused, code], [[], 0, 0]);
    // Connections that come while the queue of the port is emptied get it too.
    assert.ok(told >= 64, `${told} connections were told by an answer`);
    assert.ok(answered > 64, String(answered));
  }
  assert.equal(Math.min(...stops.map(({ unaccepted }) => unaccepted)), 0);
});
