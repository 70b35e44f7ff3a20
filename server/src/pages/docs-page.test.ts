import assert from "node:assert/strict";
import { once } from "node:events";
import { globSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { AdminError } from "drawbridge-client/admin";
import { problems } from "drawbridge-rules/wire/problem.ts";
import { openBrowser, type TestBrowser } from "../../test/browser.ts";
import { type Program, startProgram } from "../../test/running-program.ts";
import { programFile } from "../base/program-files.ts";
import { exitCodeOf } from "../cli/exit-codes.ts";
import { buildConsole } from "./console-build.ts";

let program: Program;
let browser: TestBrowser;
const said: string[] = [];
before(async () => {
  await buildConsole((line) => void said.push(line)).done;
  program = await startProgram();
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await program.stop();
});

const documents = globSync(["*.md", "reference/*.md"], { cwd: programFile("docs") }).map((name) => name.slice(0, -3));
const files = ["", ...documents.map((name) => `/${name}`), "/pages.css", "/icon.svg"];

/** Bytes as they are sent, from the path as it is written. */
async function raw(path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") {
  const { port } = new URL(program.urls.admin);
  const sent = request({ host: "127.0.0.1", port, path, method, headers }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

test("every file comes with the policy that lets the page do nothing else, and its own type", async () => {
  const types: Record<string, string> = {
    css: "text/css; charset=utf-8",
    svg: "image/svg+xml",
  };
  for (const file of files) {
    const { status, headers } = await fetch(`${program.urls.admin}/docs${file}`);
    assert.equal(status, 200, file);
    assert.equal(headers.get("content-type"), types[file.split(".").at(-1) ?? ""] ?? "text/html; charset=utf-8");
    const policy = headers.get("content-security-policy") ?? "";
    assert.match(policy, /^default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none';/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.equal(headers.get("cache-control"), "no-cache");
    assert.equal(headers.get("set-cookie"), null);
  }
});

test("every link of a page leads to a page of this server, and to a heading there", async () => {
  assert.ok(documents.length >= 30, said.join("\n"));
  const pages = new Map<string, string>();
  for (const name of documents) pages.set(name, await (await fetch(`${program.urls.admin}/docs/${name}`)).text());
  for (const [name, page] of pages) {
    assert.doesNotMatch(page, /<script|<style|<img|<iframe| style=| on\w+=|="javascript:/, name);
    for (const [, href = ""] of page.replace(/<header>.*<\/header>/, "").matchAll(/<a href="([^"]*)"/g)) {
      if (/^https?:/.test(href)) continue;
      const [, to = name, anchor] = /^(?:\/docs\/([\w/-]+))?(?:#(.+))?$/.exec(href) ?? assert.fail(`${name}: ${href}`);
      const target = pages.get(to) ?? assert.fail(`${name}: ${href}`);
      if (anchor !== undefined) assert.ok(target.includes(` id="${anchor}"`), `${name}: ${href}`);
    }
  }
});

test("the type of a problem is the address of the section of its code, with its status and title", async () => {
  const { body } = await program.admin("GET", "/admin/v1/projects/nowhere");
  assert.equal(body.type, "/docs/reference/problems#not_found");
  const page = await (await fetch(new URL(String(body.type), program.urls.admin))).text();
  const sections = [...page.matchAll(/<h2 id="(\w+)">.*<\/h2>\n<p>Status (\d+), <em>(.+)<\/em>\. Exit code (\d)\.<\/p>\n<p>\w/g)];
  const described = sections.map(([, code, status, title, exit]) => [code, Number(status), title, Number(exit)]);
  const wanted = Object.entries(problems).map(([code, { status, title }]) => {
    const exit = exitCodeOf(new AdminError(status, code as keyof typeof problems, ""));
    return [code, status, title, exit];
  });
  assert.deepEqual(described, wanted);
});

test("the pages are readable without scripts on a phone: nothing scrolls sideways", async () => {
  const phone = { javaScriptEnabled: false, viewport: { width: 390, height: 844 } };
  const { page, complaints, close } = await browser.visitor(phone);
  for (const name of documents) {
    await page.goto(`${program.urls.admin}/docs/${name}`);
    const [header, main] = [await page.locator("header").boundingBox(), await page.locator("main").boundingBox()];
    for (const box of [header, main]) assert.ok(box && box.x >= 0 && box.x + box.width <= 390, name);
    assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 390, name);
  }
  await page.goto(`${program.urls.admin}/docs/operations#open-an-app-by-hand`);
  const heading = page.getByRole("heading", { name: "Open an app by hand" });
  assert.ok(((await heading.boundingBox())?.y ?? 9999) < 100);
  assert.equal(await page.evaluate("document.querySelector(':target').textContent"), "Open an app by hand");
  await page.getByRole("link", { name: "what to do for each" }).click();
  await page.getByRole("heading", { level: 1, name: "Edges" }).waitFor();
  assert.deepEqual(complaints, []);
  await close();
});

test("a file is sent in the reader's shortest coding, decodes to the same bytes, and is 304 if cached", async () => {
  const path = "/docs/pages.css";
  const plain = await raw(path);
  const tags = new Set<string | undefined>();
  for (const [accepted, coding, decode] of [
    ["br, gzip", "br", brotliDecompressSync],
    ["gzip, deflate", "gzip", gunzipSync],
    ["br;q=0, gzip;q=0.1", "gzip", gunzipSync],
    ["identity", undefined, (bytes: Buffer) => bytes],
  ] as const) {
    const { headers, body } = await raw(path, { "accept-encoding": accepted });
    assert.equal(headers["content-encoding"], coding);
    assert.equal(headers.vary, "Accept-Encoding");
    assert.ok(decode(body).equals(plain.body));
    tags.add(headers.etag);
    const again = await raw(path, { "accept-encoding": accepted, "if-none-match": headers.etag ?? "" });
    assert.deepEqual([again.status, again.body.length], [304, 0]);
  }
  assert.equal(tags.size, 3);
  assert.equal((await raw(path, {}, "HEAD")).body.length, 0);
  assert.equal((await raw(path, {}, "POST")).status, 405);
});

test("there is no other file, whatever the package has", async () => {
  for (const file of [
    "/",
    "/index.html",
    "/../openapi.json",
    "/__proto__",
    "/page/index.html",
    "/operations.md",
    "/operations.html",
    "/operations/",
    "/decisions/README",
    "/..%2foperations",
    "/unknown-page",
    "/constructor",
  ]) {
    assert.equal((await raw(`/docs${file}`)).status, 404, file);
  }
});

test("where the admin API has an address of its own, the reference is served only there", async () => {
  await using apart = await startProgram({ env: { DRAWBRIDGE_ADMIN_LISTEN: "127.0.0.6:0" } });
  assert.equal((await fetch(`${apart.urls.config}/docs`)).status, 404);
  assert.equal((await fetch(`${apart.urls.admin}/docs`)).status, 200);
});
