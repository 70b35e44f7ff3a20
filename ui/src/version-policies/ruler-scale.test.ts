import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { compareToBound, compareVersions } from "drawbridge-rules/versions/app-version.ts";
import { parseVersionEntry } from "drawbridge-rules/versions/version-entry.ts";
import { compilePolicy, decide } from "drawbridge-rules/versions/version-policy.ts";
import fc from "fast-check";
import { appVersion, entryText, versionOf, versionText } from "../../../server/test/arbitrary-version.ts";
import { boundStart, findCell, nearest, respelled, rulerCells, rulerPosition, rulerStops, rulerZones } from "./ruler-scale.ts";

const vectors = JSON.parse(readFileSync(join(import.meta.dirname, "../../../vectors/versions.json"), "utf8")) as {
  readonly matches: readonly { readonly entry: string; readonly version: string; readonly matches: boolean }[];
};

const policyOf = (isWanted: (text: string) => boolean) =>
  fc.record({
    minimum: fc.option(versionText.filter(isWanted)),
    recommended: fc.option(versionText.filter(isWanted)),
    blocked: fc.array(entryText.filter(isWanted), { maxLength: 6 }),
    exempt: fc.array(entryText.filter(isWanted), { maxLength: 3 }),
  });
const policy = policyOf(() => true);
/** Without the corner that the scale names. */
const plainPolicy = policyOf(isWithoutBuild);

function isWithoutBuild(text: string): boolean {
  return !text.includes("+");
}

function scaleOf(...policies: Parameters<typeof rulerStops>[0]) {
  return rulerCells(rulerStops(policies));
}

const nothing = { minimum: null, recommended: null, blocked: [], exempt: [] };

test("what an entry of the published vectors means stands in its bar, and nothing else does", () => {
  for (const { entry, version, matches } of vectors.matches) {
    const cells = scaleOf({ ...nothing, blocked: [entry] });
    const parsed = parseVersionEntry(entry);
    const [cell, place] = [findCell(cells, versionOf(version)), parsed && rulerPosition(cells, parsed)];
    assert.ok(cell && place);
    const isIn = cell.left >= place.left - 1e-9 && cell.left < place.left + place.width - 1e-9;
    assert.equal(isIn, matches, `${version} in ${entry}`);
  }
});

test("every version is decided like the zone that it stands in", () => {
  fc.assert(
    fc.property(plainPolicy, appVersion, (form, version) => {
      const rules = compilePolicy(form);
      const cells = scaleOf(form);
      const cell = findCell(cells, version);
      assert.ok(cell);
      const zone = rulerZones(cells, rules).find(
        ({ first, last }) => cells.indexOf(cell) >= first && cells.indexOf(cell) <= last,
      );
      assert.equal(zone?.rule, decide(rules, version).rule, `${version.text} in ${cell.version.text}`);
    }),
    { numRuns: 500 },
  );
});

test("cells fill the ruler from its left to its right, in the order of versions", () => {
  fc.assert(
    fc.property(policy, (form) => {
      const cells = scaleOf(form);
      let at = 0;
      for (const [index, { left, width, version }] of cells.entries()) {
        assert.ok(Math.abs(left - at) < 1e-6 && width > 0);
        at = left + width;
        const before = cells[index - 1];
        if (before) assert.equal(compareVersions(before.version, version), -1);
      }
      assert.ok(Math.abs(at - 100) < 1e-6);
    }),
  );
});

test("each stop has a cell of its own, and everything that a policy names is a stop", () => {
  fc.assert(
    fc.property(policy, (form) => {
      const stops = rulerStops([form]);
      assert.equal(respelled(stops, [form]), stops, "its spelling is there already, so that the ruler is drawn once");
      assert.equal(rulerCells(stops).filter(({ stop }) => stop !== null).length, stops.length);
      for (const text of [form.minimum, form.recommended]) {
        if (text !== null) assert.ok(stops.some(({ version }) => compareVersions(version, versionOf(text)) === 0));
      }
    }),
  );
});

test("a mark stands between what is below it and what is not", () => {
  fc.assert(
    fc.property(policy, versionText, (form, minimum) => {
      const bound = versionOf(minimum);
      fc.pre(bound.build === null);
      const cells = scaleOf({ ...form, minimum });
      const edge = boundStart(cells, bound);
      for (const { left, version } of cells) {
        if (version.build === null) assert.equal(compareToBound(version, bound) < 0, left < edge - 1e-9, version.text);
      }
    }),
  );
});

test("around what is named stand versions to move a mark to", () => {
  const texts = rulerStops([{ ...nothing, minimum: "2.4.0", recommended: "2.6.0" }]).map(({ version }) => version.text);
  for (const text of ["2.3.0", "2.4.0", "2.4.1", "2.6.0", "2.6.1", "2.7.0", "3.0.0"]) assert.ok(texts.includes(text), text);
  const many = Array.from({ length: 500 }, (_, index) => `1.${index}.0`);
  assert.equal(rulerStops([{ ...nothing, blocked: many }]).length, 500);
  assert.deepEqual(rulerStops([nothing]), []);
});

test("versions in use stand on the ruler, those with most requests first, and leave room for the next releases", () => {
  const seen = Array.from({ length: 40 }, (_, index) => versionOf(`2.${60 - index}.0`));
  const stops = rulerStops([{ ...nothing, minimum: "2.4.0" }], seen);
  const texts = stops.map(({ version }) => version.text);
  assert.equal(texts.length, 22);
  for (const { text } of seen.slice(0, 17)) assert.ok(texts.includes(text), text);
  assert.ok(!texts.includes("2.40.0"));
  for (const next of ["2.60.1", "2.61.0", "3.0.0"]) assert.ok(texts.includes(next), next);
  assert.deepEqual(
    rulerStops([{ ...nothing, minimum: "2.60" }], seen.slice(0, 1)).flatMap(({ version, isNamed }) =>
      isNamed ? version.text : [],
    ),
    ["2.60"],
    "a policy's spelling of it stays",
  );
  assert.ok(rulerStops([nothing], seen).length > 0, "without rules, there is a ruler to set a first minimum on");
});

test("the nearest place is found, of equal ones the first", () => {
  assert.equal(nearest([0, 10, 20], 14), 1);
  assert.equal(nearest([0, 10, 20], 15), 1);
  assert.equal(nearest([0, 10, 20], 99), 2);
  assert.equal(nearest([], 5), 0);
});

test("a stop is spelled as it is typed now, and stays where it is", () => {
  const typed = (minimum: string) => ({ ...nothing, minimum, recommended: "2.6.0" });
  const half = rulerStops([typed("2.9"), typed("2.4.0")]);
  const texts = (stops: typeof half) => stops.map(({ version }) => version.text);
  const whole = respelled(half, [typed("2.9.0"), typed("2.4.0")]);
  assert.ok(whole);
  assert.equal(respelled(half, [typed("7.1")]), null, "a version without a stop");
  assert.deepEqual(
    texts(whole),
    texts(half).map((text) => (text === "2.9" ? "2.9.0" : text)),
  );
  assert.notDeepEqual(texts(whole), texts(half));
  assert.equal(respelled(whole, [typed("2.6.0"), typed("2.4.0")]), whole, "a mark that has left it changes nothing");
});
