/** Chromium from an npm package, unpacked once. Without one a test fails: a skipped browser test would look like one that passed. */

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { access } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { testLocale, testZone } from "./run-seed.ts";

export interface Visitor {
  readonly page: Page;
  /** Errors of the page, and violations of its policy. Requests that the server refused are not included. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export interface TestBrowser {
  /** A visitor with cookies of their own, by default in the zone and locale of the run's seed. */
  visitor(options?: BrowserContextOptions): Promise<Visitor>;
  close(): Promise<void>;
}

/** Maximum milliseconds for anything that a test waits for on a page. */
const timeout = 60_000;

/** Shared by all users in this process; the last one closes it. */
let shared: Promise<Browser> | null = null;
let users = 0;

export async function openBrowser(): Promise<TestBrowser> {
  const close = keepBrowser();
  shared ??= launch();
  const browser = await shared;
  const visitors: Visitor[] = [];
  return {
    async visitor(options) {
      const visitor = await visit(browser, options);
      visitors.push(visitor);
      return visitor;
    },
    async close() {
      await Promise.all(visitors.map((visitor) => visitor.close()));
      await close();
    },
  };
}

/** Keeps the browser running between its users, until the returned function is called. */
export function keepBrowser(): () => Promise<void> {
  users++;
  return async () => {
    if (--users > 0) return;
    const running = shared;
    shared = null;
    await (await running)?.close();
  };
}

export async function headed(page: Page, title: string): Promise<void> {
  await page.getByRole("heading", { name: title, exact: true }).waitFor();
}

export async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.getByRole("textbox", { name, exact: true }).fill(value);
}

export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
}

/** Pages live for seconds, so optimizing compilers cost more than they save. The package's own flags would turn off features that are tested here. */
const browserArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--in-process-gpu",
  "--process-per-site",
  "--js-flags=--no-turbofan,--no-maglev",
];

async function launch(): Promise<Browser> {
  try {
    return await chromium.launch({ executablePath: await executable(), args: browserArguments });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `There is no browser for the browser tests. Have \`npm ci\` install @sparticuz/chromium (Linux), or set TEST_BROWSER to a Chromium.\n${why}`,
      { cause: error },
    );
  }
}

async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ locale: testLocale, timezoneId: testZone, ...options });
  context.setDefaultTimeout(timeout);
  const complaints: string[] = [];
  await context.exposeFunction("complain", (text: string) => void complaints.push(text));
  await context.addInitScript(tellViolations);
  const page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("console", (message) => {
    const isAnswer = message.text().startsWith("Failed to load resource");
    if ((message.type() === "error" || message.type() === "warning") && !isAnswer) complaints.push(message.text());
  });
  const close = async () => {
    // A request that a test intercepts can still be open at its end, and its handler must not fail by the closed page.
    if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  };
  return { page, complaints, close };
}

/** A text, since it runs in the page, which has other globals than this program. */
const tellViolations = `addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
  complain("policy: " + violatedDirective + " " + blockedURI));`;

async function executable(): Promise<string> {
  const given = process.env.TEST_BROWSER;
  if (given) return given;
  const directory = join(modules, ".cache", `drawbridge-browser-${packageVersion()}`);
  const file = join(directory, "chromium");
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (!isThere) await unpack(directory);
  return file;
}

const modules = join(import.meta.dirname, "..", "..", "node_modules");

function packageVersion(): string {
  const text = readFileSync(join(modules, "@sparticuz", "chromium", "package.json"), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** Atomic: several test files may unpack at the same time, and one of them could start a half-unpacked browser. */
async function unpack(directory: string): Promise<void> {
  mkdirSync(join(modules, ".cache"), { recursive: true });
  const own = mkdtempSync(join(modules, ".cache", "unpacking-"));
  try {
    await unpackInto(own);
    renameSync(own, directory);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    // Another process was faster.
    if (!["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

/** The package unpacks into the directory for temporary files that it finds when it is loaded, and reuses files there. */
async function unpackInto(directory: string): Promise<void> {
  const { default: packaged } = await import("@sparticuz/chromium");
  packaged.setGraphicsMode = false;
  const before = process.env.TMPDIR;
  process.env.TMPDIR = directory;
  const unpacked = packaged.executablePath();
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  await unpacked;
}

/** Writes the visible part of the page as WebP, a third of PNG's bytes, which is all that Playwright writes. @param path of the file */
export async function takePicture(page: Page, path: string): Promise<void> {
  const png = await page.screenshot({ animations: "disabled" });
  const converter = await page.context().newPage();
  const url = await converter.evaluate<string, string>(webpOf, png.toString("base64"));
  await converter.close();
  writeFileSync(path, Buffer.from(url.slice(url.indexOf(",") + 1), "base64"));
}

/** Runs in a page. */
async function webpOf(png: string): Promise<string> {
  const picture = new Image();
  picture.src = `data:image/png;base64,${png}`;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight);
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.5 });
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(blob);
  });
}

const axeText = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** Fails where axe finds anything. As the page's own script it would be forbidden; evaluated from outside it is not. */
export async function assertAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axeText);
  const found = await page.evaluate<AxeResult>("axe.run(document, { resultTypes: ['violations'] })");
  const told = found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary = "" }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
  );
  assert.deepEqual(told, [], told.join("\n\n"));
}
