/** The embedded store on a database in memory: the engine of the program without its disk. */

import { readMigrations } from "../src/store/sql/migrations.ts";
import { connect } from "../src/store/sqlite/sqlite-file.ts";
import { migrate, ownMigrations } from "../src/store/sqlite/sqlite-migrate.ts";
import { SqliteStore } from "../src/store/sqlite/sqlite-store.ts";
import type { Store } from "../src/store/store.ts";

/** In a directory that does not exist, so that no file can be written or read. */
const file = ":memory:/drawbridge.db";
const migrations = readMigrations(ownMigrations);

export interface MemoryStore extends Store {
  writes(): number;
}

/** An empty store that ends with its last reader. It has no directory, so it cannot be backed up. @param epoch default: random */
export function openMemoryStore(epoch?: string): MemoryStore {
  const db = connect(":memory:");
  migrate(db, file, migrations);
  if (epoch !== undefined) db.prepare("update head set epoch = ?").run(epoch);
  const total = db.prepare("select total_changes() as count");
  const writes = () => Number(total.get()?.count);
  return Object.assign(new SqliteStore(db, file), { backup: undefined, writes }) as unknown as MemoryStore;
}
