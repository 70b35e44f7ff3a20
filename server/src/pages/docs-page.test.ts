import assert from "node:assert/strict";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join, sep } from "node:path";
import { buffer } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { rank } from "../../../site/assets/search.js";
import { buildSite } from "../../../site/site.ts";
import { assertAccessible, openBrowser, type TestBrowser } from "../../test/browser.ts";
import { randomFrom } from "../../test/drills/drill.ts";
import { checkLooks, dealLooks, sitePages } from "../../test/drills/site.ts";
import { runSeed } from "../../test/run-seed.ts";
import { type Program, startProgram } from "../../test/running-program.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { programFile } from "../base/program-files.ts";
import { buildConsole, builtConsole } from "./console-build.ts";

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

const directories = temporaryDirectories();
const pages = () => sitePages().filter((page) => page !== "404");
const page = async (name: string) => (await fetch(`${program.urls.admin}/docs/${name}`)).text();

/** Files of the site, without their compressed copies. */
function filesOf(directory: string): readonly string[] {
  const files = readdirSync(directory, { recursive: true, encoding: "utf8", withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const names = files.map(({ parentPath, name }) =>
    join(parentPath, name)
      .slice(directory.length + 1)
      .split(sep)
      .join("/"),
  );
  return names.filter((name) => !/\.(?:br|gz)$/.test(name));
}

/** Bytes as they are sent, from the path as it is written. */
async function raw(path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") {
  const { port } = new URL(program.urls.admin);
  const sent = request({ host: "127.0.0.1", port, path, method, headers }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

test("every file comes with the policy that lets the page do nothing else, and its own type; all are 3 MB at most", async () => {
  const types: Record<string, string> = {
    css: "text/css; charset=utf-8",
    js: "text/javascript; charset=utf-8",
    json: "application/json",
    png: "image/png",
    svg: "image/svg+xml",
    txt: "text/plain; charset=utf-8",
    webp: "image/webp",
    woff2: "font/woff2",
  };
  const built = join(builtConsole, "docs");
  const files = filesOf(built).filter((name) => !name.endsWith(".html"));
  for (const file of ["/llms.txt", ...[...files, ...pages()].map((name) => `/docs/${name}`)]) {
    const { status, headers } = await fetch(`${program.urls.admin}${file}`);
    assert.equal(status, 200, file);
    assert.equal(headers.get("content-type"), types[file.split(".").at(-1) ?? ""] ?? "text/html; charset=utf-8");
    const policy = headers.get("content-security-policy") ?? "";
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.equal(headers.get("cache-control"), "no-cache");
    assert.equal(headers.get("set-cookie"), null);
  }
  const bytes = filesOf(built).reduce((sum, name) => sum + statSync(join(built, name)).size, 0);
  assert.ok(bytes <= 3_000_000, `${bytes} bytes`);
});

/** Every link, script, style sheet and picture of pages, from an address to its resolved one. */
function linksOf(html: string, address: string): readonly URL[] {
  return Array.from(html.matchAll(/ (?:href|src)="([^"]*)"/g), ([, href = ""]) => new URL(href, address));
}

test("every link of a page leads to a file of this server, and to a heading there", async () => {
  assert.ok(pages().length >= 30, said.join("\n"));
  const texts = new Map<string, string>();
  for (const name of pages()) texts.set(`/docs/${name}`, await page(name));
  for (const [path, html] of texts) {
    assert.doesNotMatch(html, /<script>|<style|<iframe| style=| on\w+=|="javascript:/, path);
    for (const { origin, pathname, hash } of linksOf(html, `${program.urls.admin}${path}`)) {
      if (origin !== program.urls.admin) continue;
      const target =
        texts.get(pathname) ?? (pathname.includes(".") || pathname === "/console/" ? "" : assert.fail(`${path}: ${pathname}`));
      if (target === "")
        assert.equal((await fetch(`${origin}${pathname}`, { method: "HEAD" })).status, 200, `${path}: ${pathname}`);
      if (hash !== "") assert.ok(target.includes(` id="${decodeURIComponent(hash.slice(1))}"`), `${path}: ${pathname}${hash}`);
    }
  }
});

test("the same site for another web server has only links between its files, wherever it lies", async () => {
  const directory = directories();
  buildSite(directory, false);
  const files = new Set(filesOf(directory));
  const at = "https://example.com/any/where/";
  for (const name of [...files].filter((file) => file.endsWith(".html") && file !== "404.html"))
    for (const { href, pathname } of linksOf(readFileSync(join(directory, name), "utf8"), at + name)) {
      const to = pathname.slice("/any/where/".length);
      if (href.startsWith("https://example.com/")) assert.ok(files.has(to === "" ? "index.html" : to), `${name}: ${href}`);
    }
});

test("pages are readable without scripts on a phone, and the menu opens", async () => {
  const phone = { javaScriptEnabled: false, viewport: { width: 390, height: 844 } };
  const { page, complaints, close } = await browser.visitor(phone);
  await page.goto(`${program.urls.admin}/docs/operations#open-an-app-by-hand`);
  const heading = page.getByRole("heading", { name: "Open an app by hand" });
  const { y = 9999 } = (await heading.boundingBox()) ?? {};
  assert.ok(y > 50 && y < 130, String(y));
  assert.equal(await page.evaluate("document.querySelector(':target').textContent"), "Open an app by hand");
  assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 390);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Edges", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Edges" }).waitFor();
  assert.deepEqual(complaints, []);
  await close();
});

test("pages of the run's seed are accessible, light and no wider than their window, in each look", async () =>
  assert.deepEqual(await checkLooks(program, browser, dealLooks(sitePages(), randomFrom(runSeed)).slice(0, 4)), []));

test("with scripts, tabs, theme, copying and search work by keyboard, and the theme is that of the console", async () => {
  const { page, complaints, close } = await browser.visitor({
    permissions: ["clipboard-read", "clipboard-write"],
    colorScheme: "light",
  });
  await page.goto(`${program.urls.admin}/docs/versions`);
  const [first, second] = [page.getByRole("tab").nth(0), page.getByRole("tab").nth(1)];
  const panel = page.getByRole("tabpanel", { name: (await second.textContent()) ?? "" });
  assert.equal(await panel.isVisible(), false);
  await first.focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await second.getAttribute("aria-selected"), "true");
  assert.equal(await panel.isVisible(), true);
  await page.getByRole("combobox", { name: "Theme" }).selectOption("Dark");
  assert.equal(await page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgb(19, 22, 28)");
  assert.equal(await page.evaluate('localStorage.getItem("drawbridge-colours")'), "dark");
  const code = page.locator(".code").filter({ visible: true }).first();
  await code.getByRole("button", { name: "Copy" }).click();
  await code.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), await code.locator("code").textContent());
  await page.locator("main").click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("/");
  await page.keyboard.type("drawbridge_data");
  const hit = page.getByRole("link", { name: "Settings DRAWBRIDGE_DATA" });
  await hit.waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  assert.deepEqual([await hit.count(), await page.evaluate("document.activeElement.type")], [0, "search"]);
  await page.keyboard.press("Backspace");
  await page.keyboard.type("a");
  await hit.waitFor();
  await assertAccessible(page);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  assert.match(page.url(), /\/docs\/settings#drawbridge_data$/);
  assert.deepEqual(complaints, []);
  await close();
});

test("a page that answers each search is among its first three hits", async () => {
  const { searches } = JSON.parse(readFileSync(programFile("docs/questions.json"), "utf8"));
  const index = JSON.parse(await page("search.json"));
  assert.ok(searches.length >= 20);
  for (const { search, answers } of searches) {
    const hits = rank(index, search)
      .slice(0, 3)
      .map(({ address }) => `${address}.md`);
    assert.ok(
      hits.some((hit) => answers.includes(hit)),
      `${search}: ${hits.join(" ")}`,
    );
  }
});

test("a file is sent in the reader's shortest coding, decodes to the same bytes, and is 304 if cached", async () => {
  const path = "/docs/site.css";
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
  const others = "/index.html /../openapi.json /__proto__ /operations.md /operations.html /operations/ /..%2foperations /404";
  for (const file of others.split(" ")) assert.equal((await raw(`/docs${file}`)).status, 404, file);
  const { status, body } = await raw("/docs/old/page", { accept: "text/html,*/*" });
  assert.equal(status, 404);
  assert.match(body.toString(), /<h1 id="page-not-found">/);
  assert.deepEqual(
    linksOf(body.toString(), `${program.urls.admin}/docs/old/page`).filter(
      ({ pathname, hash }) => pathname.includes("/old/") && hash === "",
    ),
    [],
  );
  assert.equal((await raw("/docs")).headers.location, "/docs/");
});
