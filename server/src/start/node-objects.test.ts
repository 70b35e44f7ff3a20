import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { pluck } from "../../test/pluck.ts";
import { ShippedLog } from "../../test/shipped-log.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { openObjectStore } from "../objects/open-objects.ts";
import type { ReplicaRows } from "../replicas/replica.ts";
import type { Head } from "../store/store.ts";
import { NodeObjects } from "./node-objects.ts";

const newDirectory = temporaryDirectories();

/** Rows that a node starts from, whose replica on the disk and whose log are these. */
async function kept(url: string | null, own: ReplicaRows | null, end: Head | null, left: readonly string[] = []) {
  const known = { end: end && { head: end, last: null }, hasLeft: (epoch: string) => left.includes(epoch) };
  const follower = { awaited: null, restored: null, restore: async () => {}, applyRestored: () => {} };
  const settings = { objects: url, objectsKey: null };
  const log = { error: () => {} };
  const objects = new NodeObjects({ settings, replica: { read: () => own }, known, follower, log, now: () => 9_000 });
  const rows = await objects.kept();
  await objects.close();
  return rows;
}

test("a node starts from its replica, or from the object store if that is not older than its answers were", async () => {
  const directory = newDirectory();
  mkdirSync(directory);
  const url = pathToFileURL(directory).href;
  assert.equal(await kept(url, null, null), null);
  const shipped = new ShippedLog(await openObjectStore(url));
  const change = (n: number) =>
    ({ project: "shop", kind: "instance", id: "eu", schema: 1, value: JSON.stringify({ n }) }) as const;
  for (let n = 1; n <= 3; n++) {
    shipped.commit(change(n));
    await shipped.ship();
  }
  const own: ReplicaRows = { rows: [], head: { epoch: "e1", revision: 2 }, last: null, checkedAt: 1 };
  assert.equal(await kept(url, own, own.head), own);
  assert.equal(await kept(null, own, own.head), own);
  assert.equal(await kept(null, null, own.head), null);
  for (const end of [null, own.head, { epoch: "e1", revision: 3 }, { epoch: "e0", revision: 9 }]) {
    const found = await kept(url, null, end);
    assert.deepEqual([found?.head, found?.last?.id, found?.checkedAt], [{ epoch: "e1", revision: 3 }, "e1_3", 3_000]);
    assert.deepEqual(pluck(found?.rows, "value"), [`{"n":3}`]);
  }
  assert.equal(await kept(url, null, { epoch: "e1", revision: 4 }), null);
  assert.equal(await kept(url, null, { epoch: "e2", revision: 1 }, ["e1"]), null);
});
