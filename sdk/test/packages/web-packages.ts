/** The npm package in apps that a browser shows, installed and changed as their pages say, behind a real server in Chromium. */
import assert from "node:assert/strict";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { headed, openBrowser, type TestBrowser } from "../../../server/test/browser.ts";
import { type SampleSite, serveFiles } from "../sample-app.ts";
import { codeOf, freshNodeApp, install, installBlocks, root, run, withSettings } from "./release-folder.ts";
import { type Shop, startBackEnd, startShop } from "./shop.ts";

let shop: Shop;
let browser: TestBrowser;
const sites: SampleSite[] = [];

before(async () => {
  shop = await startShop();
  browser = await openBrowser();
});
after(async () => {
  for (const site of sites) site.close();
  await browser.close();
});

/** A version that must update sees the gate; without the minimum, it sees the app. */
async function isGated(url: string): Promise<void> {
  const { page } = await browser.visitor();
  await page.goto(url);
  await headed(page, "Update required");
  await shop.command("policy", "set", "--project", "shop", "--platform", "web", "--no-minimum", "--yes");
  await page.getByRole("button", { name: "Try again" }).click();
  await headed(page, "Acme Shop");
  await shop.command("policy", "set", "--project", "shop", "--platform", "web", "--minimum", "2.0.0", "--yes");
}

test("a stock Vite app with React 19 is gated by the code of the page, built from the released package alone", async () => {
  const code = codeOf("use-in-react.md", "tsx", "createRoot");
  const directory = freshNodeApp({ "src/main.tsx": withSettings(code, shop.url, shop.key) });
  const stock = join(root, "sdk", "samples", "vite-react");
  for (const path of ["index.html", "vite.config.ts", "tsconfig.json", "src/App.tsx", "src/index.css"])
    cpSync(join(stock, path), join(directory, path));
  run("npm", ["pkg", "set", "version=1.0.0"], directory);
  await install(installBlocks("use-in-react.md")[0] ?? "", directory);
  const tool = (path: string, ...words: string[]) =>
    run(process.execPath, [join(directory, "node_modules", path), ...words], directory);
  tool("typescript/bin/tsc");
  tool("vite/bin/vite.js", "build");
  const site = await serveFiles((path) => readFileSync(join(directory, "dist", path), "utf8"));
  sites.push(site);
  await isGated(site.url);
});

const nextFiles = {
  "app/layout.tsx": (body: string) => `import type { ReactNode } from "react";
import { AppGate } from "./app-gate";

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      ${body}
    </html>
  );
}
`,
  "app/page.tsx": "export default () => <h1>Acme Shop</h1>;\n",
};

test("a stock Next.js app has its pages in the HTML, and is gated by the code of the page", async () => {
  const page = "use-in-next.md";
  const directory = freshNodeApp({
    "app/app-gate.tsx": withSettings(codeOf(page, "tsx", "createWebGate"), shop.url, shop.key),
    "app/layout.tsx": nextFiles["app/layout.tsx"](codeOf(page, "tsx", "<body>")),
    "app/page.tsx": nextFiles["app/page.tsx"],
  });
  run("npm", ["pkg", "set", "version=1.0.0"], directory);
  await install(installBlocks(page)[0] ?? "", directory);
  const next = [join(directory, "node_modules", "next", "dist", "bin", "next")];
  run(process.execPath, [...next, "build"], directory, { NEXT_TELEMETRY_DISABLED: "1" });
  const url = await startBackEnd([process.execPath, ...next, "start", "--hostname", "127.0.0.1", "--port", "0"], directory, {
    printed: /http:\/\/127\.0\.0\.1:(\d+)/,
  });
  assert.match(await (await fetch(url)).text(), /<h1>Acme Shop<\/h1>/);
  await isGated(url);
});
