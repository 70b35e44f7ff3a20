import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../test/for-all.ts";
import { printExample, RefusedQueryCounts, sumRefusedQueries } from "./refused-query-counts.ts";
import { hourMs, hourNumber } from "./request-counter.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");
const hour = hourNumber(noon);
const key = { project: "shop", key: "k_a" };

test("the first example of a key, code and hour stays, and the count goes on", () => {
  const counts = new RefusedQueryCounts();
  const ask = (sent: string, at = noon, of = key) => counts.count({ key: of, code: "invalid_version", sent }, at);
  for (const sent of ["2.5.0(beta)", "latest", "10.0 beta 1"]) ask(sent);
  ask("latest", noon + hourMs);
  ask("dev", noon, { ...key, key: "k_b" });
  const rest = { ...key, code: "invalid_version" } as const;
  assert.deepEqual(counts.take(), [
    { ...rest, hour, count: 3, example: "2.5.0(beta)" },
    { ...rest, hour: hour + 1, count: 1, example: "latest" },
    { ...rest, key: "k_b", hour, count: 1, example: "dev" },
  ]);
  assert.deepEqual(counts.take(), []);
});

test("counts of a deleted key are forgotten, and those of more than a day ago", () => {
  const counts = new RefusedQueryCounts();
  for (const at of [noon - 24 * hourMs, noon - 23 * hourMs, noon])
    for (const each of ["k_a", "k_b"]) counts.count({ key: { ...key, key: each }, code: "unknown_platform", sent: "nokia" }, at);
  counts.forget("shop", "k_b");
  counts.forgetOld(noon);
  const actual = counts.take().map((counted) => [counted.key, counted.hour - hour]);
  assert.deepEqual(actual, [
    ["k_a", -23],
    ["k_a", 0],
  ]);
});

test("sums have the last 24 hours, oldest first, and the first example of the latest hour", () => {
  const counted = (at: number, count: number, example: string) => ({
    ...key,
    code: "invalid_version" as const,
    hour: hour + at,
    count,
    example,
  });
  const all = [
    counted(0, 3, "stored"),
    counted(-23, 2, "old"),
    counted(-24, 9, "over"),
    counted(1, 9, "next"),
    counted(0, 4, "new"),
  ];
  assert.deepEqual(sumRefusedQueries(all, noon), [
    { ...key, code: "invalid_version", hours: [2, ...new Array(22).fill(0), 7], example: "stored" },
  ]);
});

test("an example shows every character, hides a credential, and ends after 64", () => {
  assert.equal(printExample("10.0 beta 1"), "10.0 beta 1");
  assert.equal(printExample("२.२.० <b>é日本</b>"), "२.२.० <b>é日本</b>");
  assert.equal(printExample("\u0000%zz"), "\\u{0}%zz");
  assert.equal(printExample("2\u001b[31m\u202e\u00a0\u{e0041}\n"), "2\\u{1b}[31m\\u{202e}\\u{a0}\\u{e0041}\\u{a}");
  assert.equal(printExample(`key dbr_${"A1".repeat(18)}.`), "key dbr_….");
  assert.equal(printExample("1".repeat(64)), "1".repeat(64));
  assert.equal(printExample("1".repeat(65)), `${"1".repeat(63)}…`);
  assert.equal(printExample("😀".repeat(70)), `${"😀".repeat(63)}…`);
});

test("whatever is sent, an example is visible and short, and printing it again changes nothing", () => {
  const pieces = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("dbr_", "\u0000", "\ud800", "…", "\\", "1".repeat(70)));
  forAll([fc.array(pieces, { maxLength: 12 })], (some) => {
    const example = printExample(some.join(""));
    assert.ok([...example].length <= 64);
    assert.doesNotMatch(example, /[\p{C}\p{Zl}\p{Zp}]/u);
    assert.equal(printExample(example), example);
  });
});
