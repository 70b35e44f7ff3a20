import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../server/test/for-all.ts";
import { suggestId } from "./suggested-id.ts";

test("an id is made of a name: letters, digits and hyphens", () => {
  assert.equal(suggestId("Acme News 2"), "acme-news-2");
  assert.equal(suggestId("  Größe & Maß!  "), "grosse-mass");
  assert.equal(suggestId("新聞"), "");
});

test("whatever the name, the id is one that the server takes, or none, and stays the same", () =>
  forAll([fc.string({ unit: "grapheme" })], (name) => {
    assert.match(suggestId(name), /^(?:[a-z0-9][a-z0-9-]{0,62})?$/);
    assert.equal(suggestId(suggestId(name)), suggestId(name));
  }));
