/** Requests of the web gate in a real browser to the real server, at another origin than the page's: what the network sees. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { openBrowser, type TestBrowser } from "../../../server/test/browser.ts";
import { type Program, startProgram } from "../../../server/test/running-program.ts";
import { temporaryDirectories } from "../../../server/test/temporary-directory.ts";
import { becomes } from "../../../ui/test/console-page.ts";
import { bundle } from "../bundle.ts";

interface SeenRequest {
  readonly method: string;
  readonly etag: string | undefined;
  readonly status: number;
}

const directories = temporaryDirectories();
let program: Program;
let browser: TestBrowser;
let site: Server;
/** Stands before the server, and notes each request. */
let relay: Server;
let seen: SeenRequest[] = [];

before(async () => {
  program = await startProgram({ directory: directories() });
  const script = await bundle("web/index.ts", "drawbridgeWeb");
  site = createServer((req, res) => {
    const isScript = req.url === "/web.js";
    res.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    res.end(isScript ? script : "<!doctype html><title>Acme Shop</title><script src='/web.js'></script>");
  });
  relay = createServer(forward);
  for (const server of [site, relay]) await once(server.listen(0, "127.0.0.1"), "listening");
  browser = await openBrowser();
});

after(async () => {
  await browser.close();
  for (const server of [site, relay]) {
    server.closeAllConnections();
    server.close();
  }
  await program.stop();
});

function forward(req: IncomingMessage, res: ServerResponse): void {
  const { method = "", url, headers } = req;
  const forwarded = request(`${program.urls.config}${url}`, { method, headers }, (answer) => {
    const { statusCode: status = 0 } = answer;
    seen.push({ method, etag: headers["if-none-match"], status });
    answer.pipe(res.writeHead(status, answer.rawHeaders));
  });
  forwarded.end();
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A page with the gate of a new project, on a clock that the test moves. */
async function openGate(project: string, ttl: string): Promise<Page> {
  const manifest = {
    apiVersion: "drawbridge/v1",
    project,
    name: project,
    languages: ["en"],
    ttl,
    platforms: { web: { store: "none" } },
  };
  const put = await program.admin("PUT", `/admin/v1/projects/${project}/manifest`, manifest, { "if-none-match": "*" });
  assert.equal(put.status, 201, JSON.stringify(put.body));
  const { out } = await program.cli("key", "create", "--project", project, "--name", "web", "--json");
  const { page } = await browser.visitor();
  await page.clock.install();
  await page.goto(originOf(site));
  seen = [];
  await startGate(page, JSON.parse(out).key);
  return page;
}

async function startGate(page: Page, key: string): Promise<void> {
  const options = JSON.stringify({ baseUrl: `${originOf(relay)}/api/v1`, key, version: "2.3.0" });
  await page.evaluate(
    `window.gate = drawbridgeWeb.createWebGate(${options}), sessionStorage.readKey = ${JSON.stringify(key)}, gate.start()`,
  );
  assert.equal(await page.evaluate("gate.state.source"), "network");
}

function count(method: string): number {
  return seen.filter((one) => one.method === method).length;
}

test("five polls are five requests and one preflight, and the browser validates by the ETag of its cache", async () => {
  const page = await openGate("acme-polls", "PT0S");
  for (let polls = 1; polls < 5; polls++) {
    await page.clock.runFor(7000);
    await becomes(async () => count("GET"), polls + 1);
  }
  assert.ok(count("OPTIONS") <= 1, JSON.stringify(seen));
  assert.deepEqual(
    seen.filter(({ method }) => method === "GET").map(({ status }) => status),
    [200, 304, 304, 304, 304],
  );
  assert.equal(await page.evaluate("gate.close(), gate.state.problem"), null);
});

test("Try again goes past the browser's cache, and a reload within a fresh answer asks nothing", async () => {
  const page = await openGate("acme-presses", "PT1H");
  for (let presses = 1; presses <= 3; presses++) {
    await page.evaluate("gate.refresh()");
    assert.equal(count("GET"), presses + 1);
  }
  assert.ok(seen.every(({ status }) => status === 200 || status === 204));
  await page.reload();
  const before = seen.length;
  const state = await page.evaluate(`
    window.gate = drawbridgeWeb.createWebGate({ baseUrl: "${originOf(relay)}/api/v1", key: sessionStorage.readKey, version: "2.3.0" });
    gate.start().then(({ status, source }) => [status, source])`);
  assert.deepEqual([state, seen.length], [["open", "kept"], before]);
});
