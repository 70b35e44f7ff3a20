import assert from "node:assert/strict";
import { test } from "node:test";
import { joinPath } from "drawbridge-rules/values/dotted-path.ts";
import { pathWords } from "./path-words.ts";

const names = { platforms: "Platforms", instances: "Instances", name: "name", minimum: "minimum", project: "project" };

test("a path is said in words", () => {
  assert.equal(pathWords("platforms.ios.minimum", names), "Platforms › ios › minimum");
  assert.equal(pathWords("name", names), "name");
  assert.equal(pathWords("", names), "project");
});

test("an id with dots and slashes is shown whole", () => {
  const id = "eu.start.1/a";
  assert.equal(pathWords(joinPath(joinPath("instances", id), "name"), { ...names, start: "Start" }), `Instances › ${id} › name`);
});

test("an id is left as it is, even if it is one of our words", () => {
  assert.equal(pathWords("instances.minimum.name", { ...names, minimum: "Minimum" }), "Instances › minimum › name");
  assert.equal(pathWords("instances.constructor.toString", names), "Instances › constructor › toString");
});
