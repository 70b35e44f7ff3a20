/** Closes resources of a test when the test ends. */
import { afterEach, beforeEach } from "node:test";

type End = () => unknown;

/** Frames of the running tests, each nested in the previous one. */
const frames: End[][] = [];

/**
 * Called once, outside all groups, by the program that runs the tests. Without it, resources stay open until their owner closes
 * them.
 */
export function followTests(): void {
  beforeEach(() => void frames.push([]));
  afterEach(async () => {
    for (const end of frames.pop()?.reverse() ?? []) await end();
  });
}

/** Has no effect outside of tests, for instance in a hook of a file. */
export function whenTestEnds(end: End): void {
  frames.at(-1)?.push(end);
}
