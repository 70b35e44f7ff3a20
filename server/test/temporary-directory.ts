/** A directory for one test file's real files, gone when its tests are over. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";

/** Gives a new path inside it at each call; nothing is there yet. */
export function temporaryDirectories(): () => string {
  const root = mkdtempSync(join(tmpdir(), "drawbridge-"));
  let count = 0;
  after(() => rmSync(root, { recursive: true, force: true }));
  return () => join(root, String(++count));
}

/** Gives a directory to the work, and removes it after. */
export async function inTemporaryDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), "drawbridge-"));
  try {
    return await work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
