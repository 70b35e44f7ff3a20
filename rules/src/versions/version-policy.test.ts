import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { appVersion, versionOf } from "../../../server/test/arbitrary-version.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { pluck } from "../../../server/test/pluck.ts";
import type { Problem } from "../values/errors.ts";
import { compareVersions } from "./app-version.ts";
import { compilePolicy, decide, parsePolicy, type VersionPolicy, type VersionRule } from "./version-policy.ts";

const nothing: VersionPolicy = { minimum: null, recommended: null, blocked: [], exempt: [] };
const shop: VersionPolicy = {
  minimum: "2.4.0",
  recommended: "2.6.0",
  blocked: ["2.5.0", ">=2.5.3 <2.5.5", "3.0.0-beta.2", "1.0"],
  exempt: ["3.0.0-beta.2", "1.9.*"],
};

suite("a decision", () => {
  const cases: readonly [string, VersionRule, boolean][] = [
    ["3.0.0-beta.2", "exempt", false],
    ["1.9.7", "exempt", false],
    ["2.5.0", "blocked", true],
    ["2.5.0-rc.1", "blocked", true],
    ["2.5.4+9", "blocked", true],
    ["1.0.0", "blocked", true],
    ["2.3.9", "below_minimum", true],
    ["2.4.0-beta", "below_recommended", false],
    ["2.5.5", "below_recommended", false],
    ["2.6.0-beta", "current", false],
    ["2.6", "current", false],
    ["3.0.0-beta.1", "current", false],
  ];
  for (const [version, rule, forced] of cases)
    test(`${version} is ${rule}`, () => assert.deepEqual(decide(compilePolicy(shop), versionOf(version)), { forced, rule }));

  test("a policy with nothing in it is none", () =>
    assert.deepEqual(decide(compilePolicy(nothing), versionOf("1")), { forced: false, rule: "no_policy" }));

  test("a policy with a single rule that does not apply finds every version current", () => {
    for (const rule of [{ minimum: "0" }, { recommended: "0" }, { blocked: ["<1"] }, { exempt: ["<1"] }])
      assert.deepEqual(decide(compilePolicy({ ...nothing, ...rule }), versionOf("1")), { forced: false, rule: "current" });
  });

  test("recommended forces nothing, also where it is below the minimum", () => {
    const policy = compilePolicy({ ...nothing, minimum: "2", recommended: "1" });
    assert.equal(decide(policy, versionOf("0.9")).rule, "below_minimum");
    assert.equal(decide(policy, versionOf("2")).rule, "current");
    assert.equal(decide(compilePolicy({ ...nothing, recommended: "9" }), versionOf("1")).forced, false);
  });

  test("a minimum of numbers alone never forces a version above one that may run", () =>
    forAll([appVersion, appVersion, appVersion], (minimum, a, b) => {
      const policy = compilePolicy({ ...nothing, minimum: minimum.numbers.join(".") });
      const [low, high] = compareVersions(a, b) < 0 ? [a, b] : [b, a];
      assert.ok(decide(policy, low).forced || !decide(policy, high).forced);
    }));

  test("the answer is one of a few that are made once", () => {
    const policy = compilePolicy(shop);
    assert.equal(decide(policy, versionOf("2.5.0")), decide(policy, versionOf("1.0")));
    assert.ok(Object.isFrozen(decide(policy, versionOf("2.5.0"))));
  });
});

