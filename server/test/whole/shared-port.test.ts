/** Several processes of one machine that share the port for reads. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { restartUnderLoad } from "../drills/restarts.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
const skip = process.platform !== "linux";

test("edges that share a port are restarted in turns while apps read, and every connection is answered", { skip }, async () => {
  const { answered, failures, resets } = await restartUnderLoad(directories(), 4);
  assert.deepEqual(failures, []);
  // Only a connection that comes in the moment between the last look at the queue and the close.
  assert.ok(resets <= 1, `${resets} of ${answered} connections were reset`);
});
