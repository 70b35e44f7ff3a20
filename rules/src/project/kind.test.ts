import assert from "node:assert/strict";
import { test } from "node:test";
import { type Kind, kinds } from "./kind.ts";

function kindsThat(rule: "rollsBack" | "inHistory" | "travels"): Kind[] {
  return (Object.keys(kinds) as Kind[]).filter((kind) => kinds[kind][rule]).sort();
}

test("only a project's configuration rolls back: never keys, tokens, overrides, protection or what was applied", () =>
  assert.deepEqual(kindsThat("rollsBack"), ["instance", "platform", "project", "window"]));

test("an edge gets what answers reads, and no secret", () =>
  assert.deepEqual(kindsThat("travels"), ["instance", "override", "platform", "project", "read_key", "window"]));

test("history shows every action of a person", () =>
  assert.deepEqual(
    kindsThat("inHistory"),
    "grant instance override platform project proposal protection read_key token webhook window".split(" "),
  ));
