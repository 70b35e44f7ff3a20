/** A reporter for test processes: marks one line of JSON in their output for each finished file. */
import { readFileSync } from "node:fs";
import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";

/** Begins the lines that are for the runner. */
export const mark = "\u0001";
/** Begins the line about what a process had left open. */
export const leftBehind = "Left open after the tests: ";

export interface FileReport {
  readonly file: string;
  readonly passed: number;
  readonly skipped: number;
  /** Tests with the names of their groups as a prefix; the file's own error under its name. */
  readonly failed: readonly { readonly name: string; readonly error: string }[];
  /** Without browsers and other children that still run. */
  readonly cpuMs: number;
}

/** Milliseconds of CPU by file. */
export const costs = new Map<string, number>();

/** CPU milliseconds of this process and of its children that have ended: the latter where `/proc` is, in hundredths of a second. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  const stat = process.platform === "linux" ? readFileSync("/proc/self/stat", "latin1") : "";
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (user + system) / 1000 + Number(fields[13] ?? 0) * 10 + Number(fields[14] ?? 0) * 10;
}

export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const names: string[] = [];
  let [passed, skipped, failed]: [number, number, { name: string; error: string }[]] = [0, 0, []];
  for await (const { type, data } of source) {
    // An error after the end of its test fails the process, and no test.
    if (type === "test:diagnostic" && /asynchronous activity/.test(data.message)) yield `${data.message}\n`;
    if (type === "test:start") names.splice(data.nesting, Number.POSITIVE_INFINITY, data.name);
    if (type !== "test:pass" && type !== "test:fail") continue;
    const isGroup = data.details.type === "suite";
    const error = type === "test:fail" ? textOf(data.details.error) : null;
    // A group fails because of its tests, or by itself: during collection, or in a hook.
    const isOwn = error === null || !/subtests? failed/.test(error);
    if (error !== null && isOwn) failed.push({ name: [...names.slice(1, data.nesting), data.name].join(" › "), error });
    else if (isOwn && !isGroup) data.skip ? skipped++ : passed++;
    if (data.nesting > 0) continue;
    const line: FileReport = { file: data.name, passed, skipped, failed, cpuMs: costs.get(data.name) ?? 0 };
    yield `${mark}${JSON.stringify(line)}\n`;
    [passed, skipped, failed] = [0, 0, []];
  }
}

/** The runner's error has the test's own error as its cause. */
function textOf(error: Error): string {
  return inspect(error.cause instanceof Error ? error.cause : error, { depth: 6, maxStringLength: 20_000 });
}
