import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { createGzip } from "node:zlib";
import { originEvents } from "./origin-stream.ts";

const nothing = () => undefined;

/** The problem reported for an origin that answers like this. */
async function problemWith(answer: (res: ServerResponse) => void): Promise<string> {
  const server = createServer((_, res) => answer(res));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { signal } = new AbortController();
  try {
    const asked = { url, headers: {}, signal, silence: 5_000, longest: 1_000, heard: nothing, retry: nothing };
    for await (const event of originEvents(asked)) assert.fail(`there is an event: ${event.event}`);
    return "";
  } catch (error) {
    return (error as Error).message;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("of a refusal without an end no more than its beginning is read", async () => {
  for (const isCompressed of [false, true]) {
    let sent = 0;
    const problem = await problemWith((res) => {
      const piece = Buffer.alloc(1024 * 1024, " ");
      res.writeHead(500, isCompressed ? { "content-encoding": "gzip" } : {});
      const to = isCompressed ? createGzip() : res;
      if (isCompressed) to.pipe(res);
      const fill = () => {
        if (res.destroyed) return;
        sent += piece.length;
        if (to.write(piece)) setImmediate(fill);
        else to.once("drain", fill);
      };
      fill();
    });
    assert.equal(problem, "the origin answers 500");
    assert.ok(sent <= 64 * 1024 * 1024, `${sent} bytes were taken`);
  }
});
