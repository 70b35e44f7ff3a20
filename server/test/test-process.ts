/** `node --test-reporter=test-process.ts test-process.ts [--browser] FILE…`: all files in one process, each a group whose hooks are its own. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe } from "node:test";
import type { TestEvent } from "node:test/reporters";
import { inspect, parseArgs } from "node:util";
import "./fixed-seed.ts";

/** Begins the lines that are for the runner. */
export const mark = "\u0001";
/** Begins the line about what a process had left open. */
export const leftBehind = "Left open after the tests: ";
/** Milliseconds for one file. */
const timeout = 1_200_000;
/** Milliseconds after the last test in which its connections, timers and processes must have ended. */
const grace = 20_000;

export interface FileReport {
  readonly file: string;
  readonly passed: number;
  readonly skipped: number;
  /** Tests with the names of their groups as a prefix; the file's own error under its name. */
  readonly failed: readonly { readonly name: string; readonly error: string }[];
  /** Without browsers and other children that still run. */
  readonly cpuMs: number;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ options: { browser: { type: "boolean" } }, allowPositionals: true });
  const close = values.browser ? import("./browser.ts").then(({ keepBrowser }) => keepBrowser()) : null;
  after(async () => (await close)?.());
  // Prints the open handles of a test, which neither delay the run nor take the results of others with them.
  const end = () => {
    process.stdout.write(`\n${leftBehind}${process.getActiveResourcesInfo().join(", ")}\n`);
    process.exit();
  };
  after(() => void setTimeout(end, grace).unref());
  for (const file of positionals)
    describe(file, { timeout }, () => import(join(import.meta.dirname, "..", "..", file)).then(() => undefined));
}

/** CPU milliseconds of this process and of its children that have ended: the latter where `/proc` is, in hundredths of a second. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  const stat = process.platform === "linux" ? readFileSync("/proc/self/stat", "latin1") : "";
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (user + system) / 1000 + Number(fields[13] ?? 0) * 10 + Number(fields[14] ?? 0) * 10;
}

export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const names: string[] = [];
  let begun = 0;
  let [passed, skipped, failed]: [number, number, { name: string; error: string }[]] = [0, 0, []];
  for await (const { type, data } of source) {
    // An error after the end of its test fails the process, and no test.
    if (type === "test:diagnostic" && /asynchronous activity/.test(data.message)) yield `${data.message}\n`;
    if (type === "test:dequeue" && data.nesting === 0) begun = cpuMs();
    if (type === "test:start") names.splice(data.nesting, Number.POSITIVE_INFINITY, data.name);
    if (type !== "test:pass" && type !== "test:fail") continue;
    // The runner's error has the test's own error as its cause.
    const thrown = type === "test:fail" ? (data.details.error.cause ?? data.details.error) : null;
    const error = thrown && inspect(thrown, { depth: 6, maxStringLength: 20_000 });
    // A group fails because of its tests, or by itself: during collection, or in a hook.
    if (error && !/subtests? failed/.test(error))
      failed.push({ name: [...names.slice(1, data.nesting), data.name].join(" › "), error });
    else if (!error && data.details.type !== "suite") data.skip ? skipped++ : passed++;
    if (data.nesting > 0) continue;
    const line: FileReport = { file: data.name, passed, skipped, failed, cpuMs: cpuMs() - begun };
    yield `\n${mark}${JSON.stringify(line)}\n`;
    [passed, skipped, failed] = [0, 0, []];
  }
}
