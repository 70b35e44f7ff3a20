import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import fc from "fast-check";
import { anyText, appVersion, askedText, versionOf, versionText } from "../../../server/test/arbitrary-version.ts";
import { forAll } from "../../../server/test/for-all.ts";
import {
  type AppVersion,
  canonicalText,
  compareToBound,
  compareVersions,
  osInterval,
  parseAskedVersion,
  parseOs,
  parseVersion,
} from "./app-version.ts";
import { compilePolicy, namedVersions } from "./version-policy.ts";

interface Vectors {
  readonly below: readonly {
    readonly minimum: string;
    readonly current: string;
    readonly below: boolean;
    readonly why?: string;
  }[];
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
  readonly asked: readonly { readonly asked: string; readonly as: string }[];
  readonly asked_invalid: readonly string[];
}

interface Histories {
  readonly apps: Readonly<Record<string, readonly { readonly version: string }[]>>;
}

const vectors: Vectors = read("versions.json");
const histories: Histories = read("release-histories.json");

suite("vectors", () => {
  for (const { minimum, current, below, why } of vectors.below)
    test(`${current} is ${below ? "" : "not "}below ${minimum}${why === undefined ? "" : `: ${why}`}`, () =>
      assert.equal(compareToBound(versionOf(current), versionOf(minimum)) < 0, below));
  for (const text of vectors.valid) test(`${JSON.stringify(text)} is a version`, () => assert.ok(parseAskedVersion(text)));
  for (const text of vectors.invalid)
    test(`${JSON.stringify(text)} is not a version`, () => assert.equal(parseAskedVersion(text), null));
  for (const { asked, as } of vectors.asked)
    test(`an app may send ${JSON.stringify(asked)} for ${as}`, () => {
      assert.deepEqual(parseAskedVersion(asked), versionOf(as));
      assert.equal(parseVersion(asked), null);
    });
  for (const text of vectors.asked_invalid)
    test(`an app may not send ${JSON.stringify(text)}`, () => assert.equal(parseAskedVersion(text), null));
});

test("all 1553 releases of real apps are versions and keep their text", () => {
  const releases = Object.values(histories.apps).flat();
  assert.equal(releases.length, 1553);
  for (const { version } of releases) assert.equal(parseVersion(version)?.text, version);
});

suite("the grammar", () => {
  const parts: readonly [string, Omit<AppVersion, "text">][] = [
    ["v1.2.3", { numbers: [1, 2, 3], pre: null, build: null }],
    ["007", { numbers: [7], pre: null, build: null }],
    ["2.0b.3+4", { numbers: [2, 0], pre: ["b", "3"], build: ["4"] }],
    ["1-1.2.3", { numbers: [1], pre: ["1", "2", "3"], build: null }],
    ["1+-a.b-", { numbers: [1], pre: null, build: ["-a", "b-"] }],
    ["999999999999999", { numbers: [999_999_999_999_999], pre: null, build: null }],
  ];
  for (const [text, expected] of parts)
    test(`${text} is read as ${JSON.stringify(expected)}`, () => assert.deepEqual(parseVersion(text), { text, ...expected }));

  test("it is the grammar of the contract, character by character", () => {
    const withId = "(?=[-_]*[a-zA-Z0-9])[-_a-zA-Z0-9]+";
    const buildId = "(?=-*[a-zA-Z0-9])[-a-zA-Z0-9]+";
    const ids = `${withId}(?:\\.${withId})*`;
    const grammar = new RegExp(
      `^v?[0-9]{1,15}(?:\\.[0-9]{1,15}){0,5}(?:[-_]${ids}|(?=[a-zA-Z])${ids})?(?:\\+${buildId}(?:\\.${buildId})*)?$`,
    );
    forAll([fc.oneof(anyText, versionText)], 2_000, (text) => {
      assert.equal(parseVersion(text) !== null, text.length <= 64 && grammar.test(text));
    });
  });
});

suite("what apps send", () => {
  test("a version is read as itself, and any other text as a version of the grammar or not at all", () =>
    forAll([fc.oneof(anyText, versionText, askedText)], 2_000, (text) => {
      const asked = parseAskedVersion(text);
      assert.deepEqual(asked, parseVersion(text) ?? parseVersion(asked?.text ?? ""));
    }));
});

