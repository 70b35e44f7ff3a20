/** The web gate in a real browser, against the faulty server. */
import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { openBrowser, type TestBrowser, type Visitor } from "../../../server/test/browser.ts";
import { sentLocale } from "../../../server/test/run-seed.ts";
import { becomes } from "../../../ui/test/console-page.ts";
import { type FaultyServer, startFaultyServer } from "../../conformance/faulty-server.ts";
import type { Behavior, SeenRequest } from "../../conformance/scenario.ts";
import { bundle } from "../bundle.ts";

/** The address of the server comes from the page's search. */
const html = `<!doctype html><title>Acme Shop</title><input aria-label="Note"><script src="/web.js"></script><script>
  window.isBusy = sessionStorage.busy === "true";
  window.gate = drawbridgeWeb.createWebGate({
    baseUrl: new URLSearchParams(location.search).get("api"), key: "dbr_web", version: "2.3.0",
    busy: sessionStorage.busy ? () => window.isBusy : undefined,
    beforeBlock: sessionStorage.save ? () => new Promise((done) => { window.endSave = done; }) : undefined,
  });
  window.gate.start();
</script>`;

/** Loads of pages by their whole address, which each visitor has another of. */
const loaded = new Map<string, number>();
let site: Server;
let address: string;
let gate: FaultyServer;
let browser: TestBrowser;

