/** A reporter of the test runner: one line of JSON for each finished test file of this process, and one without a file for a late error. */
import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";
import { costs } from "./file-cost.ts";

export interface FileReport {
  readonly file: string;
  /** Each test with the names of its groups as a prefix. */
  readonly tests: readonly TestOutcome[];
  /** Without browsers and other children that still run. Null: the file did not finish. */
  readonly cpuMs: number | null;
  readonly error: string | null;
}

export interface TestOutcome {
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
  readonly ms: number;
  readonly error?: string;
}

/** The runner's words for an error that no running test could take. The process fails by it, and no test does. */
const late = /generated asynchronous activity after the test ended/;

/** Nesting of a test file; deeper tests are inside it. */
const fileLevel = 0;

export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const names: string[] = [];
  let tests: TestOutcome[] = [];
  for await (const { type, data } of source) {
    if (type === "test:diagnostic" && late.test(data.message)) {
      const line: FileReport = { file: "", tests: [], cpuMs: null, error: data.message };
      yield `${JSON.stringify(line)}\n`;
    }
    if (type === "test:start") names.splice(data.nesting, Number.POSITIVE_INFINITY, data.name);
    if (type !== "test:pass" && type !== "test:fail") continue;
    const error = type === "test:fail" ? textOf(data.details.error) : null;
    if (data.nesting > fileLevel) {
      const isSkipped = data.skip !== undefined && data.skip !== false;
      const isGroup = data.details.type === "suite";
      // A group fails because of its tests, or by itself: during collection, or in a hook.
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

/** The runner's error has the test's own error as its cause. */
function textOf(error: Error): string {
  return inspect(error.cause instanceof Error ? error.cause : error, { depth: 6, maxStringLength: 20_000 });
}
