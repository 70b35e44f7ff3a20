import assert from "node:assert/strict";
import { test } from "node:test";
import { kinds } from "drawbridge-rules/project/kind.ts";
import type { Row } from "../store/store.ts";
import { CurrentRows } from "./node-replica.ts";

const row = (id: string, kind: Row["kind"] = "instance"): Row => ({
  project: "p",
  kind,
  id,
  schema: 1,
  value: "{}",
  revision: 1,
});

test("the current rows are exactly the kinds that travel, with their changes", () => {
  const current = new CurrentRows();
  const all = Object.keys(kinds) as Row["kind"][];
  current.load(
    all.map((kind) => row("a", kind)),
    { epoch: "e", revision: 5 },
  );
  const travelling = all.filter((kind) => kinds[kind].travels);
  assert.deepEqual(
    current.rows().map(({ kind }) => kind),
    travelling,
  );
  const changes = all.map((kind) => ({ project: "p", kind, id: "a", schema: 2, value: kind === "window" ? null : "[]" }));
  current.apply(changes, { epoch: "e", revision: 6 });
  assert.deepEqual(
    current.rows().map(({ kind }) => kind),
    travelling.filter((kind) => kind !== "window"),
  );
  assert.ok(current.rows().every(({ value, revision, schema }) => value === "[]" && revision === 6 && schema === 2));
  assert.equal(current.head?.revision, 6);
});

test("another replica takes the place of all there was", () => {
  const current = new CurrentRows();
  current.load([row("a"), row("b c")], { epoch: "e", revision: 5 });
  current.load([row("b c")], { epoch: "f", revision: 1 });
  assert.deepEqual([current.rows(), current.head], [[row("b c")], { epoch: "f", revision: 1 }]);
});