suite("reading", () => {
  test("an absent or null member is not set", () => {
    for (const value of [
      {},
      { minimum: null, recommended: null, blocked: null, exempt: null },
      { minimum: undefined, blocked: [] },
    ])
      assert.deepEqual(parse(value), { policy: nothing, problems: [] });
  });

  test("all problems are reported together, each with its path", () => {
    const { policy, problems } = parse({
      minimum: 2.1,
      recommended: "latest",
      blocked: ["2.5.0", "^1.2", 3, "2.5.0", { a: 1 }, ">=1  <2"],
      exempt: "3.0.0",
    });
    assert.deepEqual(pluck(problems, "path"), [
      "platforms.ios.minimum",
      "platforms.ios.recommended",
      "platforms.ios.blocked.1",
      "platforms.ios.blocked.2",
      "platforms.ios.blocked.3",
      "platforms.ios.blocked.4",
      "platforms.ios.blocked.5",
      "platforms.ios.exempt",
    ]);
    assert.deepEqual(policy, { ...nothing, blocked: ["2.5.0"] });
  });

  for (const number of [2.1, 0])
    test(`the number ${number} is refused, and has to be put in quotes as it was written`, () => {
      const problem = { path: "platforms.ios.minimum", message: "expected a version in quotes", quote: true };
      assert.deepEqual(parse({ minimum: number }).problems, [problem]);
      assert.deepEqual(parse({ blocked: [number] }).problems, [{ ...problem, path: "platforms.ios.blocked.0" }]);
    });

  for (const number of [-1, 1e21])
    test(`the number ${number} would be no version in quotes either`, () => {
      const problem = { path: "platforms.ios.minimum", message: 'expected a version in quotes, such as "2.10"' };
      assert.deepEqual(parse({ minimum: number }).problems, [problem]);
    });

  for (const value of ["", "2.*", "2.5.x", ">=2", true, [], ["2"], {}, new Date(0), `1-${"a".repeat(63)}`])
    test(`${JSON.stringify(value)} is no minimum`, () => {
      const { policy, problems } = parse({ minimum: value });
      assert.equal(policy.minimum, null);
      assert.deepEqual(problems, [{ path: "platforms.ios.minimum", message: 'expected a version in quotes, such as "2.10"' }]);
    });

  const spellings: readonly [string, string][] = [
    ["V1.2", "1.2"],
    ["2.5.0(45)", "2.5.0+45"],
    ["2.4.0 50", "2.4.0+50"],
    ["2.1.0.foss", "2.1.0-foss"],
    [" 1.2.3", "1.2.3"],
  ];
  for (const [text, spelled] of [...spellings, ["2.5.x", "2.5.*"], [">= 2.5.0 (45) <V3", ">=2.5.0+45 <3"]] as const)
    test(`${text} is refused, and ${spelled} suggested`, () => {
      const { policy, problems } = parse({ minimum: text, exempt: [text] });
      assert.deepEqual([policy.minimum, policy.exempt], [null, []]);
      const suggested = problems.filter(({ message }) => message.endsWith(`: write "${spelled}"`));
      assert.equal(suggested.length, spellings.some(([one]) => one === text) ? 2 : 1);
    });

  test("an invalid entry is reported with the three valid forms", () =>
    assert.match(parse({ exempt: ["~1"] }).problems[0]?.message ?? "", /"2\.5\.0".*"2\.5\.\*".*8 comparators/));

  test("a duplicate entry is reported with the position of the first; another spelling of it is not a duplicate", () => {
    assert.deepEqual(parse({ blocked: ["1", "2", "1.0", "1"] }).problems, [
      { path: "platforms.ios.blocked.3", message: "expected each entry once: this one equals platforms.ios.blocked.0" },
    ]);
    assert.deepEqual(parse({ blocked: ["1"], exempt: ["1"] }).problems, []);
  });

  test("500 entries are read and 501 refused, with the problems of the first 500", () => {
    const entries = Array.from({ length: 500 }, (_, i) => `1.${i}`);
    assert.equal(parse({ blocked: entries }).policy.blocked.length, 500);
    const { problems } = parse({ blocked: ["x", ...entries] });
    assert.deepEqual(pluck(problems, "path"), ["platforms.ios.blocked", "platforms.ios.blocked.0"]);
    assert.match(problems[0]?.message ?? "", /at most 500/);
  });

  test("a text that no parser let through is a defect", () => {
    assert.throws(() => compilePolicy({ ...nothing, minimum: "x" }), { code: "internal" });
    assert.throws(() => compilePolicy({ ...nothing, exempt: ["x"] }), { code: "internal" });
  });
});

function parse(value: Readonly<Record<string, unknown>>): { policy: VersionPolicy; problems: Problem[] } {
  const problems: Problem[] = [];
  return { policy: parsePolicy(value, "platforms.ios", problems), problems };
}
