/** The pages *Use it in React* and *Use it in a web app*, followed to the gate in a real browser, with a real server. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { assertAccessible, headed, openBrowser, press, type TestBrowser } from "../../server/test/browser.ts";
import { documentText, followDocument, readerOf } from "../../server/test/document-commands.ts";
import { type Program, startProgram } from "../../server/test/running-program.ts";
import { temporaryDirectories } from "../../server/test/temporary-directory.ts";
import { becomes } from "../../ui/test/console-page.ts";
import { assertNotDismissible } from "../js/react/test/dismissal.ts";
import { copySample, installPackage, runTool, type SampleSite, serveFiles } from "../test/sample-app.ts";

const directories = temporaryDirectories();
let program: Program;
let browser: TestBrowser;
let key: string;
let installed: string;
const sites: SampleSite[] = [];

before(async () => {
  program = await startProgram({ directory: directories() });
  browser = await openBrowser();
  installed = directories();
  installPackage(installed);
  await follow("use-in-react.md", 1);
  const { body } = await program.admin("POST", "/admin/v1/projects/my-app/keys", { name: "app" });
  key = String(body.key);
});
after(async () => {
  for (const site of sites) site.close();
  await browser.close();
  await program.stop();
});

/** Runs the commands of a page's step. */
async function follow(page: string, step: number): Promise<void> {
  const [, text = ""] = new RegExp(`^(## ${step}\\. .*?)(?=^## )`, "ms").exec(`${documentText(page)}\n## `) ?? [];
  const { commands } = await followDocument(text, readerOf(program));
  assert.ok(commands > 0, `${page} has no command in step ${step}`);
}

function block(page: string, language: string): string {
  const [, text = ""] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s").exec(documentText(page)) ?? [];
  assert.notEqual(text, "", `${page} has no ${language}`);
  return text;
}

const settings = () => ({ VITE_GATE_URL: `${program.urls.config}/api/v1`, VITE_GATE_KEY: key });

async function serve(read: (path: string) => string): Promise<string> {
  const site = await serveFiles(read);
  sites.push(site);
  return site.url;
}

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on("domcontentloaded", () => loads++);
  return () => loads;
}

test("the sample of Vite is the code of the page, with fewer than ten lines of the gate", () => {
  const source = readFileSync(join(import.meta.dirname, "vite-react", "src", "main.tsx"), "utf8");
  const shown = block("use-in-react.md", "tsx")
    .replace('"http://127.0.0.1:8080/api/v1"', "import.meta.env.VITE_GATE_URL")
    .replace('"dbr_…"', "import.meta.env.VITE_GATE_KEY");
  assert.equal(source, shown);
  assert.equal(source.split("\n").filter((line) => /gate|version/i.test(line)).length, 8);
});

test("the sample of Vite has the package's types, and shows the gate after one reload when its version is forced", async () => {
  const directory = directories();
  copySample("vite-react", directory);
  runTool(directory, "typescript/bin/tsc");
  const { VITE_GATE_URL, VITE_GATE_KEY } = settings();
  writeFileSync(join(directory, ".env"), `VITE_GATE_URL=${VITE_GATE_URL}\nVITE_GATE_KEY=${VITE_GATE_KEY}\n`);
  runTool(directory, "vite/bin/vite.js", "build", "--logLevel", "warn");
  const url = await serve((path) => readFileSync(join(directory, "dist", path), "utf8"));
  const { page, complaints } = await browser.visitor();
  const loads = countLoads(page);
  await page.goto(url);
  await headed(page, "Acme Shop");
  await press(page, "0 in the cart");
  assert.equal(loads(), 1);
  await follow("use-in-react.md", 3);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await headed(page, "Update required");
  await page.waitForLoadState();
  assert.equal(loads(), 2);
  await assertAccessible(page);
  await page.reload();
  await headed(page, "Update required");
  await follow("use-in-react.md", 4);
  await press(page, "Try again");
  await headed(page, "Down for maintenance");
  await program.cli("maintenance", "complete", "trial", "--project", "my-app");
  await press(page, "Try again");
  await headed(page, "Acme Shop");
  assert.deepEqual(complaints, []);
});

