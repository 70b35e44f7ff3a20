/** Adapters in real servers. `sdk/js/test/frameworks` has those for Express and Fastify. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { type AdaptedServer, checkAdapter, type StartAdapted } from "../test/adapter-check.ts";
import { expressGate } from "./express-gate.ts";
import { fetchGate } from "./fetch-gate.ts";
import { honoGate } from "./hono-gate.ts";

const startNode: StartAdapted = (gate, handled) => {
  const middleware = expressGate(gate);
  const server = createServer((request, response) =>
    middleware(request, response, () => {
      handled();
      response.end("handled");
    }),
  );
  return listening(server.listen(0, "127.0.0.1"));
};

const startFetch: StartAdapted = (gate, handled) =>
  startFetchServer(
    fetchGate(gate, () => {
      handled();
      return new Response("handled");
    }),
  );

const startHono: StartAdapted = (gate, handled) => {
  const app = new Hono().use(honoGate(gate)).all("*", (context) => {
    handled();
    return context.text("handled");
  });
  return startFetchServer((request) => app.fetch(request));
};

function startFetchServer(handle: (request: Request) => Response | Promise<Response>): Promise<AdaptedServer> {
  return listening(serve({ fetch: handle, port: 0, hostname: "127.0.0.1" }) as Server);
}

async function listening(server: Server): Promise<AdaptedServer> {
  if (!server.listening) await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

for (const [name, start] of Object.entries({ "node:http": startNode, "a fetch-style handler": startFetch, Hono: startHono }))
  test(`${name} refuses with 426 and 503, and passes everything else`, () => checkAdapter(start));

test("a refusal after another middleware has answered is left out", async () => {
  let finish = (): void => {};
  const refusal = { status: 426, headers: { "content-type": "application/problem+json" }, body: "{}" } as const;
  const check = () => new Promise<typeof refusal>((resolve) => (finish = () => resolve(refusal)));
  const middleware = expressGate({ check });
  const server = createServer((request, response) => {
    middleware(request, response, () => {});
    response.end("too late");
  });
  const { url, close } = await listening(server.listen(0, "127.0.0.1"));
  try {
    assert.equal(await (await fetch(url, { headers: { connection: "close" } })).text(), "too late");
    finish();
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    await close();
  }
});