before(async () => {
  const script = await bundle("web/index.ts", "drawbridgeWeb");
  site = createServer((req, res) => {
    const isScript = req.url === "/web.js";
    loaded.set(req.url ?? "", (loaded.get(req.url ?? "") ?? 0) + 1);
    res.setHeader("content-type", isScript ? "text/javascript" : "text/html").end(isScript ? script : html);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  site.listen(0, "127.0.0.1", resolve);
  await promise;
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  gate = await startFaultyServer();
  browser = await openBrowser();
});

after(async () => {
  await browser.close();
  await gate.close();
  site.closeAllConnections();
  site.close();
});

async function behave(behavior: Behavior): Promise<void> {
  await fetch(`${gate.url}/control`, { method: "PUT", body: JSON.stringify(behavior) });
}

async function seen(): Promise<readonly SeenRequest[]> {
  return (await (await fetch(`${gate.url}/control/seen`)).json()) as SeenRequest[];
}

async function open(behavior: Behavior, before = "", hasFakeClock = false): Promise<Visitor> {
  await behave(behavior);
  const visitor = await browser.visitor({ locale: sentLocale });
  if (hasFakeClock) await visitor.page.clock.install();
  if (before) await visitor.page.addInitScript(before);
  await visitor.page.goto(`${address}/?api=${encodeURIComponent(`${gate.url}/api/v1`)}&visit=${loaded.size}`);
  return visitor;
}

async function loads(page: Page): Promise<number> {
  const { pathname, search } = new URL(page.url());
  return loaded.get(pathname + search) ?? 0;
}

const beVisibly = (state: string) =>
  `Object.defineProperty(document, "visibilityState", { value: "${state}", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"))`;
const hide = beVisibly("hidden");
const show = beVisibly("visible");

/** A member of the state after an answer. */
async function refreshed(page: Page, member: string): Promise<unknown> {
  return read(page, `window.gate.refresh().then((state) => state.${member})`);
}

/** While the page is reloaded, nothing. */
async function read(page: Page, expression: string): Promise<unknown> {
  return page.evaluate(expression).catch(() => null);
}

async function status(page: Page): Promise<unknown> {
  return read(page, "window.gate.state.status");
}

test("a forced update reloads the page once for its build, and then the gate stays", async () => {
  const { page } = await open({ answer: "forced" });
  await becomes(() => loads(page), 2);
  await becomes(() => status(page), "update_required");
  await refreshed(page, "status");
  await refreshed(page, "status");
  assert.equal(await loads(page), 2);
  assert.equal(await page.evaluate("sessionStorage.getItem('drawbridge.reloads')"), '["2.4.0"]');
});

test("the next build is another reload, and a session has three without a press of the button", async () => {
  const { page } = await open({ answer: "forced" });
  await becomes(() => loads(page), 2);
  for (const [build, expected] of [
    ["2.5.0", 3],
    ["2.6.0", 4],
    ["2.7.0", 4],
  ] as const) {
    await behave({ answer: "forced", with: { update_to: build } });
    await becomes(async () => [await refreshed(page, "updateTo"), await loads(page)], [build, expected]);
  }
  await page.evaluate("void window.gate.update()");
  await becomes(() => loads(page), 5);
});

test("a page that is busy is not reloaded before it is done", async () => {
  const { page } = await open({ answer: "forced" }, "sessionStorage.busy ??= 'true'");
  await becomes(() => status(page), "update_required");
  await refreshed(page, "status");
  await page.evaluate(hide);
  assert.equal(await loads(page), 1);
  await page.evaluate(show);
  await page.evaluate("sessionStorage.busy = 'false', window.isBusy = false");
  await becomes(async () => [await refreshed(page, "status"), await loads(page)], ["update_required", 2]);
});

test("a page that saves the user's work is reloaded when that is done, and not when the user leaves it", async () => {
  const { page } = await open({ answer: "forced" }, "sessionStorage.save = 'true'");
  await becomes(() => read(page, "window.gate.state.saving"), true);
  await page.evaluate(hide);
  await page.evaluate(show);
  assert.deepEqual([await refreshed(page, "saving"), await loads(page)], [true, 1]);
  await page.evaluate("window.endSave()");
  await becomes(async () => [await read(page, "window.gate.state.saving"), await loads(page)], [false, 2]);
});

for (const [how, leave] of [
  ["leaves the tab", hide],
  ["goes back", "history.back()"],
  ["presses Update", "void window.gate.update()"],
] as const) {
  test(`a page in which the user typed something is not reloaded before the user ${how}`, async () => {
    const { page } = await open({});
    await becomes(() => status(page), "open");
    await page.evaluate("history.pushState(null, '')");
    await page.getByLabel("Note").fill("Ring twice");
    await page.getByLabel("Note").blur();
    await behave({ answer: "forced" });
    for (const _ of [1, 2]) assert.equal(await refreshed(page, "status"), "update_required");
    assert.equal(await page.getByLabel("Note").inputValue(), "Ring twice");
    assert.equal(await loads(page), 1);
    await page.evaluate(leave);
    await becomes(() => loads(page), 2);
  });
}

test("a page in which a field is focused is reloaded when it no longer is, and one whose field is empty again is reloaded", async () => {
  const { page } = await open({});
  await becomes(() => status(page), "open");
  await page.getByLabel("Note").fill("Ring twice");
  await page.getByLabel("Note").fill("");
  await behave({ answer: "forced" });
  assert.equal(await refreshed(page, "status"), "update_required");
  assert.equal(await loads(page), 1);
  await page.getByLabel("Note").blur();
  await becomes(async () => (await loads(page)) === 2 || refreshed(page, "status"), true);
});

test("a reload that waits is forgotten when the update is no longer forced", async () => {
  const { page } = await open({});
  await becomes(() => status(page), "open");
  await page.getByLabel("Note").fill("Ring twice");
  await behave({ answer: "forced" });
  assert.equal(await refreshed(page, "status"), "update_required");
  await behave({});
  assert.equal(await refreshed(page, "status"), "open");
  await page.evaluate(hide);
  assert.equal(await page.getByLabel("Note").inputValue(), "Ring twice");
  assert.equal(await loads(page), 1);
});

test("a page that is offline is not reloaded, and asks as soon as it is online", async () => {
  const { page } = await open({});
  await becomes(() => status(page), "open");
  await page.context().setOffline(true);
  await behave({ answer: "forced" });
  await refreshed(page, "status");
  assert.equal(await page.evaluate("window.gate.state.problem.code"), "offline");
  assert.equal(await page.evaluate("window.gate.update()"), false);
  assert.equal(await loads(page), 1);
  await page.context().setOffline(false);
  await becomes(() => loads(page), 2);
});

test("a kept block alone does not reload: only the server's present answer does", async () => {
  const { page } = await open({ answer: "forced" }, "sessionStorage.busy ??= 'true'");
  await becomes(() => status(page), "update_required");
  await behave({ fault: "silent" });
  await page.evaluate("sessionStorage.busy = 'false'");
  await page.reload();
  assert.deepEqual(await page.evaluate("[gate.state.status, gate.state.source]"), ["update_required", "kept"]);
  assert.equal(await loads(page), 2);
});

test("a recommended update waits for the user, whose button reloads the page", async () => {
  const { page } = await open({ maxAge: 0 });
  await becomes(() => status(page), "open");
  await behave({ answer: "recommended" });
  await page.reload();
  await becomes(() => status(page), "recommended");
  assert.equal(await loads(page), 2);
  await page.evaluate("void window.gate.update()");
  await becomes(() => loads(page), 3);
});

test("without a session storage only the button reloads the page, since nothing would end a loop", async () => {
  const block = "Storage.prototype.setItem = () => { throw new Error('Full.'); };";
  const { page } = await open({ answer: "forced" }, block);
  await becomes(() => status(page), "update_required");
  assert.equal(await loads(page), 1);
  await page.evaluate("void window.gate.update()");
  await becomes(() => loads(page), 2);
});

test("a hidden page asks nothing, and asks when it is visible again", async () => {
  const { page } = await open({ maxAge: 0 }, "", true);
  await becomes(() => status(page), "open");
  await page.evaluate(hide);
  await behave({ answer: "maintenance" });
  const before = (await seen()).length;
  await page.clock.runFor(60_000);
  assert.equal((await seen()).length, before);
  await page.evaluate(show);
  await becomes(() => status(page), "maintenance");
});

test("a closed gate no longer follows the page", async () => {
  const { page } = await open({});
  await becomes(() => status(page), "open");
  const before = (await seen()).length;
  await page.evaluate("window.gate.close(), window.dispatchEvent(new Event('online'))");
  assert.equal((await seen()).length, before);
});
