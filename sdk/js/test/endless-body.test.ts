/** A body without an end, by the environment's own `fetch`. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { test } from "node:test";
import { createGateClient } from "../core/index.ts";

test("an endless body is malformed as soon as it is too long, and its connection is closed", async () => {
  const closed = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    response.on("close", closed.resolve);
    Readable.from(endlessText()).pipe(response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const client = createGateClient({
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    key: "dbr_x",
    platform: "ios",
    version: "2.3.0",
  });
  try {
    const { status, problem } = await client.start();
    assert.deepEqual([status, problem], ["open", { kind: "malformed" }]);
    await closed.promise;
  } finally {
    client.close();
    server.closeAllConnections();
    server.close();
  }
});

function* endlessText(): Generator<string> {
  while (true) yield " ".repeat(65_536);
}