test("a server renders the app, or what is shown while loading where it is hidden, asks nothing, and needs no browser", async () => {
  const directory = directories();
  copySample("vite-react", directory);
  const load = (path: string) =>
    import(pathToFileURL(join(directory, "node_modules", "drawbridge-gate", "dist", "esm", path)).href);
  const { createGateClient } = (await load("core/index.js")) as typeof import("../js/core/index.ts");
  const { Gate, GateProvider } = (await load("react/index.js")) as typeof import("../js/react/index.ts");
  let requests = 0;
  const request = () => Promise.reject(++requests);
  const client = createGateClient({
    baseUrl: "https://gate.example/api/v1",
    key: "dbr_",
    platform: "web",
    version: "1",
    request,
  });
  const render = (mode: "overlay" | "hide") =>
    renderToString(createElement(GateProvider, { client }, createElement(Gate, { mode, loading: "Loading" }, "Acme Shop")));
  assert.deepEqual([render("overlay"), render("hide")], ["Acme Shop", "Loading"]);
  assert.equal(requests, 0);
});

/** As strict as a page's policy can be: nothing but the file with this digest runs, and nothing sets a `style` attribute or HTML. */
const policyFor = (integrity: string) =>
  `default-src 'none'; script-src '${integrity}'; connect-src http://127.0.0.1:*; require-trusted-types-for 'script'`;

/** A page with the tag of the document, and nothing else that is the gate's. @returns its address */
async function serveScript(change = (tag: string) => tag): Promise<string> {
  const read = (name: string) => readFileSync(join(installed, "dist", name), "utf8");
  const integrity = JSON.parse(read("sri.json"))["drawbridge-gate.js"];
  const { VITE_GATE_URL, VITE_GATE_KEY } = settings();
  const tag = block("use-in-a-web-app.md", "html").replace("http://127.0.0.1:8080/api/v1", VITE_GATE_URL);
  const html = `<!doctype html><html lang="en"><meta http-equiv="Content-Security-Policy" content="${policyFor(integrity)}">
<title>Acme Shop</title>${change(tag.replace("dbr_…", VITE_GATE_KEY)).replace("sha384-…", integrity)}<h1>Acme Shop</h1><a href="#cart">Cart</a>`;
  return serve((path) => (path === "/index.html" ? html : read(path)));
}

test("the script of the page alone shows the gate during maintenance and for a forced update, and neither can be dismissed", async () => {
  const url = await serveScript();
  const { page, complaints } = await browser.visitor();
  const loads = countLoads(page);
  const isGated = async (title: string, expectedLoads: number) => {
    await page.evaluate("void DrawbridgeGate.gate.client.refresh()");
    await becomes(async () => loads(), expectedLoads);
    await headed(page, title);
    await assertAccessible(page);
    await assertNotDismissible(page, title);
  };
  await page.goto(url);
  await becomes(() => page.evaluate("DrawbridgeGate.gate.client.state.source"), "network");
  await program.cli("maintenance", "start", "--project", "my-app", "--id", "trial", "--whole-project", "--for", "10m");
  await isGated("Down for maintenance", 1);
  await program.cli("maintenance", "complete", "--project", "my-app");
  await press(page, "Try again");
  await page.getByRole("link", { name: "Cart" }).click();
  await follow("use-in-a-web-app.md", 2);
  await isGated("Update required", 2);
  await page.reload();
  await isGated("Update required", 3);
  assert.deepEqual(complaints, []);
});

test("a script that does not wait for the page shows the gate when the page is there, and one with a wrong option says so", async () => {
  await follow("use-in-a-web-app.md", 2);
  const early = await browser.visitor();
  await early.page.goto(await serveScript((tag) => tag.replace("defer", "")));
  await headed(early.page, "Update required");
  const wrong = await browser.visitor();
  await wrong.page.goto(await serveScript((tag) => tag.replace("data-key", "data-kay")));
  await becomes(async () => wrong.complaints.length, 1);
  assert.match(wrong.complaints[0] ?? "", /^Drawbridge: The option key must be set/);
  assert.deepEqual(early.complaints, []);
});
