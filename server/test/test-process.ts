/**
 * Runs test files one after the other in this process: `node test-process.ts [--browser] FILE…`, with one browser for all. Modules
 * that several of them need, such as the server's, are loaded and compiled once. Each file is a group of its own, unlike with
 * `--test-isolation=none`: its hooks apply to its tests alone.
 */
import { join } from "node:path";
import { after, before, describe } from "node:test";
import { parseArgs } from "node:util";
import "./fixed-seed.ts";
import { costs, cpuMs, leftBehind, mark } from "./test-report.ts";

const root = join(import.meta.dirname, "..", "..");
/** Milliseconds for one file. */
const timeout = 1_200_000;
/** Milliseconds after the last test in which its connections, timers and processes must have ended. */
const grace = 20_000;

const { values, positionals } = parseArgs({ options: { browser: { type: "boolean" } }, allowPositionals: true });
if (values.browser) after((await import("./browser.ts")).keepBrowser());
// Prints the open handles of a test, which neither delay the run nor take the results of others with them.
after(() => {
  const end = () => {
    process.stdout.write(`\n${leftBehind}${process.getActiveResourcesInfo().join(", ")}\n`);
    process.exit();
  };
  setTimeout(end, grace).unref();
});

for (const file of positionals) {
  describe(file, { timeout }, async () => {
    let from = 0;
    before(() => {
      from = cpuMs();
      process.stdout.write(`${mark}${file}\n`);
    });
    await import(join(root, file));
    after(() => void costs.set(file, cpuMs() - from));
  });
}
