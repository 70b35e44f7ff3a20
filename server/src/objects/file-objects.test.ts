import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { openObjectStore } from "./open-object-store.ts";

const newDirectory = temporaryDirectories();

test("of 50 puts of an absent key at the same time, one succeeds", async () => {
  const folder = newDirectory();
  mkdirSync(folder);
  const store = await openObjectStore(pathToFileURL(folder).href);
  const tags = await Promise.all(Array.from({ length: 50 }, (_, n) => store.put("a/b", Buffer.from(`${n}`), null)));
  const [tag, ...others] = tags.filter((each) => each !== null);
  assert.deepEqual(others, []);
  const read = await store.get("a/b");
  assert.equal(read?.tag, tag);
  assert.equal(await store.put("a/b", Buffer.from("next"), "wrong"), null);
  assert.notEqual(await store.put("a/b", Buffer.from("next"), tag ?? ""), null);
  assert.equal(String((await store.get("a/b"))?.bytes), "next");
  const listed = await Array.fromAsync(store.list("a/"));
  assert.deepEqual(listed, [{ key: "a/b", bytes: 4 }]);
  await store.delete(["a/b", "a/c"]);
  assert.equal(await store.get("a/b"), null);
});