suite("the order", () => {
  const ascending = [
    "0-0",
    "0",
    "0.0.0.0.0.1",
    "1-0.0",
    "1-10",
    "1-90071992547409930",
    "1-90071992547409931",
    "1--1",
    "1-a",
    "1-a.0",
    "1-a.b",
    "1-rc9",
    "1",
    "1+1",
    "1+a",
    "999999999999999.999999999999999",
  ];
  test("versions are ordered as in the steps of the contract", () => {
    for (const [i, a] of ascending.entries()) {
      for (const [j, b] of ascending.entries())
        assert.equal(compareVersions(versionOf(a), versionOf(b)), Math.sign(i - j), `${a} and ${b}`);
    }
  });

  test("it is transitive and total", () =>
    forAll([appVersion, appVersion, appVersion], 2_000, (...three) => {
      const [low, middle, high] = three.toSorted(compareVersions);
      assert.ok(low && middle && high);
      assert.ok(compareVersions(low, middle) <= 0 && compareVersions(middle, high) <= 0);
      assert.equal(compareVersions(low, high) + compareVersions(high, low), 0);
      assert.equal(compareVersions(low, high), Math.min(compareVersions(low, middle), compareVersions(middle, high)));
    }));
});

suite("bounds", () => {
  test("parts that a bound does not name make no difference", () =>
    forAll([appVersion, appVersion], 1_000, (version, bound) => {
      const seen = { ...version, pre: bound.pre && version.pre, build: bound.build && version.build };
      assert.equal(compareToBound(version, bound), compareVersions(seen, bound));
    }));
});

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../../vectors/${name}`, import.meta.url), "utf8"));
}

test("the canonical text has three numbers at least, a hyphen and no leading zeros", () => {
  for (const [sent, canonical] of [
    ["2", "2.0.0"],
    ["v02.4", "2.4.0"],
    ["2.4.0", "2.4.0"],
    ["1.2.3.0.0", "1.2.3"],
    ["1.2.3.0.5", "1.2.3.0.5"],
    ["2.4b1", "2.4.0-b1"],
    ["2.4_b1", "2.4.0-b1"],
    ["2.4.0-beta.007+0057", "2.4.0-beta.7+57"],
    ["2.4.0+00", "2.4.0+0"],
  ] as const)
    assert.equal(canonicalText(versionOf(sent)), canonical);
});

test("two versions have the same canonical text exactly if they compare equal", () =>
  forAll([appVersion, appVersion], 2_000, (a, b) => {
    assert.equal(canonicalText(a) === canonicalText(b), compareVersions(a, b) === 0);
    const read = parseVersion(canonicalText(a));
    if (read) assert.equal(compareVersions(read, a), 0);
  }));

test("a policy names its bounds, and those of its ranges and families", () => {
  const policy = compilePolicy({ minimum: "2", recommended: "2.4", blocked: [">=2.1 <2.1.5", "2.2.*"], exempt: ["v2.1.3"] });
  assert.deepEqual([...namedVersions(policy)], ["2.0.0", "2.4.0", "2.1.0", "2.1.5", "2.2.0", "2.3.0", "2.1.3"]);
});

test("a system is numbers with dots, and any other text is none", () => {
  assert.deepEqual(["17.4", "34", "10.0.22631.4037", "0"].map(parseOs), [[17, 4], [34], [10, 0, 22631, 4037], [0]]);
  const others = ["", "iOS 17", "17.", "17.4-beta", "v17", "17.4 ", "1.2.3.4.5.6.7", "１７"];
  const actual = others.filter((text) => parseOs(text) !== null);
  assert.deepEqual(actual, []);
});

test("any number of systems is counted by the intervals between requirements", () => {
  const required = new Map([
    ["2.6.0", [17]],
    ["2.5.0", [15, 4]],
    ["2.7.0", [17]],
  ]);
  const intervals = [[1], [15], [15, 4], [16, 9], [17], [99]].map((os) => osInterval(required, os));
  assert.deepEqual(intervals, ["-15.4", "-15.4", "15.4-17", "15.4-17", "17-", "17-"]);
  assert.equal(osInterval(new Map(), [17]), null);
});
