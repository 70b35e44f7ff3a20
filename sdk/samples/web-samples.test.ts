/** The pages *Use it in React* and *Use it in a web app*, followed to the gate in a real browser, with a real server. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { rolldown } from "rolldown";
import { assertAccessible, headed, openBrowser, press, type TestBrowser } from "../../server/test/browser.ts";
import { documentText, followDocument, readerOf } from "../../server/test/document-commands.ts";
import { type Program, startProgram } from "../../server/test/running-program.ts";
import { temporaryDirectories } from "../../server/test/temporary-directory.ts";
import { becomes } from "../../ui/test/console-page.ts";
import { copySample, installPackage, runTool, type SampleSite, serveFiles } from "../test/sample-app.ts";

const directories = temporaryDirectories();
let program: Program;
let browser: TestBrowser;
let key: string;
const sites: SampleSite[] = [];

before(async () => {
  program = await startProgram({ directory: directories() });
  browser = await openBrowser();
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

test("the code of the page without React shows the gate during maintenance, and the app after it", async () => {
  const directory = directories();
  installPackage(join(directory, "node_modules", "drawbridge-gate"));
  const { VITE_GATE_URL, VITE_GATE_KEY } = settings();
  const source = block("use-in-a-web-app.md", "js").replace("http://127.0.0.1:8080/api/v1", VITE_GATE_URL);
  writeFileSync(join(directory, "main.js"), source.replace("dbr_…", VITE_GATE_KEY));
  const built = await rolldown({ input: join(directory, "main.js"), logLevel: "warn" });
  const { output } = await built.generate({ format: "esm" });
  await built.close();
  const elements = block("use-in-a-web-app.md", "html").replace("…", "<h1>Acme Shop</h1>");
  const html = `<!doctype html><html lang="en"><title>Acme Shop</title><body>${elements}<script type="module" src="/main.js"></script>`;
  const url = await serve((path) => (path === "/main.js" ? output[0].code : html));
  const { page, complaints } = await browser.visitor();
  await page.goto(url);
  await headed(page, "Acme Shop");
  await program.cli("maintenance", "start", "--project", "my-app", "--id", "trial", "--whole-project", "--for", "10m");
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.getByRole("button", { name: "Try again" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Update" }).isVisible(), false);
  assert.equal(await page.evaluate("document.activeElement.id"), "title");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await becomes(() => page.evaluate("document.querySelector('#gate').matches(':modal')"), true);
  await assertAccessible(page);
  await program.cli("maintenance", "complete", "--project", "my-app");
  await press(page, "Try again");
  await headed(page, "Acme Shop");
  await follow("use-in-a-web-app.md", 3);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.getByRole("button", { name: "Update" }).waitFor();
  assert.deepEqual(complaints, []);
});
