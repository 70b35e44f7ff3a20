/** Files that are generated from the program and committed: compared by default, written with UPDATE=1. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** @param path below the root of the repository */
export function assertGenerated(path: string, content: string): void {
  const file = join(import.meta.dirname, "..", "..", path);
  if (process.env.UPDATE) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const found = existsSync(file) ? readFileSync(file, "utf8") : "";
  assert.equal(found, content, `${path} is not as the program makes it: UPDATE=1 rewrites it`);
}
