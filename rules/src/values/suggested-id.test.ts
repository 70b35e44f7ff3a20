import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../server/test/for-all.ts";
import { isSlug } from "../project/project.ts";
import { freeWindowId, windowIdFor } from "./suggested-id.ts";

test("a title is readable in the id of its window", () => {
  assert.equal(windowIdFor("Weekly backup (EU)"), "weekly-backup-eu");
  assert.equal(windowIdFor("  Größeres Café-Update  "), "grosseres-cafe-update");
  assert.equal(windowIdFor("メンテナンス"), "maintenance");
});

test("every title has a valid id, and every taken id another one", () =>
  forAll([fc.string({ unit: "grapheme", maxLength: 100 }), fc.integer({ min: 0, max: 12 })], (title, others) => {
    const taken = new Set<string>();
    for (let count = 0; count <= others; count++) {
      const id = freeWindowId(windowIdFor(title), (each) => taken.has(each));
      assert.ok(isSlug(id), id);
      assert.ok(!taken.has(id), id);
      taken.add(id);
    }
  }));
