import assert from "node:assert/strict";
import { test } from "node:test";
import {
  beginEdit,
  type EditState,
  findProblemField,
  isDirty,
  isSameAt,
  type Present,
  presentOf,
  rebase,
  resolveConflict,
  toDraft,
} from "./edit-state.ts";

interface Form {
  readonly name: string;
  readonly reminder?: string;
}
const initial: Form = { name: "" };
const first: Present<Form> = { form: { name: "Acme" }, etag: "1" };

test("what others publish goes under what is typed", () => {
  const typed: EditState<Form> = { ...beginEdit(null, first, initial), form: { name: "Acme Europe" } };
  const state = rebase(typed, { form: { name: "Acme", reminder: "PT1H" }, etag: "2" }, initial);
  assert.deepEqual(state.form, { name: "Acme Europe", reminder: "PT1H" });
  assert.equal(state.base?.etag, "2");
  assert.deepEqual(state.conflicts, []);
});

test("a member that a later server has is sent back by an edit in this console", () => {
  const present = presentOf({ ...initial, contact: "ops@acme.example", etag: "1", revision: 7 });
  const typed = { ...beginEdit<Form>(null, present, initial), form: { ...present?.form, name: "Acme" } };
  assert.deepEqual(typed.form, { name: "Acme", contact: "ops@acme.example" });
});

test("an undecided conflict survives a reload", () => {
  const typed = { ...beginEdit<Form>(null, first, initial), form: { name: "Mine" } };
  const theirs = { form: { name: "Theirs" }, etag: "2" };
  const state = rebase(typed, theirs, initial);
  const draft = toDraft(state, initial, 0);
  const again = beginEdit(draft, theirs, initial);
  assert.equal(again.conflicts.length, 1);
  const [conflict] = again.conflicts;
  assert.ok(conflict);
  const done = resolveConflict(again, conflict, "Theirs");
  assert.equal(isDirty(done, initial), false);
  assert.equal(toDraft(done, initial, 0), null);
});

test("a deletion during typing is reported, and the input stays", () => {
  const typed = { ...beginEdit<Form>(null, first, initial), form: { name: "Mine" } };
  const state = rebase(typed, null, initial);
  assert.deepEqual([state.isGone, state.base, state.form.name], [true, null, "Mine"]);
});

test("a problem is shown at its field, by the path of the manifest, of the body or by the pointer", () => {
  assert.equal(findProblemField({ path: "instances.eu-1.name.de", detail: "" }, "instances.eu-1"), "name.de");
  assert.equal(findProblemField({ path: 'instances."a.b".name', detail: "" }, 'instances."a.b"'), "name");
  assert.equal(findProblemField({ path: "", pointer: "#/a.b~1c/name", detail: "" } as never, ""), '"a.b/c".name');
  assert.equal(findProblemField({ path: "name", detail: "" }, "instances.eu-1"), "name");
  assert.equal(findProblemField({ path: "stores.apple", detail: "" }, ""), "stores.apple");
  assert.equal(
    findProblemField({ path: "instances.eu-1.name", pointer: "#/name/de", detail: "" } as never, "instances.eu-1"),
    "name.de",
  );
  assert.equal(findProblemField({ path: "instances.eu-1", detail: "" }, "instances.eu-1"), "");
});

test("whether a field was changed is asked of the field alone, and a list is one value", () => {
  const form = { id: "eu", name: { en: "One", de: "Eins" }, blocked: ["1", "2"] };
  const changed = { ...form, name: { en: "Two", de: "Eins" }, blocked: ["0", "1", "2"] };
  assert.equal(isSameAt(form, changed, "name.de"), true);
  assert.equal(isSameAt(form, changed, "name.en"), false);
  assert.equal(isSameAt(form, changed, "blocked.7"), false);
  assert.equal(isSameAt(form, changed, "reminder"), true);
  assert.equal(isSameAt(form, changed, ""), true);
  assert.equal(isSameAt(form, { ...form, id: "us" }, "id"), false);
});
