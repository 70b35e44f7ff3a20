import assert from "node:assert/strict";
import { test } from "node:test";
import { arbitraryManifest } from "../../../server/test/arbitrary-manifest.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { runSteps } from "../values/steps.ts";
import { differences, driftSteps, sameValue } from "./document-diff.ts";
import { manifestDocument } from "./manifest.ts";

test("differences are listed leaf by leaf: first in the document's order, then the new ones", () => {
  const before = { name: "A", ttl: "PT30S", platforms: { ios: { minimum: "1" }, web: { store: "none" } } };
  const after = { name: "B", platforms: { ios: { minimum: "1", recommended: "2" } }, reminder: "PT1H" };
  assert.deepEqual(differences(before, after), [
    { path: "name", before: "A", after: "B" },
    { path: "ttl", before: "PT30S", after: undefined },
    { path: "platforms.web.store", before: "none", after: undefined },
    { path: "platforms.ios.recommended", before: undefined, after: "2" },
    { path: "reminder", before: undefined, after: "PT1H" },
  ]);
});

test("a list is one value, null is a value, and an empty map is one", () =>
  assert.deepEqual(differences({ a: [1, 2], b: {}, c: null }, { a: [2, 1], b: { x: 1 } }), [
    { path: "a", before: [1, 2], after: [2, 1] },
    { path: "b", before: {}, after: undefined },
    { path: "c", before: null, after: undefined },
    { path: "b.x", before: undefined, after: 1 },
  ]));

test("a key that holds a dot is quoted, so that it is no other key's path", () => {
  const before = { instances: { "eu.acme.com": { name: "A" }, a: { name: { reminder: "x" } } } };
  const after = { instances: { "eu.acme.com": { name: "B" }, "a.name": { reminder: "x" } } };
  assert.deepEqual(differences(before, after), [
    { path: 'instances."eu.acme.com".name', before: "A", after: "B" },
    { path: "instances.a.name.reminder", before: "x", after: undefined },
    { path: 'instances."a.name".reminder', before: undefined, after: "x" },
  ]);
});

test("a document has no differences from itself, in any order of its keys", () => {
  forAll([arbitraryManifest], (manifest) =>
    assert.deepEqual(differences(manifestDocument(manifest), manifestDocument(manifest)), []),
  );
  assert.deepEqual(differences({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }), []);
});

const leavesOf = (document: Record<string, unknown>) =>
  new Map(differences({}, document).map(({ path, after }) => [path, after]));

test("carrying out the differences turns the one document into the other", () =>
  forAll([arbitraryManifest, arbitraryManifest], (one, other) => {
    const before = manifestDocument(one);
    const after = manifestDocument(other);
    const result = leavesOf(before);
    for (const { path, after: value } of differences(before, after)) {
      if (value === undefined) result.delete(path);
      else result.set(path, value);
    }
    assert.deepEqual(result, leavesOf(after));
  }));

test("a change that the desired document makes too is no drift", () => {
  const applied = { name: "A", ttl: "PT30S" };
  assert.deepEqual(runSteps(driftSteps(applied, { name: "B", ttl: "PT30S" }, { name: "B", ttl: "PT1M" })), []);
  assert.deepEqual(runSteps(driftSteps(applied, { name: "A" }, { name: "A" })), []);
});

test("a change that the desired document would undo is drift", () => {
  const applied = { name: "A", platforms: { ios: { minimum: "1" } } };
  const current = { name: "A", platforms: { ios: { minimum: "2", exempt: ["1"] } } };
  assert.deepEqual(runSteps(driftSteps(applied, current, applied)), [
    { path: "platforms.ios.minimum", applied: "1", current: "2", desired: "1" },
    { path: "platforms.ios.exempt", applied: undefined, current: ["1"], desired: undefined },
  ]);
  assert.deepEqual(runSteps(driftSteps(applied, { name: "A" }, applied)), [
    { path: "platforms.ios.minimum", applied: "1", current: undefined, desired: "1" },
  ]);
});

test("a value that was not changed is no drift, whatever is desired", () =>
  forAll([arbitraryManifest, arbitraryManifest], (current, desired) => {
    assert.deepEqual(runSteps(driftSteps(manifestDocument(current), manifestDocument(current), manifestDocument(desired))), []);
    assert.deepEqual(runSteps(driftSteps(manifestDocument(desired), manifestDocument(current), manifestDocument(current))), []);
  }));

test("values are the same when they are written the same", () => {
  assert.ok(sameValue({ a: [1, null] }, { a: [1, null] }));
  assert.ok(sameValue(undefined, undefined));
  assert.ok(!sameValue(undefined, null));
  // The first language of a message is its own first.
  assert.ok(!sameValue({ en: "x", de: "y" }, { de: "y", en: "x" }));
});
