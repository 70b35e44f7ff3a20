/** Options that no request can carry: settings of a build that are missing, and ids that are no text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createGateClient, type GateOptions } from "../core/index.ts";

const options: GateOptions = { baseUrl: "http://127.0.0.1:1/api/v1", key: "dbr_x", platform: "ios", version: "2.3.0" };

for (const [name, wrong] of Object.entries({
  "an address that is missing": { baseUrl: undefined as never },
  "an instance that is no Unicode text": { instanceId: "\ud800" },
}))
  test(`${name} neither throws nor blocks`, async () => {
    const client = createGateClient({ ...options, ...wrong });
    const { status, problem } = await client.start();
    assert.deepEqual([status, problem], ["open", { kind: "offline" }]);
    client.close();
  });
