/** Claims of a version that recorded no holders: the migration records the holders that the log still has. */
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import pg from "pg";
import { openPostgres } from "../../test/postgres.ts";
import { openAt } from "../../test/postgres-store.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import {
  migrate as migratePostgres,
  ownMigrations as postgresMigrations,
  readMigrations as readPostgres,
} from "./postgres/postgres-migrate.ts";
import { migrate, ownMigrations, readMigrations } from "./sqlite/sqlite-migrate.ts";
import { openSqliteStore } from "./sqlite/sqlite-store.ts";
import type { Store } from "./store.ts";

const newDirectory = temporaryDirectories();
const postgres = await openPostgres();
after(() => postgres.close());

const key = (hash: string, imported?: boolean) =>
  `'{"name":"x","hash":"${hash}","last4":"abcd","revokedAt":1${imported === undefined ? "" : `,"imported":${imported}`}}'`;

/** An existing key, one deleted with its project, generated keys, one from before imports existed, and a token. */
const written = `
  insert into commits (revision, at, actor, reason, overridden) values (1, 0, 't', '', '[]'), (2, 0, 't', '', '[]');
  insert into changes (revision, project, kind, id, schema, value) values
    (1, 'acme', 'read_key', 'k_there', 1, ${key("there", true)}),
    (1, 'beta', 'read_key', 'k_gone', 1, ${key("gone", true)}),
    (1, 'beta', 'read_key', 'k_made', 1, ${key("made", false)}),
    (1, 'beta', 'read_key', 'k_old', 1, ${key("old")}),
    (1, '', 'access_token', 't_1', 1, ${key("token")}),
    (2, 'beta', 'read_key', 'k_gone', 1, null),
    (2, 'beta', 'read_key', 'k_made', 1, null);
  insert into project_commits (project, revision, actor) values ('acme', 1, 't'), ('beta', 1, 't'), ('', 1, 't'), ('beta', 2, 't');
  insert into claims (text) values ('there'), ('gone'), ('made'), ('old'), ('token'), ('compacted');
  update head set revision = 2;`;

async function check(store: Store): Promise<void> {
  const held = (text: string, project: string, id: string, imported: boolean) => ({ text, project, id, imported });
  assert.deepEqual(await store.claimTo("there"), held("there", "acme", "k_there", true));
  assert.deepEqual(await store.claimOf("beta", "k_gone"), held("gone", "beta", "k_gone", true));
  assert.deepEqual(await store.claimTo("made"), held("made", "beta", "k_made", false));
  assert.deepEqual(await store.claimTo("old"), held("old", "beta", "k_old", false));
  assert.deepEqual([await store.claimTo("token"), await store.claimTo("compacted")], [null, null]);
  const change = { project: "acme", kind: "instance", id: "x", schema: 1, value: "1" } as const;
  for (const text of ["there", "gone", "made", "old", "token", "compacted"]) {
    const commit = { at: 0, actor: "t", reason: "", overridden: [], expect: [], changes: [change] };
    await assert.rejects(store.commit({ ...commit, claim: [held(text, "acme", "k_new", true)] }), { code: "key_in_use" });
  }
}

function migrationsBefore(own: string, name: string): string {
  const directory = newDirectory();
  mkdirSync(directory, { recursive: true });
  for (const file of readdirSync(own).filter((file) => file < name)) cpSync(join(own, file), join(directory, file));
  return directory;
}

test("SQLite: claims of the version before get their holders", async () => {
  const directory = newDirectory();
  mkdirSync(directory, { recursive: true });
  const file = join(directory, "drawbridge.db");
  const db = new DatabaseSync(file);
  migrate(db, file, readMigrations(migrationsBefore(ownMigrations, "0006-claim-holders.sql")));
  db.exec(written);
  db.close();
  const store = await openSqliteStore({ directory });
  await check(store).finally(() => store.close());
});

test("PostgreSQL: claims of the version before get their holders", async () => {
  const url = await postgres.database();
  const client = new pg.Client(url);
  await client.connect();
  await migratePostgres(client, "The database", readPostgres(migrationsBefore(postgresMigrations, "0003-claim-holders.sql")));
  await client.query(written);
  await client.end();
  const store = await openAt(url);
  await check(store).finally(() => store.close());
});
