import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { appVersion, entryText, versionOf, versionText } from "../../../server/test/arbitrary-version.ts";
import { randomFrom } from "../../../server/test/drills/drill.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { costOf } from "../../../server/test/work-cost.ts";
import type { AppVersion } from "./app-version.ts";
import { DecisionIndex } from "./decision-index.ts";
import { boundaryVersions, entryBounds } from "./version-entry.ts";
import { compilePolicy, decide, type VersionPolicy } from "./version-policy.ts";

const nothing: VersionPolicy = { minimum: null, recommended: null, blocked: [], exempt: [] };

/** Both answers for each version, which must be the same object. */
function assertSame(form: VersionPolicy, versions: Iterable<AppVersion>): number {
  const policy = compilePolicy(form);
  const index = new DecisionIndex(policy);
  let checked = 0;
  for (const version of versions) {
    checked += 1;
    const [expected, found] = [decide(policy, version), index.decide(version)];
    if (found !== expected) assert.equal(found.rule, expected.rule, `${version.text} with ${JSON.stringify(form)}`);
  }
  return checked;
}

function boundsIn(form: VersionPolicy): AppVersion[] {
  const { minimum, recommended, blocked, exempt } = compilePolicy(form);
  return [...[minimum, recommended].filter((bound) => bound !== null), ...[...blocked, ...exempt].flatMap(entryBounds)];
}

test("random policies with pre-releases, builds and every operator decide versions at their boundaries as the rules do", () => {
  const policies = fc.record({
    minimum: fc.option(versionText),
    recommended: fc.option(versionText),
    blocked: fc.uniqueArray(entryText, { maxLength: 8 }),
    exempt: fc.uniqueArray(entryText, { maxLength: 8 }),
  });
  forAll([policies, fc.array(appVersion, { maxLength: 20 })], (policy, versions) => {
    assertSame(policy, [...versions, ...boundaryVersions(boundsIn(policy)).take(2_000)]);
  });
});

/** 500 + 500 entries of all forms, near each other; some with a pre-release or build. */
function longPolicy(next: () => number): VersionPolicy {
  const number = (below: number) => Math.floor(next() * below);
  const pick = (...texts: readonly string[]) => texts[number(texts.length)] ?? "";
  const version = () => `${number(9)}.${number(30)}.${number(9)}${pick("", "", "", "", "-rc.1", "-b", "+50", "-rc.1+7")}`;
  const entry = () => {
    const [major, minor] = [number(9), number(30)];
    return pick(
      version(),
      `${major}.${minor}.${number(9)}.*`,
      `${pick("=", ">", ">=")}${version()} <${major}.${minor}`,
      `>${major}.${minor} <=${major}.${minor + number(2)}.${number(9)}${pick("", "-rc.1")}`,
    );
  };
  const list = () => [...new Set(Array.from({ length: 2_000 }, entry))].slice(0, 500);
  return { minimum: version(), recommended: version(), blocked: list(), exempt: list() };
}

test("500 blocked and 500 exempt entries decide versions at all their boundaries as the rules do", () => {
  let checked = 0;
  for (const seed of [1, 2, 3]) {
    const policy = longPolicy(randomFrom(seed));
    checked += assertSame(policy, boundaryVersions(boundsIn(policy)));
  }
  assert.ok(checked > 15_000, `${checked} versions`);
});

test("compiling and asking cost little for the longest policies", () => {
  const comparators = (start: number) => Array.from({ length: 8 }, (_, i) => `>${start}.${i}.1-rc.1+5`).join(" ");
  const long = Array.from({ length: 500 }, (_, i) => comparators(i));
  const policy = compilePolicy({ ...nothing, blocked: long, exempt: long });
  const version = versionOf("400.7.1-rc.1+6");
  const compiling = costOf(() => new DecisionIndex(policy), 4);
  console.log(`8 000 bounds: compiled for ${compiling.toFixed(0)} million steps`);
  assert.ok(compiling < 100, `${compiling} million steps`);
  const index = new DecisionIndex(policy);
  assert.equal(index.decide(version), decide(policy, version));
});
