/** Which programs have the fast path: Node's HTTP server reports each request that it creates, and a fast read creates none. */
import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { test } from "node:test";
import { freePort } from "../free-port.ts";
import { RawSocket } from "../raw-socket.ts";
import { config, requestHead } from "../read-server.ts";
import { EdgeProgram } from "../running-edge.ts";
import { startProgram } from "../running-program.ts";

const channel = "http.server.request.start";

/** Sends three reads on one connection; returns how many of them came through the HTTP server. */
async function slowReads(url: string): Promise<number> {
  const target = `${config}?asked=${new URL(url).port}`;
  let slow = 0;
  const count = (message: unknown) => {
    if ((message as { readonly request: IncomingMessage }).request.url === target) slow++;
  };
  subscribe(channel, count);
  const raw = await RawSocket.open(Number(new URL(url).port));
  try {
    for (let i = 0; i < 3; i++) {
      raw.write(requestHead({ target }));
      assert.match(String((await raw.response()).status), /401|503/);
    }
  } finally {
    raw.socket.destroy();
    unsubscribe(channel, count);
  }
  return slow;
}

test("a node and an edge answer reads without the HTTP server, from the second one of a connection on", async () => {
  const program = await startProgram();
  assert.equal(await slowReads(program.urls.config).finally(() => program.stop()), 1);
  // Its origin is not there: apps learn it, on the same path.
  const origin = `http://127.0.0.1:${await freePort()}`;
  await using edge = await EdgeProgram.start({ origin, token: "dbe_unknown" });
  assert.equal(await slowReads(edge.url), 1);
});
