import assert from "node:assert/strict";
import { test } from "node:test";
import { forAll } from "../../../server/test/for-all.ts";
import { smallPolicy, smallWorld } from "../../../server/test/small-version-world.ts";
import type { AppVersion } from "../versions/app-version.ts";
import { emptyPolicy } from "../versions/platform.ts";
import { boundaryVersions, entryBounds } from "../versions/version-entry.ts";
import { compilePolicy, decide, type VersionPolicy } from "../versions/version-policy.ts";
import { isInRange, rangesByKey } from "./version-range.ts";

/** Ranges of two policies, by the rules before and after. */
function rangesBetween(before: VersionPolicy, after: VersionPolicy) {
  const sides = [before, after].map(compilePolicy);
  const bounds = sides.flatMap(({ minimum, recommended, blocked, exempt }) => [
    ...[minimum, recommended].filter((bound) => bound !== null),
    ...[...blocked, ...exempt].flatMap(entryBounds),
  ]);
  const keyOf = (version: AppVersion) => sides.map((policy) => decide(policy, version).rule).join(" ");
  const versions = [...bounds, ...boundaryVersions(bounds)];
  return { ranges: rangesByKey(versions, bounds, keyOf), keyOf, bounds };
}

/** Without builds: those compare across pre-releases, so that no order of versions has their ranges. */
const policy = smallPolicy().map(({ minimum, recommended, blocked, exempt }): VersionPolicy => {
  const plain = (text: string | null) => (text?.includes("+") ? null : text);
  const [some, others] = [blocked, exempt].map((list) => list.filter((text) => !text.includes("+")));
  return { minimum: plain(minimum), recommended: plain(recommended), blocked: some ?? [], exempt: others ?? [] };
});

test("the ranges tell of every version exactly what the rules decide, before and after, with bounds of the policies alone", () => {
  const world = smallWorld();
  forAll([policy, policy], 300, (before, after) => {
    const { ranges, keyOf, bounds } = rangesBetween(before, after);
    const all = [...ranges].flatMap(([key, own]) => own.map((range) => ({ key, range })));
    const known = new Set(bounds);
    for (const { range } of all)
      for (const end of [range.from, range.to, ...range.except]) if (end !== null) assert.ok(known.has(end), end.text);
    for (const version of world) {
      const found = all.filter(({ range }) => isInRange(version, range)).map(({ key }) => key);
      assert.deepEqual(found, [keyOf(version)], version.text);
    }
  });
});

function shown(before: Partial<VersionPolicy>, after: Partial<VersionPolicy>, key: string): string[] {
  const { ranges } = rangesBetween({ ...emptyPolicy, ...before }, { ...emptyPolicy, ...after });
  return (ranges.get(key) ?? []).map(({ from, to, inclusive, except }) =>
    [from?.text ?? "", inclusive ? "<=" : "<", to?.text ?? "", ...except.map(({ text }) => `-${text}`)].join(" "),
  );
}

test("a raised minimum is one range, around the versions that were blocked before", () => {
  const blocked = ["2.5.3"];
  assert.deepEqual(shown({ minimum: "2.4.0", blocked }, { minimum: "25.0", blocked }, "current below_minimum"), [
    "2.4.0 < 25.0 -2.5.3",
  ]);
  assert.deepEqual(shown({}, { blocked: ["2.5.3", ">2.6 <=2.7"] }, "no_policy blocked"), ["2.5.3 <= 2.5.3", "2.6 <= 2.7 -2.6"]);
});
