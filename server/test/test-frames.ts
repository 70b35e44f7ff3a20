/** Ends what a test has opened when the test ends. */
import { afterEach, beforeEach } from "node:test";

type End = () => unknown;

/** Of the tests that run now, each within the one before. */
const frames: End[][] = [];

/** Called once, outside all groups, by the program that runs the tests. Without it nothing ends before its owner ends it. */
export function followTests(): void {
  beforeEach(() => void frames.push([]));
  afterEach(async () => {
    for (const end of frames.pop()?.reverse() ?? []) await end();
  });
}

/** Not where no test runs, as in a hook of a file. */
export function whenTestEnds(end: End): void {
  frames.at(-1)?.push(end);
}
