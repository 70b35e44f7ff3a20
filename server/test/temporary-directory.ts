/** A directory for one test file's real files, deleted after its tests. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";

/** Returns a new path inside it at each call, which does not exist yet. */
export function temporaryDirectories(): () => string {
  const root = mkdtempSync(join(tmpdir(), "drawbridge-"));
  let count = 0;
  after(() => rmSync(root, { recursive: true, force: true }));
  return () => join(root, String(++count));
}

export async function inTemporaryDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), "drawbridge-"));
  try {
    return await work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
