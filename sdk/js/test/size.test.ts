/** Sizes in an app: bundled, minified, compressed by gzip. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { bundle, scriptFiles } from "../bundle.ts";

/** Bytes. */
const limit = 5100;
const reactLimit = 10_000;
const languagesLimit = 3500;
const scriptLimit = 14_000;

const compressed = (code: string) => gzipSync(code, { level: 9 }).length;

test("the core takes less than 5.1 kB, and imports nothing", async () => {
  const code = await bundle("core/index.ts");
  const length = compressed(code);
  assert.ok(length < limit, `${length} bytes`);
  assert.ok(length > 1000, "the whole core is in the bundle");
  assert.doesNotMatch(code, /\bimport\b/);
});

test("the script of a page without a bundler takes less than 14 kB with the words of all languages, in ASCII, and declares one global", async () => {
  const { "drawbridge-gate.js": script = "" } = await scriptFiles("1.0.0");
  const length = compressed(script);
  assert.ok(length < scriptLimit, `${length} bytes`);
  assert.match(script, /^\/\*![^*]+\*\/\nvar DrawbridgeGate=[\n -~]*Aktualisieren[\n -~]*$/);
});

test("a page with React takes less than 10 kB, and those in other languages than English load 3.5 kB more", async () => {
  const [react, web] = ["react", "web"].map((name) => JSON.stringify(join(import.meta.dirname, "..", name, "index.ts")));
  const entry = {
    name: "entry",
    resolveId: (id: string) => (id === "entry" ? id : null),
    load: (id: string) => (id === "entry" ? `export * from ${react}; export { createWebGate } from ${web};` : null),
  };
  const build = await rolldown({ input: "entry", plugins: [entry], external: [/^react/], logLevel: "silent" });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  const chunks = output.flatMap((file) => (file.type === "chunk" ? [file] : []));
  const sizeOf = (isWanted: (code: string) => boolean) =>
    chunks.filter(({ code }) => isWanted(code)).reduce((sum, { code }) => sum + compressed(code), 0);
  const hasOtherLanguages = (code: string) => code.includes("Aktualisieren");
  const start = sizeOf((code) => !hasOtherLanguages(code));
  assert.ok(start < reactLimit, `${start} bytes`);
  assert.ok(start > 5000, "the gate is in the bundle");
  const languages = sizeOf(hasOtherLanguages);
  assert.ok(languages > 1000 && languages < languagesLimit, `${languages} bytes`);
});
