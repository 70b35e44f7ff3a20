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
const longest = [
  "ui/test/every-screen.test.ts",
  "server/src/store/postgres/postgres-store.test.ts",
  "server/test/whole/recorded-server.test.ts",
  "ui/test/payloads.test.ts",
];

/**
 * Browsers, whole programs and databases take longest, so they start first. A browser needs more than a processor, while whole
 * programs mostly wait for each other; alternating the two keeps all processors busy.
 */
export function planTestJobs(files: readonly string[]): TestJob[] {
  const first = longest.filter((file) => files.includes(file));
  const rest = files.filter((file) => !longest.includes(file));
  const alone = rest.filter(isAlone);
  const browser = rest.filter((file) => !isAlone(file) && hasBrowser(file));
  const others = rest.filter((file) => !isAlone(file) && !hasBrowser(file));
  return [
    ...first.map((file) => ({ files: [file], hasBrowser: hasBrowser(file) })),
    ...alternate(
      chunks(browser, 4).map((some) => ({ files: some, hasBrowser: true })),
      alone.map((file) => ({ files: [file], hasBrowser: false })),
    ),
    ...chunks(others, together).map((some) => ({ files: some, hasBrowser: false })),
  ];
}

/** Both lists in their order, each spread evenly over the result. */
function alternate<T>(a: readonly T[], b: readonly T[]): T[] {
  const place = (list: readonly T[]) => list.map((item, index) => ({ item, at: index / list.length }));
  return [...place(a), ...place(b)].sort((x, y) => x.at - y.at).map(({ item }) => item);
}

/**
 * Whole programs change their process: they handle signals and limit memory. Measurements of memory, of CPU time
 * and of the event loop must cover one file only.
 */
function isAlone(file: string): boolean {
  return /^(server\/test\/|server\/src\/(store|edge|http\/(sign-in|console|docs))\/|bench\/)/.test(file);
}

function hasBrowser(file: string): boolean {
  return /console-page|\/story|test\/browser/.test(readFileSync(join(root, file), "utf8"));
}

function chunks(files: readonly string[], size: number): string[][] {
  const count = Math.ceil(files.length / size);
  return Array.from({ length: count }, (_, index) => files.slice(index * size, (index + 1) * size));
}
