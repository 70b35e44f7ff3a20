import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import fc from "fast-check";
import { appVersion, versionOf, versionText } from "../../../server/test/arbitrary-version.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { compareToBound } from "./app-version.ts";
import { matchesEntry, maxEntryLength, parseVersionEntry, type VersionEntry } from "./version-entry.ts";

interface Vectors {
  readonly matches: readonly { readonly entry: string; readonly version: string; readonly matches: boolean }[];
  readonly entries_refused: readonly string[];
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
  readonly bounds_refused: readonly string[];
}

const vectors: Vectors = JSON.parse(readFileSync(new URL("../../../vectors/versions.json", import.meta.url), "utf8"));

suite("vectors", () => {
  for (const { entry, version, matches } of vectors.matches)
    test(`${entry} ${matches ? "means" : "does not mean"} ${version}`, () => assert.equal(means(entry, version), matches));
  for (const text of [...vectors.entries_refused, ...vectors.invalid, ...vectors.bounds_refused])
    test(`${JSON.stringify(text)} is not an entry`, () => assert.equal(parseVersionEntry(text), null));
  for (const text of vectors.valid.filter((valid) => !valid.includes(" ")))
    test(`${text} is an entry and means itself`, () => assert.ok(means(text, text)));
});

suite("the grammar", () => {
  const refused = [">=1 2", ">=1 ", ">=1\t<2", ">=1,<2", "==1", ".*", "v2.*", "2.5b.*", "1.2.3.4.5.6.*", "2.* 3.*"];
  for (const text of refused) test(`${JSON.stringify(text)} is refused`, () => assert.equal(parseVersionEntry(text), null));

  const accepted: readonly [string, VersionEntry["form"]][] = [
    ["v2.5", "exact"],
    ["1.2.3.4.5.*", "family"],
    ["02.*", "family"],
    [`${Array(5).fill("999999999999999").join(".")}.*`, "family"],
    [">=v2.5-rc.1+7 <2_b", "range"],
  ];
  for (const [text, form] of accepted)
    test(`${text.slice(0, 80)} is an entry of the form ${form}`, () => assert.equal(parseVersionEntry(text)?.form, form));

  test("the longest entry has 535 characters", () => {
    const longest = Array(8)
      .fill(`>=1-${"a".repeat(62)}`)
      .join(" ");
    assert.deepEqual([longest.length, maxEntryLength], [535, 535]);
    assert.equal(parseVersionEntry(longest)?.form, "range");
    assert.equal(parseVersionEntry(`${longest}a`), null);
  });
});

suite("meaning", () => {
  test("exactly one of <, = and > holds for the same bound, and <= and >= agree with them", () =>
    forAll([appVersion, versionText], (version, bound) => {
      const holds = (operator: string) => matchesEntry(entryOf(operator + bound), version);
      const order = compareToBound(version, versionOf(bound));
      assert.deepEqual(["<", "=", ">"].map(holds), [order < 0, order === 0, order > 0]);
      assert.deepEqual(["<=", ">="].map(holds), [order <= 0, order >= 0]);
      assert.equal(holds(""), order === 0);
    }));

  test("a family is what lies from its first version up to the next family", () =>
    forAll([appVersion, fc.array(fc.nat(11), { minLength: 1, maxLength: 5 })], (version, numbers) => {
      const next = [...numbers.slice(0, -1), (numbers.at(-1) ?? 0) + 1];
      const range = entryOf(`>=${numbers.join(".")} <${next.join(".")}`);
      assert.equal(matchesEntry(entryOf(`${numbers.join(".")}.*`), version), matchesEntry(range, version));
    }));

  test("comparators mean what each of them means", () =>
    forAll([appVersion, fc.array(versionText, { minLength: 1, maxLength: 8 })], (version, bounds) => {
      const comparators = bounds.map((bound, i) => (i % 2 === 0 ? ">=" : "<=") + bound);
      const each = comparators.every((comparator) => matchesEntry(entryOf(comparator), version));
      assert.equal(matchesEntry(entryOf(comparators.join(" ")), version), each);
    }));
});

const means = (entry: string, version: string): boolean => matchesEntry(entryOf(entry), versionOf(version));

function entryOf(text: string): VersionEntry {
  const entry = parseVersionEntry(text);
  assert.ok(entry, `${text} is not an entry`);
  return entry;
}
