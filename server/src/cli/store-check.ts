/** The form of the embedded store, looked at without taking it from whoever uses it: a newer program may have been here. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { DrawbridgeError } from "../domain/errors.ts";
import { ownMigrations, readMigrations, refuseForeign } from "../store/sqlite/sqlite-migrate.ts";
import { type Check, fail, ok } from "./check.ts";

const name = "store";

export function checkStore(directory: string): Check[] {
  const file = join(resolve(directory), "drawbridge.db");
  if (!existsSync(file)) return [];
  try {
    refuseForeignFile(file);
    return [ok(name, `${file}: this program can open it`)];
  } catch (error) {
    if (error instanceof DrawbridgeError) return [fail(name, error.message)];
    return [fail(name, `${file} cannot be read: ${(error as Error).message}`)];
  }
}

/** Immutable: no lock is asked for, and no file made beside it (https://sqlite.org/uri.html#uriimmutable). @throws unavailable */
function refuseForeignFile(file: string): void {
  const address = pathToFileURL(file);
  address.searchParams.set("immutable", "1");
  const db = new DatabaseSync(address, { readOnly: true });
  try {
    refuseForeign(db, file, readMigrations(ownMigrations));
  } finally {
    db.close();
  }
}
