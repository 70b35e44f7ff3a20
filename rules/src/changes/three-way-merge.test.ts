import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isSame, mergeForms, withValueAt } from "./three-way-merge.ts";

const base = { name: "Acme", reminder: "PT1H", texts: { en: "a", de: "b" } };

test("what each changed alone is kept", () => {
  const mine = { ...base, name: "Acme Europe", texts: { en: "a", de: "B" } };
  const theirs = { ...base, reminder: "PT2H", texts: { en: "A", de: "b" } };
  const merged = { name: "Acme Europe", reminder: "PT2H", texts: { en: "A", de: "B" } };
  assert.deepEqual(mergeForms(base, mine, theirs), { form: merged, conflicts: [] });
});

test("what both changed alike is no conflict", () => {
  const changed = { ...base, name: "Acme Europe" };
  assert.deepEqual(mergeForms(base, changed, { ...changed }).conflicts, []);
});

test("where both changed the same to something different, mine stands there until somebody chooses", () => {
  const { form, conflicts } = mergeForms(base, { ...base, name: "A" }, { ...base, name: "B" });
  assert.equal(form.name, "A");
  assert.deepEqual(conflicts, [{ path: ["name"], base: "Acme", mine: "A", theirs: "B" }]);
});

test("what one took away and the other changed is a conflict, and a list is one value", () => {
  const lists = { blocked: ["1.0"], minimum: "1.0" };
  const { conflicts } = mergeForms<Partial<typeof lists>>(
    lists,
    { blocked: ["1.0", "1.1"] },
    { blocked: ["1.2"], minimum: "2.0" },
  );
  assert.deepEqual(
    conflicts.map(({ path, mine }) => [path.join("."), mine]),
    [
      ["blocked", ["1.0", "1.1"]],
      ["minimum", undefined],
    ],
  );
});

test("whatever was there when both began, a merge with what nobody changed is what the other has", () => {
  const form = fc.dictionary(
    fc.constantFrom("a", "b", "c"),
    fc.oneof(fc.string(), fc.array(fc.string()), fc.dictionary(fc.constantFrom("x", "y"), fc.integer())),
  );
  fc.assert(
    fc.property(form, form, (one, other) => {
      assert.ok(isSame(mergeForms(one, one, other).form, other));
      assert.ok(isSame(mergeForms(one, other, one).form, other));
      assert.deepEqual(mergeForms(one, other, other).conflicts, []);
    }),
  );
});

test("a chosen value is put where the conflict was, and undefined takes the field away", () => {
  assert.deepEqual(withValueAt(base, ["texts", "de"], "c"), { ...base, texts: { en: "a", de: "c" } });
  assert.deepEqual(withValueAt(base, ["reminder"], undefined), { name: "Acme", texts: base.texts });
});
