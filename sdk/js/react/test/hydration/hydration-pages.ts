/** Pages that a server renders, hydrated by each version of React in a real browser. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { rolldown } from "rolldown";
import { openBrowser } from "../../../../../server/test/browser.ts";
import { sentLocale } from "../../../../../server/test/run-seed.ts";
import { startFaultyServer } from "../../../../conformance/faulty-server.ts";
import type { Behavior } from "../../../../conformance/scenario.ts";

const root = join(import.meta.dirname, "../../../../..");

/** Directories with the packages of each version. */
const versions = { "18.3": "sdk/js/test/react-18.3", "19.2": "sdk/js/test/react-19.2", "19.3": "." } as const;

export interface HydrationCase {
  readonly version: keyof typeof versions;
  readonly build: "development" | "production";
  /** Parameters of the page's address. */
  readonly flags: readonly string[];
}

/** All combinations of versions, builds, a start before hydration, Suspense, StrictMode and modes. */
export function hydrationCases(): HydrationCase[] {
  const combinations = ["started", "strict", "hide"].reduce<string[][]>(
    (found, flag) => found.flatMap((flags) => [flags, [...flags, flag]]),
    [[], ["suspense"], ["suspense", "late"]],
  );
  return Object.keys(versions).flatMap((version) =>
    (["development", "production"] as const).flatMap((build) =>
      combinations.map((flags) => ({ version: version as keyof typeof versions, build, flags })),
    ),
  );
}

export interface HydrationPages {
  /** Throws for a page that is blank, hangs, is rendered again, or shows the wrong thing: without a kept answer, and with one. */
  check(tested: HydrationCase): Promise<void>;
  close(): Promise<void>;
}

/** @param directory for bundles of the server */
export async function openHydrationPages(directory: string): Promise<HydrationPages> {
  const gate = await startFaultyServer();
  const browser = await openBrowser();
  const builds = new Map<string, Promise<Build>>();
  const buildOf = ({ version, build }: HydrationCase) => {
    const name = `${version}-${build}`;
    const found = builds.get(name) ?? createBuild(join(directory, name), version, build);
    builds.set(name, found);
    return found;
  };
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    const text = pages.get(request.url ?? "");
    response.setHeader("content-type", request.url?.startsWith("/script") ? "text/javascript" : "text/html");
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const behave = (behavior: Behavior) => fetch(`${gate.url}/control`, { method: "PUT", body: JSON.stringify(behavior) });

  return {
    async check(tested) {
      const { version, build, flags } = tested;
      const { script, renderPage } = await buildOf(tested);
      const parameters = new URLSearchParams([["base", `${gate.url}/api/v1`], ...flags.map((flag) => [flag, ""])]);
      const html = renderPage(`?${parameters}`);
      const isHiding = flags.includes("hide");
      assert.equal(html.includes("Product page"), !isHiding, html);
      pages.set(`/script-${version}-${build}.js`, script);
      pages.set(
        `/?${parameters}`,
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Acme Shop</title><div id="app">${html}</div>
<script>window.served = document.querySelector("input")</script><script type="module" src="/script-${version}-${build}.js"></script>`,
      );
      const { page, complaints, close } = await browser.visitor({ locale: sentLocale });
      page.setDefaultTimeout(20_000);
      try {
        await behave({ answer: "open" });
        await page.goto(`${origin}/?${parameters}`);
        await putInCart(page);
        await page.getByRole("textbox", { name: "Note" }).fill("Ring twice");
        await assertHydrated(page, isHiding, complaints);
        await behave({ answer: "maintenance" });
        await page.evaluate("void client.refresh()");
        await page.getByRole("heading", { name: "Down for maintenance" }).waitFor();
        // The answer is kept, and the server is gone.
        await behave({ fault: "gone" });
        await page.reload();
        await page.getByRole("heading", { name: "Down for maintenance" }).waitFor();
        await assertHydrated(page, isHiding, complaints);
        await behave({ answer: "open" });
        await page.evaluate("void client.refresh()");
        await page.getByRole("heading", { name: "Down for maintenance" }).waitFor({ state: "detached" });
        await putInCart(page);
        await assertHydrated(page, isHiding, complaints);
      } finally {
        await close();
      }
    },
    async close() {
      await browser.close();
      await gate.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function putInCart(page: Page): Promise<void> {
  await page.locator("html[data-app=runs]").waitFor();
  await page.getByRole("button", { name: "0 in the cart" }).click();
  await page.getByRole("button", { name: "1 in the cart" }).waitFor();
}

/** The elements of the server must still be there: React renders again what it could not hydrate. */
async function assertHydrated(page: Page, isHiding: boolean, complaints: readonly string[]): Promise<void> {
  assert.deepEqual(await page.evaluate("recovered"), []);
  assert.deepEqual(complaints, []);
  if (!isHiding) assert.equal(await page.evaluate("served !== null && served === document.querySelector('input')"), true);
}

interface Build {
  readonly script: string;
  readonly renderPage: (search: string) => string;
}

async function createBuild(directory: string, version: HydrationCase["version"], mode: string): Promise<Build> {
  const script = await bundlePage("browser-page.tsx", version, mode, "browser");
  const file = join(directory, "server.mjs");
  mkdirSync(directory, { recursive: true });
  writeFileSync(file, await bundlePage("server-page.tsx", version, mode, "node"));
  const { renderPage } = (await import(pathToFileURL(file).href)) as Pick<Build, "renderPage">;
  return { script, renderPage };
}

async function bundlePage(
  entry: string,
  version: HydrationCase["version"],
  mode: string,
  platform: "browser" | "node",
): Promise<string> {
  const packages = join(root, versions[version], "node_modules");
  const build = await rolldown({
    input: join(import.meta.dirname, entry),
    platform,
    logLevel: "silent",
    resolve: { alias: { react: join(packages, "react"), "react-dom": join(packages, "react-dom") } },
    transform: { define: { "process.env.NODE_ENV": JSON.stringify(mode) } },
  });
  const { output } = await build.generate({ format: "esm", codeSplitting: false, minify: mode === "production" });
  await build.close();
  return output[0].code;
}
