import assert from "node:assert/strict";
import { test } from "node:test";
import type { Change, Head, Row } from "../store/store.ts";
import { WorkerCatalog } from "./worker-catalog.ts";
import type { FromWorker } from "./worker-message.ts";

const at = (revision: number, epoch = "a"): Head => ({ epoch, revision });
const row = (id: string, value: string): Row => ({ project: "p", kind: "instance", id, schema: 1, value, revision: 1 });
const change = (id: string, value: string | null): Change => ({ project: "p", kind: "instance", id, schema: 1, value });

/** Collects the catalog's content and the acknowledgments. */
function copied() {
  const values = new Map<string, string>();
  const said: FromWorker[] = [];
  const catalog = {
    load(rows: Iterable<Row>) {
      values.clear();
      for (const { id, value } of rows) values.set(id, value);
    },
    apply(changes: readonly Change[]) {
      for (const { id, value } of changes) value === null ? values.delete(id) : values.set(id, value);
    },
  };
  const feed = new WorkerCatalog(catalog, (has) => said.push(has));
  return { feed, said, values: () => Object.fromEntries(values) };
}

test("a copy comes in parts, and a commit between them is newer than all of them", () => {
  const { feed, said, values } = copied();
  feed.take({ kind: "rows", rows: [row("a", "1"), row("b", "1")] });
  feed.take({ kind: "commit", changes: [change("a", "2"), change("c", null)], head: at(8), number: 1 });
  feed.take({ kind: "rows", rows: [row("c", "1")] });
  assert.deepEqual([said, values()], [[], {}]);
  feed.take({ kind: "whole", head: at(7), number: 2 });
  assert.deepEqual(values(), { a: "2", b: "1" });
  // It has both, and says so once.
  assert.deepEqual(said, [{ kind: "has", head: at(8), number: 2 }]);
});

test("a second copy takes the place of the first, of another epoch too", () => {
  const { feed, said, values } = copied();
  feed.take({ kind: "rows", rows: [row("a", "1")] });
  feed.take({ kind: "whole", head: at(7), number: 1 });
  feed.take({ kind: "commit", changes: [change("b", "1")], head: at(8), number: 2 });
  feed.take({ kind: "rows", rows: [row("c", "1")] });
  assert.deepEqual(values(), { a: "1", b: "1" });
  feed.take({ kind: "whole", head: at(3, "b"), number: 3 });
  assert.deepEqual(values(), { c: "1" });
  assert.deepEqual(said.at(-1), { kind: "has", head: at(3, "b"), number: 3 });
});

test("a store without a row is a copy too", () => {
  const { feed, said } = copied();
  feed.take({ kind: "whole", head: at(0), number: 1 });
  assert.deepEqual(said, [{ kind: "has", head: at(0), number: 1 }]);
});
