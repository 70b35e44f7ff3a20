import assert from "node:assert/strict";
import { test } from "node:test";
import { kinds } from "drawbridge-rules/project/kind.ts";
import type { Row } from "../../store/store.ts";
import { CurrentRows } from "./node-snapshot.ts";

const row = (id: string, kind: Row["kind"] = "instance"): Row => ({
  project: "p",
  kind,
  id,
  schema: 1,
  value: "{}",
  revision: 1,
});

test("the held rows are exactly the kinds that travel, with their changes", () => {
  const held = new CurrentRows();
  const all = Object.keys(kinds) as Row["kind"][];
  held.load(
    all.map((kind) => row("a", kind)),
    { epoch: "e", revision: 5 },
  );
  const travelling = all.filter((kind) => kinds[kind].travels);
  assert.deepEqual(
    held.rows().map(({ kind }) => kind),
    travelling,
  );
  const changes = all.map((kind) => ({ project: "p", kind, id: "a", schema: 2, value: kind === "window" ? null : "[]" }));
  held.apply(changes, { epoch: "e", revision: 6 });
  assert.deepEqual(
    held.rows().map(({ kind }) => kind),
    travelling.filter((kind) => kind !== "window"),
  );
  assert.ok(held.rows().every(({ value, revision, schema }) => value === "[]" && revision === 6 && schema === 2));
  assert.equal(held.head?.revision, 6);
});

test("another copy takes the place of all there was", () => {
  const held = new CurrentRows();
  held.load([row("a"), row("b c")], { epoch: "e", revision: 5 });
  held.load([row("b c")], { epoch: "f", revision: 1 });
  assert.deepEqual([held.rows(), held.head], [[row("b c")], { epoch: "f", revision: 1 }]);
});
