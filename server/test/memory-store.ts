/** The embedded store on a database in memory: the engine of the program without its disk. */
import { connect } from "../src/store/sqlite/sqlite-file.ts";
import { migrate, ownMigrations, readMigrations } from "../src/store/sqlite/sqlite-migrate.ts";
import { SqliteStore } from "../src/store/sqlite/sqlite-store.ts";

/** In a directory that does not exist: nothing is written, and nothing can be read. */
const file = ":memory:/drawbridge.db";
const migrations = readMigrations(ownMigrations);

/** An empty store, which ends with its last reader. Its epoch is random unless given. */
export function openMemoryStore(epoch?: string): SqliteStore {
  const db = connect(":memory:");
  migrate(db, file, migrations);
  if (epoch !== undefined) db.prepare("update head set epoch = ?").run(epoch);
  return new SqliteStore(db, file);
}
