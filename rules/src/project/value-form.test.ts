import assert from "node:assert/strict";
import { test } from "node:test";
import { type FormStep, ValueForms } from "./value-form.ts";

/** `from` of instances is called `to` from this form on. */
function renaming(from: string, to: string): FormStep {
  const rename = (old: string, now: string) => (kind: string, value: unknown) => {
    if (kind !== "instance" || typeof value !== "object" || value === null || !(old in value)) return value;
    const { [old]: kept, ...rest } = value as Record<string, unknown>;
    return { ...rest, [now]: kept };
  };
  return { up: rename(from, to), down: rename(to, from) };
}

const forms = new ValueForms([renaming("a", "b"), renaming("b", "c")]);

test("a value is read in the newest form, whichever it was written in", () => {
  assert.equal(forms.newest, 3);
  assert.equal(forms.read("instance", 1, '{"a":1}'), '{"c":1}');
  assert.equal(forms.read("instance", 2, '{"b":1}'), '{"c":1}');
  assert.equal(forms.read("instance", 3, '{"c":1}'), '{"c":1}');
  assert.equal(forms.read("window", 1, '{"a":1}'), '{"a":1}');
  for (const text of ['{"a":1}', '{"b":1}', '{"c":1}']) assert.equal(forms.readAny("instance", text), '{"c":1}');
});

test("a value is written in an older form, and is the same when it is read again", () => {
  assert.equal(forms.write("instance", 1, '{"c":1}'), '{"a":1}');
  assert.equal(forms.write("instance", 2, '{"c":1}'), '{"b":1}');
  assert.equal(forms.write("instance", 3, '{"c":1}'), '{"c":1}');
  for (const schema of [1, 2, 3]) {
    assert.equal(forms.read("instance", schema, forms.write("instance", schema, '{"c":[1,2]}')), '{"c":[1,2]}');
  }
});

test("what is proposed is in the form of the whole proposal", () => {
  const proposal = (name: string) =>
    JSON.stringify({
      state: "open",
      edits: [
        { kind: "instance", id: "eu", value: { [name]: 1 } },
        { kind: "instance", id: "us", value: null },
      ],
    });
  assert.equal(forms.read("proposal", 1, proposal("a")), proposal("c"));
  assert.equal(forms.write("proposal", 1, proposal("c")), proposal("a"));
});

test("a value of a newer program is not read, and what to do is said", () => {
  assert.throws(
    () => forms.read("instance", 4, "{}"),
    /^DrawbridgeError: A newer Drawbridge has written to this store \(form 4 of values; this one knows 3\)\. Upgrade this node/,
  );
});

test("this program has one form, which costs nothing", () => {
  const own = new ValueForms();
  assert.equal(own.newest, 1);
  assert.equal(own.read("instance", 1, "no JSON"), "no JSON");
  assert.equal(own.readAny("instance", "no JSON"), "no JSON");
  assert.equal(own.write("instance", 1, "no JSON"), "no JSON");
});
