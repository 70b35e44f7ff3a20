/** The console's pages over raw sockets, from a directory whose every byte is known, with a secret beside it. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { exchange, type RawResponse } from "../../test/raw-socket.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { Catalog } from "../reads/catalog/catalog.ts";
import { type Listener, openListener } from "../reads/listener/listener.ts";
import { createRequestHandler } from "../reads/listener/listener-routes.ts";
import { BuiltFiles } from "./built-files.ts";
import { ConsolePage, noncePlaceholder } from "./console-page.ts";

const root = temporaryDirectories()();
const dist = join(root, "dist");
const script = "console.log('the console');\n";
const page = `<meta property="csp-nonce" nonce="${noncePlaceholder}"><script src="/console/assets/main-1.js" nonce="${noncePlaceholder}"></script>`;

let listener: Listener;
before(async () => {
  writeDist();
  writeFileSync(join(root, "secret.js"), "secret");
  symlinkSync(join(root, "secret.js"), join(dist, "assets", "linked.js"));
  listener = await open();
});
after(() => listener.stop(0));

function writeDist(): void {
  mkdirSync(join(dist, "assets"), { recursive: true });
  writeFileSync(join(dist, "index.html"), page);
  writeFileSync(join(dist, "icon.svg"), "<svg/>");
  writeFileSync(join(dist, "assets", "main-1.js"), script);
  writeFileSync(join(dist, "assets", "main-1.js.gz"), gzipSync(script));
}

function open(): Promise<Listener> {
  const admin = { handle: () => assert.fail("the admin API was asked") };
  const console = new ConsolePage(new BuiltFiles(dist), randomBytes);
  const onRequest = createRequestHandler({ catalog: new Catalog(), now: Date.now, admin, console }, new Set(["admin"]));
  return openListener({ address: { host: "127.0.0.1", port: 0 }, onRequest, log: { error: () => undefined } });
}

async function ask(path: string, headers = ""): Promise<RawResponse> {
  const end = await exchange(listener.port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`);
  return end.responses[0] ?? assert.fail(end.rest);
}

test("the address that people type leads to the console", async () => {
  for (const path of ["/", "/console", "/?x=1"]) {
    const { status, headers } = await ask(path);
    assert.deepEqual([status, headers.location], [303, "/console/"], path);
  }
});

test("every address of the console that is no file is the page, with a nonce that is never the same", async () => {
  const nonces = new Set<string>();
  for (const path of ["/console/", "/console/?x", "/console/projects/acme/instances", "/console/projects/caf%C3%A9"]) {
    const { status, headers, body } = await ask(path);
    assert.equal(status, 200, path);
    assert.equal(headers["cache-control"], "no-store");
    const [, nonce = ""] = /style-src 'self' 'nonce-([\w-]{22})'/.exec(headers["content-security-policy"] ?? "") ?? [];
    assert.equal(body, page.replaceAll(noncePlaceholder, nonce));
    nonces.add(nonce);
  }
  assert.equal(nonces.size, 4);
});

test("the policy lets in our files and nothing else", async () => {
  const { headers } = await ask("/console/");
  const policy = headers["content-security-policy"] ?? "";
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ])
    assert.ok(policy.split("; ").includes(part), part);
  assert.doesNotMatch(policy, /unsafe|\*|https?:/);
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["referrer-policy"], "no-referrer");
});

test("a file is never asked for again", async () => {
  const { body, headers } = await ask("/console/assets/main-1.js");
  assert.equal(body, script);
  assert.equal(headers["content-type"], "text/javascript; charset=utf-8");
  assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
  const again = await ask("/console/assets/main-1.js", `If-None-Match: ${headers.etag}\r\n`);
  assert.deepEqual([again.status, again.body], [304, ""]);
  const coded = await ask("/console/assets/main-1.js", "Accept-Encoding: gzip\r\n");
  assert.deepEqual([coded.status, coded.headers["content-encoding"]], [200, "gzip"]);
});

test("an unknown path that looks like a file is 404, and not the page", async () => {
  const absent = [
    "/console/assets/main-2.js",
    "/console/assets/x",
    "/console/favicon.ico",
    "/console/index.html",
    "/console/assets/main-1.js.gz",
  ];
  for (const path of absent) {
    const { status, headers } = await ask(path);
    assert.deepEqual([status, headers["content-type"]], [404, "application/problem+json"], path);
  }
});

test("nothing outside of the built console is served, however it is asked for", async () => {
  const tricks = [
    "/console/../secret.js",
    "/console/assets/..%2f..%2fsecret.js",
    "/console/..%5csecret.js",
    "/console/assets/linked.js",
    "/console/assets/main-1.js%00",
    "/console/%61ssets/main-1.js",
    "/%63onsole/",
    `/console/${join(root, "secret.js").slice(1)}`,
    "/console/__proto__",
  ];
  for (const path of tricks) {
    const { status, body } = await ask(path);
    assert.ok(!body.includes("secret") && !body.includes("the console"), path);
    assert.ok(status === 404 || body.startsWith("<meta"), `${path} ${status}`);
  }
});

test("where the console is not built the page says how, and when it is built it is there", async () => {
  rmSync(dist, { recursive: true });
  const { status, headers, body } = await ask("/console/projects/acme");
  assert.deepEqual([status, headers.refresh], [503, "3"]);
  assert.match(body, /npm run build/);
  assert.equal((await ask("/console/assets/main-1.js")).status, 404);
  writeDist();
  assert.equal((await ask("/console/")).status, 200);
});
