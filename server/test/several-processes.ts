/** The whole program with worker processes, and functions to observe them. */
import assert from "node:assert/strict";
import { type Program, type ProgramOptions, startProgram } from "./running-program.ts";

export const ownAddresses = { DRAWBRIDGE_ADMIN_LISTEN: "127.0.0.1:0" };

export function startProcesses(count: number, options: ProgramOptions): Promise<Program> {
  return startProgram({ ...options, env: { ...ownAddresses, DRAWBRIDGE_WORKERS: String(count), ...options.env } });
}

export type WorkersStatus = NonNullable<ReturnType<typeof statusOf>>;

export function statusOf({ workers }: Program) {
  assert.ok(workers, "this program answers reads itself");
  return workers.status();
}

/** Resolves when the condition holds. Rejects with the last value after 20 s. */
export async function until<T>(look: () => T | Promise<T>, holds: (found: T) => boolean): Promise<T> {
  const begun = performance.now();
  for (;;) {
    const found = await look();
    if (holds(found)) return found;
    if (performance.now() - begun > 20_000) assert.fail(`not within 20 s: ${JSON.stringify(found)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
