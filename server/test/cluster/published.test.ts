import assert from "node:assert/strict";
import { test } from "node:test";
import { type Published, walkOf } from "./published.ts";

const log = (epoch: string, ...texts: string[]): Published => ({
  epoch,
  texts: texts.map((text, index) => ({ revision: index + 1, text })),
});
const one = [log("a", "x", "y", "x", "z")];

test("moving forward, with leaps, is a walk through the published revisions", () => {
  for (const texts of [[], ["x"], ["z"], ["x", "y", "x", "z"], ["y", "x"], ["x", "z"], ["x", "x"]]) {
    assert.equal(walkOf(texts, one), null, texts.join());
  }
});

test("moving back, or returning an unpublished text, is not", () => {
  for (const texts of [["z", "x"], ["y", "x", "y"], ["never"], ["x", "never"]]) {
    assert.match(walkOf(texts, one) ?? "", /^told/, texts.join());
  }
});

test("into a later epoch one goes from anywhere, and never back to an earlier one", () => {
  const two = [log("a", "x", "y"), log("b", "x", "w")];
  for (const texts of [
    ["y", "x"],
    ["y", "w"],
    ["x", "y", "x", "w"],
  ])
    assert.equal(walkOf(texts, two), null, texts.join());
  for (const texts of [
    ["w", "y"],
    ["y", "x", "y"],
  ])
    assert.match(walkOf(texts, two) ?? "", /^told/, texts.join());
});
