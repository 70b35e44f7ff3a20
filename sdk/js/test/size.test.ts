/** The size of the core in an app: bundled, minified, compressed by gzip. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { bundle } from "./bundle.ts";

/** Bytes. */
const limit = 5300;

test("the core takes less than 5.3 kB, and imports nothing", async () => {
  const code = await bundle("core/index.ts");
  const { length } = gzipSync(code, { level: 9 });
  assert.ok(length < limit, `${length} bytes`);
  assert.ok(length > 1000, "the whole core is in the bundle");
  assert.doesNotMatch(code, /\bimport\b/);
});
