/** Assigns test files to processes, and orders the processes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface TestJob {
  /** Paths from the root. */
  readonly files: readonly string[];
  /** True if they share a browser. */
  readonly hasBrowser: boolean;
}

const root = join(import.meta.dirname, "..", "..");

/** Maximum files in a process: the last process to start must not end much later than the others. */
const together = 12;

/** The slowest files: they start first, each in a process of its own. */
const longest = ["ui/test/every-screen.test.ts", "ui/test/payloads.test.ts"];

/** Browsers, whole programs and databases take longest, so they start first. */
export function planTestJobs(files: readonly string[]): TestJob[] {
  const alone = files.filter(isAlone);
  const first = longest.filter((file) => files.includes(file));
  const browser = files.filter((file) => !longest.includes(file) && !isAlone(file) && hasBrowser(file));
  const others = files.filter((file) => !longest.includes(file) && !isAlone(file) && !hasBrowser(file));
  return [
    ...first.map((file) => ({ files: [file], hasBrowser: true })),
    ...chunks(browser, 4).map((some) => ({ files: some, hasBrowser: true })),
    ...alone.map((file) => ({ files: [file], hasBrowser: false })),
    ...chunks(others, together).map((some) => ({ files: some, hasBrowser: false })),
  ];
}

/**
 * Whole programs change their process: they handle signals, start workers and limit memory. Measurements of memory, of CPU time
 * and of the event loop must cover one file only.
 */
function isAlone(file: string): boolean {
  return /^(server\/test\/|server\/src\/(store|cores|edge|http\/(sign-in|console|docs))\/|bench\/)/.test(file);
}

function hasBrowser(file: string): boolean {
  return /console-page|\/story|test\/browser/.test(readFileSync(join(root, file), "utf8"));
}

function chunks(files: readonly string[], size: number): string[][] {
  const count = Math.ceil(files.length / size);
  return Array.from({ length: count }, (_, index) => files.slice(index * size, (index + 1) * size));
}
