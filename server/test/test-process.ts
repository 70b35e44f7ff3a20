/**
 * Runs test files one after the other in this process: `node test-process.ts [--browser] FILE…`, with one browser for all.
 * Modules that several of them need, such as the server's, are loaded and compiled once. Each file is a group of its own, so its
 * hooks apply to its tests alone.
 */
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { after, before, describe } from "node:test";
import "./fixed-seed.ts";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { costs, cpuMs } from "./file-cost.ts";
import { followTests } from "./test-frames.ts";

/** Milliseconds for one file. */
const timeout = 1_200_000;

// Caches V8 code and stripped types of later imports for the next run.
enableCompileCache(join(import.meta.dirname, "..", "..", "node_modules", ".cache", "compiled-tests"));

const { values, positionals } = parseArgs({ options: { browser: { type: "boolean" } }, allowPositionals: true });
followTests();
if (values.browser) {
  const { keepBrowser } = await import("./browser.ts");
  after(keepBrowser());
}

for (const file of positionals) {
  describe(file, { timeout }, async () => {
    let from = 0;
    before(() => {
      from = cpuMs();
      // The runner splits this process's output at these lines.
      process.stdout.write(`\u0001${file}\n`);
    });
    await import(pathToFileURL(file).href);
    after(() => void costs.set(file, cpuMs() - from));
  });
}
