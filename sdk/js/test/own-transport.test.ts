/** Bodies and connections, by the environment's own `fetch`. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { test } from "node:test";
import { createGateClient, type GateClient } from "../core/index.ts";

/** A client whose server answers so; `closed` resolves when the connection of an answer is closed. */
async function withClient(
  respond: (response: ServerResponse) => void,
  run: (client: GateClient, closed: Promise<void>) => Promise<void>,
): Promise<void> {
  const closed = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    response.on("close", closed.resolve);
    respond(response);
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
    await run(client, closed.promise);
  } finally {
    client.close();
    server.closeAllConnections();
    server.close();
  }
}

async function assertMalformed(client: GateClient, closed: Promise<void>): Promise<void> {
  const { status, problem } = await client.start();
  assert.deepEqual([status, problem?.code], ["open", "invalid_answer"]);
  await closed;
}

test("an endless body is malformed as soon as it is too long, and its connection is closed", async () => {
  await withClient((response) => void Readable.from(endlessText()).pipe(response), assertMalformed);
});

test("a body whose length is announced as too long is malformed before any of it arrives, and its connection is closed", async () => {
  await withClient((response) => response.writeHead(200, { "content-length": 65_537 }).flushHeaders(), assertMalformed);
});

test("closing a client closes the connection of a request that is under way, and ends its start", async () => {
  const asked = Promise.withResolvers<void>();
  await withClient(
    () => asked.resolve(),
    async (client, closed) => {
      const started = client.start();
      await asked.promise;
      client.close();
      await closed;
      await started;
    },
  );
});

function* endlessText(): Generator<string> {
  while (true) yield " ".repeat(65_536);
}
