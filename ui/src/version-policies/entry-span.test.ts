import assert from "node:assert/strict";
import { test } from "node:test";
import { matchesEntry, parseVersionEntry, type VersionEntry } from "drawbridge-rules/versions/version-entry.ts";
import fc from "fast-check";
import { appVersion, entryText, versionOf } from "../../../server/test/arbitrary-version.ts";
import { entrySpan, isPossible, onlyVersion, printSpan, withEnd } from "./ruler-edit.ts";

function entryOf(text: string): VersionEntry {
  const entry = parseVersionEntry(text);
  assert.ok(entry, text);
  return entry;
}

const again = (text: string) => printSpan(entrySpan(entryOf(text)));

test("an entry of one or two ends is written as it was", () => {
  for (const text of ["2.5.0", ">=2.5.3 <2.5.5", ">2 <=3", "<1", ">=3.0.0-beta.2"]) assert.equal(again(text), text);
  assert.equal(again("2.5.*"), ">=2.5 <2.6");
  assert.equal(again(">=1 >2 <9 <=3"), ">2 <=3");
  assert.equal(again("=2.5.0"), "2.5.0");
});

test("what is written means what the entry meant", () => {
  fc.assert(
    fc.property(entryText, appVersion, (text, version) => {
      const span = entrySpan(entryOf(text));
      // Builds and pre-releases of one and the same release are more than two ends can say.
      fc.pre(!/[-_+a-z]/i.test(text) && isPossible(span));
      assert.equal(matchesEntry(entryOf(printSpan(span)), version), matchesEntry(entryOf(text), version));
    }),
  );
});

test("an end is moved alone, and what it leaves out it goes on leaving out", () => {
  const moved = (text: string, side: "from" | "to", to: string | null) =>
    printSpan(withEnd(entrySpan(entryOf(text)), side, to === null ? null : versionOf(to)));
  assert.equal(moved("2.5.0", "to", "2.5.2"), ">=2.5.0 <=2.5.2");
  assert.equal(moved(">=2.5.0 <=2.5.2", "to", "2.5.0"), "2.5.0");
  assert.equal(moved(">=2.5.3 <2.5.5", "to", "2.6.0"), ">=2.5.3 <2.6.0");
  assert.equal(moved(">=2.5.3 <2.5.5", "from", null), "<2.5.5");
  assert.equal(moved("<2.5.5", "to", null), ">=0");
  assert.equal(moved(">=3", "to", "4"), ">=3 <=4");
});

test("a span whose ends have passed each other is none", () => {
  assert.ok(isPossible(onlyVersion(versionOf("2"))));
  assert.ok(!isPossible(entrySpan(entryOf(">2 <2"))));
  assert.ok(!isPossible(entrySpan(entryOf(">=2 <2"))));
  assert.ok(isPossible(entrySpan(entryOf(">=2 <3"))));
});
