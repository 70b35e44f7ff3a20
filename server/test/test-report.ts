/** A reporter of the test runner: one line of JSON for each test file of this process, when the file is done. */
import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";
import { costs } from "./file-cost.ts";

export interface FileReport {
  readonly file: string;
  /** Each test with the names of its groups before it. */
  readonly tests: readonly TestOutcome[];
  /** Without browsers and other children that have not ended yet. Null: the file was not run to its end. */
  readonly cpuMs: number | null;
  readonly error: string | null;
}

export interface TestOutcome {
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
  readonly ms: number;
  readonly error?: string;
}

/** Of a test file: everything else is a group in it. */
const fileLevel = 0;

export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const names: string[] = [];
  let tests: TestOutcome[] = [];
  for await (const { type, data } of source) {
    if (type === "test:start") names.splice(data.nesting, Number.POSITIVE_INFINITY, data.name);
    if (type !== "test:pass" && type !== "test:fail") continue;
    const error = type === "test:fail" ? textOf(data.details.error) : null;
    if (data.nesting > fileLevel) {
      const isSkipped = data.skip !== undefined && data.skip !== false;
      const isGroup = data.details.type === "suite";
      // A group fails because of its tests, or by itself: while its tests are collected, or in a hook.
      if (isGroup && (error === null || /subtests? failed/.test(error))) continue;
      const name = [...names.slice(fileLevel + 1, data.nesting), data.name].join(" › ");
      const outcome = error !== null ? "failed" : isSkipped ? "skipped" : "passed";
      tests.push({ name, outcome, ms: data.details.duration_ms, ...(error === null ? {} : { error }) });
      continue;
    }
    const own = error === null || /subtests? failed/.test(error) ? null : error;
    const line: FileReport = { file: data.name, tests, cpuMs: costs.get(data.name) ?? null, error: own };
    tests = [];
    yield `${JSON.stringify(line)}\n`;
  }
}

/** The error that the test threw is the cause of the one that the runner reports. */
function textOf(error: Error): string {
  return inspect(error.cause instanceof Error ? error.cause : error, { depth: 6, maxStringLength: 20_000 });
}
