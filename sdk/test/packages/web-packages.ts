/** The npm package in apps that a browser shows, installed and changed as their pages say, behind a real server in Chromium. */
import assert from "node:assert/strict";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { assertAccessible, headed, openBrowser, press, type TestBrowser } from "../../../server/test/browser.ts";
import { becomes } from "../../../ui/test/console-page.ts";
import { assertNotDismissible } from "../../js/react/test/dismissal.ts";
import { type SampleSite, serveFiles } from "../sample-app.ts";
import { codeOf, freshFolder, freshNodeApp, install, installBlocks, root, run, withSettings } from "./release-folder.ts";
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

/** A version that must update sees the gate, also after its reload; the next one sees that of a maintenance, and then the app. */
async function isGated(url: string): Promise<void> {
  const { page, complaints } = await browser.visitor();
  const isClean = async (title: string) => {
    await headed(page, title);
    await assertAccessible(page);
    await assertNotDismissible(page, title);
  };
  const { command } = shop;
  await page.goto(url);
  const navigation = "performance.getEntriesByType('navigation')[0].type";
  await becomes(() => page.evaluate(navigation).catch(() => null), "reload");
  await isClean("Update required");
  await command("policy", "set", "--project", "shop", "--platform", "web", "--no-minimum", "--yes");
  await command("maintenance", "start", "--project", "shop", "--id", "web", "--platform", "web", "--for", "30m");
  await press(page, "Try again");
  await isClean("Down for maintenance");
  await command("maintenance", "complete", "web", "--project", "shop");
  await press(page, "Try again");
  await headed(page, "Acme Shop");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await command("policy", "set", "--project", "shop", "--platform", "web", "--minimum", "2.0.0", "--yes");
  assert.deepEqual(complaints, []);
}

/** Builds the app of a folder with the framework's plugin, with the released package. @returns its address */
async function buildWithVite(page: string, directory: string): Promise<string> {
  await install(installBlocks(page)[0] ?? "", directory);
  run(process.execPath, [join(directory, "node_modules", "vite", "bin", "vite.js"), "build"], directory);
  const site = await serveFiles((path) => readFileSync(join(directory, "dist", path), "utf8"));
  sites.push(site);
  return site.url;
}

test("a stock Vite app with React 19 is gated by the code of the page, built from the released package alone", async () => {
  const code = codeOf("use-in-react.md", "tsx", "createRoot");
  const directory = freshNodeApp({ "src/main.tsx": withSettings(code, shop.url, shop.key) });
  const stock = join(root, "sdk", "samples", "vite-react");
  for (const path of ["index.html", "vite.config.ts", "tsconfig.json", "src/App.tsx", "src/index.css"])
    cpSync(join(stock, path), join(directory, path));
  run("npm", ["pkg", "set", "version=1.0.0"], directory);
  const url = await buildWithVite("use-in-react.md", directory);
  run(process.execPath, [join(directory, "node_modules", "typescript", "bin", "tsc")], directory);
  await isGated(url);
});

const withoutReact = "use-in-a-web-app.md";
const html = (body: string) => `<!doctype html><html lang="en"><title>Acme Shop</title><body>${body}</body></html>`;

test("a page of plain HTML is gated by the tag of the page, in less than ten lines, and the file of the released package", async () => {
  const directory = freshFolder({ "package.json": "{}" });
  await install(installBlocks(withoutReact)[0] ?? "", directory);
  const read = (name: string) => readFileSync(join(directory, "node_modules", "drawbridge-gate", "dist", name), "utf8");
  const tag = withSettings(codeOf(withoutReact, "html", "<script"), shop.url, shop.key);
  assert.ok(tag.trim().split("\n").length < 10);
  const { "drawbridge-gate.js": integrity } = JSON.parse(read("sri.json"));
  const index = html(`<h1>Acme Shop</h1>${tag.replace("sha384-…", integrity)}`);
  const site = await serveFiles((path) => (path === "/index.html" ? index : read(path)));
  sites.push(site);
  await isGated(site.url);
});

const frameworks = {
  Vue: {
    language: "js",
    plugin: 'import plugin from "@vitejs/plugin-vue";',
    files: { "src/App.vue": "<template><h1>Acme Shop</h1></template>" },
  },
  Svelte: {
    language: "js",
    plugin: 'import { svelte as plugin } from "@sveltejs/vite-plugin-svelte";',
    files: { "src/App.svelte": "<h1>Acme Shop</h1>" },
  },
  // Its compiler runs in the page.
  Angular: {
    language: "ts",
    plugin: "const plugin = () => null;",
    files: {
      "tsconfig.json": '{ "compilerOptions": { "experimentalDecorators": true } }',
      "src/app/app.ts": `import { Component } from "@angular/core";
@Component({ selector: "app-root", template: "<h1>Acme Shop</h1>" })
export class App {}`,
    },
  },
};

for (const [name, { language, plugin, files }] of Object.entries(frameworks))
  test(`an app of ${name} is gated by the code of the page, in less than ten lines, built from the released package`, async () => {
    const code = codeOf(withoutReact, language, `"${name === "Angular" ? "@angular" : name.toLowerCase()}`);
    assert.ok(code.trim().split("\n").length < 10);
    const compiler = name === "Angular" ? '<script type="module">import "@angular/compiler";</script>' : "";
    const main = `src/main.${language}`;
    const directory = freshNodeApp({
      ...files,
      [main]: withSettings(code, shop.url, shop.key),
      "vite.config.js": `${plugin}\nexport default { plugins: [plugin()] };`,
      "index.html": html(`<div id="app"></div><app-root></app-root>${compiler}<script type="module" src="/${main}"></script>`),
    });
    await isGated(await buildWithVite(withoutReact, directory));
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
