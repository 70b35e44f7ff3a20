import assert from "node:assert/strict";
import { test } from "node:test";
import { parseTemplate } from "drawbridge-rules/texts/message.ts";
import fc from "fast-check";
import { braces, faultsIn, textPosition, toShownPolicies } from "./text-marks.ts";

const pieces = ["{", "}", "{{", " ", "a", "end_time", "{end_time}", "{project_name}", "{x}", "\n", "é", "🚧", "ا"];
const text = fc.string({ unit: fc.constantFrom(...pieces), maxLength: 20 });

test("braces are where the server reads placeholders", () => {
  fc.assert(
    fc.property(text, (written) => {
      const template = parseTemplate(written);
      if ("error" in template) return;
      const found = [...braces(written)].map(({ from, to }) => written.slice(from + 1, (to ?? 0) - 1));
      assert.deepEqual([...new Set(found)], [...template.placeholders]);
    }),
  );
});

test("a place is told by line and character, of which an emoji is one", () => {
  assert.deepEqual(textPosition("one\n🚧 {x}", "one\n🚧 ".length), { line: 2, column: 3 });
});

const policies = new Map([["ios", { minimum: "2.0", recommended: null, blocked: [], exempt: [] }]]);

test("a placeholder without a value where the message is shown is wrong, at its place", () => {
  assert.deepEqual(faultsIn("To {minimum_version}.", "upgrade", policies), []);
  assert.deepEqual(faultsIn("To {minimum_version}.", "maintenance", policies), [
    { kind: "no_value_on", from: 3, to: 20, platforms: ["android"] },
  ]);
  assert.deepEqual(
    faultsIn("To {recommended_version}.", "upgrade", policies).map(({ kind }) => kind),
    ["no_value_on"],
  );
});

test("the version to update to is wrong where a version that must not run has none", () => {
  const blocking = (...blocked: string[]) => new Map([["ios", { minimum: "2.0", recommended: "2.4", blocked, exempt: [] }]]);
  assert.deepEqual(faultsIn("To {update_to}.", "upgrade", blocking("2.3")), []);
  assert.deepEqual(faultsIn("To {update_to}.", "upgrade", blocking("2.4.1")), [
    { kind: "no_value_on", from: 3, to: 14, platforms: ["ios"] },
  ]);
  assert.deepEqual(
    faultsIn("To {update_to}.", "default", blocking()).map(({ kind }) => kind),
    ["no_value"],
  );
});

test("a project's upgrade message needs no value on a platform with an upgrade message of its own", () => {
  const read = { forced_by: [], revision: 1, etag: '"1"' };
  const messages = { upgrade: { en: "Update in the App Store." } };
  const shown = toShownPolicies([
    { id: "ios", blocked: ["<2.0"], messages, ...read },
    { id: "android", minimum: "2.0", ...read },
  ]);
  assert.deepEqual(faultsIn("From {minimum_version}.", "upgrade", shown.upgrade), []);
  assert.deepEqual(faultsIn("From {minimum_version}.", "maintenance", shown.maintenance), [
    { kind: "no_value_on", from: 5, to: 22, platforms: ["ios"] },
  ]);
});

test("no text is not wrong, and one that shows nothing is", () => {
  assert.deepEqual(faultsIn(undefined, "upgrade", policies), []);
  assert.deepEqual(
    faultsIn("  ", "upgrade", policies).map(({ kind }) => kind),
    ["empty"],
  );
  assert.deepEqual(faultsIn("", "default", policies), []);
});
