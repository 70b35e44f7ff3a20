/** A reporter of the test runner: the files in which something failed, one a line. */
import type { TestEvent } from "node:test/reporters";

export default async function* failedFiles(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of source) if (type === "test:fail" && data.file !== undefined) yield `${data.file}\n`;
}
