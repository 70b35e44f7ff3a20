/** Checks an adapter in a real server: refused requests do not reach the handler, all others do. */
import assert from "node:assert/strict";
import { createServerGate, type ServerGate } from "../server/index.ts";
import { startHeldServer } from "./held-server.ts";

export interface AdaptedServer {
  /** Origin, without a path. */
  readonly url: string;
  close(): Promise<unknown>;
}

/** @param handled called by the handler, which answers 200 and `handled` on each path */
export type StartAdapted = (gate: ServerGate, handled: () => void) => Promise<AdaptedServer>;

export async function checkAdapter(start: StartAdapted): Promise<void> {
  const end = new Date(Date.now() + 600_000).toISOString();
  const window = { name: "Acme", reminder_start: end, start: end, end };
  const drawbridge = await startHeldServer(Date.now);
  drawbridge.behave([
    { answer: "forced" },
    { answer: "maintenance", with: { window, next_change_at: end } },
    { answer: "open" },
    { status: 500 },
  ]);
  let handled = 0;
  const options = { baseUrl: drawbridge.baseUrl, key: "dbr_conformance", timeLimit: 20_000, exempt: ["/api/health"] };
  const server = await start(createServerGate(options), () => handled++);
  const ask = (version: string, path = "/api/orders?page=2", method = "GET") => {
    const app = version && { "x-app-version": version, "x-app-platform": "ios" };
    return fetch(server.url + path, { method, headers: { connection: "close", ...app } });
  };
  try {
    const update = await ask("2.3.0");
    assert.equal(update.status, 426);
    assert.equal(update.headers.get("content-type"), "application/problem+json; charset=utf-8");
    assert.equal(update.headers.get("cache-control"), "no-store");
    assert.equal(((await update.json()) as { code: string }).code, "update_required");
    const maintenance = await ask("2.4.0", "/api/orders", "POST");
    assert.equal(maintenance.status, 503);
    const retryAfter = Number(maintenance.headers.get("retry-after"));
    assert.ok(retryAfter > 0 && retryAfter <= 601, String(retryAfter));
    assert.equal(((await maintenance.json()) as { code: string }).code, "maintenance");
    assert.equal(handled, 0);
    for (const [version, path] of [["2.5.0"], [""], ["2.3.0", "/api/health?deep=1"], ["2.2.0"], ["2.1.0"]] as const) {
      const passed = await ask(version, path);
      assert.equal(passed.status, 200, version);
      assert.equal(await passed.text(), "handled");
    }
    assert.equal(handled, 5);
  } finally {
    await Promise.all([server.close(), drawbridge.close()]);
  }
}
