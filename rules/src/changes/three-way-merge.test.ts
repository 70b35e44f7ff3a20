import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../server/test/for-all.ts";
import { isDeepEqual, mergeForms, setValueAt } from "./three-way-merge.ts";

const base = { name: "Acme", reminder: "PT1H", texts: { en: "a", de: "b" } };

test("changes of one side alone are kept", () => {
  const mine = { ...base, name: "Acme Europe", texts: { en: "a", de: "B" } };
  const theirs = { ...base, reminder: "PT2H", texts: { en: "A", de: "b" } };
  const merged = { name: "Acme Europe", reminder: "PT2H", texts: { en: "A", de: "B" } };
  assert.deepEqual(mergeForms(base, mine, theirs), { form: merged, conflicts: [] });
});

test("where both sides changed a value differently, mine is kept until the user chooses", () => {
  const { form, conflicts } = mergeForms(base, { ...base, name: "A" }, { ...base, name: "B" });
  assert.equal(form.name, "A");
  assert.deepEqual(conflicts, [{ path: ["name"], base: "Acme", mine: "A", theirs: "B" }]);
});

test("a value deleted on one side and changed on the other is a conflict, and a list is one value", () => {
  const lists = { blocked: ["1.0"], minimum: "1.0" };
  const { conflicts } = mergeForms<Partial<typeof lists>>(
    lists,
    { blocked: ["1.0", "1.1"] },
    { blocked: ["1.2"], minimum: "2.0" },
  );
  const actual = conflicts.map(({ path, mine }) => [path.join("."), mine]);
  assert.deepEqual(actual, [
    ["blocked", ["1.0", "1.1"]],
    ["minimum", undefined],
  ]);
});

test("for any base, merging with an unchanged side gives the other side", () => {
  const form = fc.dictionary(
    fc.constantFrom("a", "b", "c"),
    fc.oneof(fc.string(), fc.array(fc.string()), fc.dictionary(fc.constantFrom("x", "y"), fc.integer())),
  );
  forAll([form, form], (one, other) => {
    assert.ok(isDeepEqual(mergeForms(one, one, other).form, other));
    assert.ok(isDeepEqual(mergeForms(one, other, one).form, other));
    assert.deepEqual(mergeForms(one, other, other).conflicts, []);
  });
});

test("a chosen value is put where the conflict was, and undefined takes the field away", () => {
  assert.deepEqual(setValueAt(base, ["texts", "de"], "c"), { ...base, texts: { en: "a", de: "c" } });
  assert.deepEqual(setValueAt(base, ["reminder"], undefined), { name: "Acme", texts: base.texts });
});
