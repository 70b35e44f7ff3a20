/** Each adapter in a real server: what passes reaches the handler, what is refused does not. */
import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, test } from "node:test";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { startHeldServer } from "../test/held-server.ts";
import { expressGate } from "./express-gate.ts";
import { fetchGate } from "./fetch-gate.ts";
import { honoGate } from "./hono-gate.ts";
import { createServerGate, type ServerGate } from "./server-gate.ts";

const key = "dbr_AcmeShopAdaptersTestKey000000000000000";
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type StartServer = (gate: ServerGate, handled: () => void) => Promise<string>;

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function listenFetch(handle: (request: Request) => Response | Promise<Response>): Promise<string> {
  return new Promise((resolve) => {
    const server = serve({ fetch: handle, port: 0, hostname: "127.0.0.1" }, ({ port }) => resolve(`http://127.0.0.1:${port}`));
    closing.push(() => new Promise((closed) => void server.close(() => closed())));
  });
}

const adapters: Readonly<Record<string, StartServer>> = {
  "node:http": (gate, handled) => {
    const middleware = expressGate(gate);
    return listen((request, response) =>
      middleware(request, response, () => {
        handled();
        response.end("handled");
      }),
    );
  },
  "a fetch-style handler": (gate, handled) =>
    listenFetch(
      fetchGate(gate, () => {
        handled();
        return new Response("handled");
      }),
    ),
  Hono: (gate, handled) => {
    const app = new Hono().use(honoGate(gate)).get("*", (context) => {
      handled();
      return context.text("handled");
    });
    return listenFetch((request) => app.fetch(request));
  },
};

for (const [name, start] of Object.entries(adapters)) {
  test(`${name} refuses with 426 and 503, and passes everything else`, async () => {
    const end = new Date(Date.now() + 600_000).toISOString();
    const drawbridge = await startHeldServer(Date.now);
    drawbridge.behave([
      { answer: "forced" },
      { answer: "maintenance", with: { window: { end }, next_change_at: end } },
      { answer: "open" },
      { status: 500 },
    ]);
    closing.push(drawbridge.close);
    let handled = 0;
    const gate = createServerGate({ baseUrl: drawbridge.baseUrl, key, timeLimit: 20_000, exempt: ["/health"] });
    const url = await start(gate, () => handled++);
    const ask = (version: string, path = "/orders?page=2") =>
      fetch(url + path, {
        headers: { connection: "close", ...(version && { "x-app-version": version, "x-app-platform": "ios" }) },
      });

    const update = await ask("2.3.0");
    assert.equal(update.status, 426);
    assert.equal(update.headers.get("content-type"), "application/problem+json; charset=utf-8");
    assert.equal(((await update.json()) as { code: string }).code, "update_required");
    const maintenance = await ask("2.4.0");
    assert.equal(maintenance.status, 503);
    const retryAfter = Number(maintenance.headers.get("retry-after"));
    assert.ok(retryAfter > 0 && retryAfter <= 601, String(retryAfter));
    assert.equal(((await maintenance.json()) as { code: string }).code, "maintenance");
    assert.equal(handled, 0);
    for (const [version, path] of [["2.5.0"], [""], ["2.3.0", "/health?deep=1"], ["2.2.0"], ["2.1.0"]] as const) {
      const passed = await ask(version, path);
      assert.equal(passed.status, 200, version);
      assert.equal(await passed.text(), "handled");
    }
    assert.equal(handled, 5);
  });
}
