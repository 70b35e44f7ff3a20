/** The data directory: private, and left out of git. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Does nothing if it exists. A new one holds tokens and the database, which `git add` must not pick up. @throws a system error */
export function createDataDirectory(directory: string): void {
  const created = mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (created !== undefined) writeFileSync(join(directory, ".gitignore"), "*\n", { mode: 0o600 });
}
