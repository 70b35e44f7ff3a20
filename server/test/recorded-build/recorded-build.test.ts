import assert from "node:assert/strict";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, type TestContext, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { programVersion } from "../../../release/artifact-trees.ts";
import { ownMigrations as postgresMigrations } from "../../src/store/postgres/postgres-migrate.ts";
import { readMigrations } from "../../src/store/sql/migrations.ts";
import { ownMigrations as sqliteMigrations } from "../../src/store/sqlite/sqlite-migrate.ts";
import { openPostgres } from "../postgres.ts";
import { runCommand } from "../recorded-io.ts";
import { startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { type Captured, comparable, missing, type RecordedAnswer, sendAll } from "./recording.ts";
import { reading, steps } from "./steps.ts";

const newDirectory = temporaryDirectories();
const begun = Date.parse("2026-11-21T12:00:00Z");
const postgres = await openPostgres();
after(() => postgres.close());

interface Recording {
  readonly captured: Captured & { readonly token: string };
  /** Answers to all steps, on an empty store. */
  readonly answers: readonly RecordedAnswer[];
  /** Answers to the steps that only read, on the recorded store. */
  readonly opened: readonly RecordedAnswer[];
}

const released = globSync("*.*.*/", { cwd: import.meta.dirname }).map((path) => basename(path));

test("the store of this version is recorded: node server/test/recorded-build/record.ts", () => {
  assert.ok(released.includes(programVersion), programVersion);
});

for (const version of released) {
  const content = (name: string) => gunzipSync(readFileSync(join(import.meta.dirname, version, `${name}.gz`)));
  const { captured, answers, opened }: Recording = JSON.parse(content("answers.json").toString());

  const put = (name: string) => {
    const directory = newDirectory();
    mkdirSync(directory);
    writeFileSync(join(directory, name), content(name));
    return directory;
  };
  const readsAsRecorded = async (t: TestContext, directory: string, env = {}) => {
    writeFileSync(join(directory, "admin-token"), captured.token, { mode: 0o600 });
    const program = await startProgram({ directory, now: () => begun + 1000 * steps.length, env });
    t.after(() => program.stop());
    const again = await sendAll(program, reading, () => undefined, { ...captured });
    assert.deepEqual(differences(comparable(opened), comparable(again), reading), []);
    const ios = "/admin/v1/projects/acme-shop/platforms/ios";
    const { status } = await program.admin("PATCH", ios, { recommended: "2.6.1" }, { "if-match": "*" });
    assert.equal(status, 200, "it takes changes");
  };

  test(`each request that ${version} answered has the same answer, and members that came since`, async (t) => {
    const clock = { now: begun };
    const program = await startProgram({ now: () => clock.now });
    t.after(() => program.stop());
    const tick = () => {
      clock.now += 1000;
    };
    const again = await sendAll(program, steps, tick, {});
    assert.deepEqual(differences(comparable(answers), comparable(again)), []);
  });

  test(`the migrations that ${version} ran are unchanged: its stores never get what is added to them`, () => {
    const file = new DatabaseSync(join(put("drawbridge.db"), "drawbridge.db"), { readOnly: true });
    const fresh = new DatabaseSync(":memory:");
    const number = Number(file.prepare("pragma user_version").get()?.user_version);
    for (const { sql } of readMigrations(sqliteMigrations).slice(0, number)) fresh.exec(sql);
    const tables = (db: DatabaseSync) => db.prepare("select name, sql from sqlite_schema order by name").all();
    assert.deepEqual(tables(file), tables(fresh));
    file.close();
    const dump = content("postgresql.sql").toString();
    for (const { name, sql } of readMigrations(postgresMigrations)) assert.ok(!dump.includes(name) || dump.includes(sql), name);
  });

  test(`the SQLite file of ${version} is opened where it is, and everything in it is read as it was`, async (t) => {
    await readsAsRecorded(t, put("drawbridge.db"));
  });

  test(`a backup of ${version} is restored, and everything in it is read as it was`, async (t) => {
    const data = newDirectory();
    const from = join(put("backup.db"), "backup.db");
    const restored = await runCommand(["restore", "--from", from], { env: { DRAWBRIDGE_DATA: data } });
    assert.deepEqual([restored.code, restored.err], [0, ""]);
    await readsAsRecorded(t, data);
  });

  test(`the PostgreSQL database of ${version} is opened, and everything in it is read as it was`, async (t) => {
    const url = await postgres.database();
    await postgres.run(url, content("postgresql.sql").toString());
    const data = newDirectory();
    mkdirSync(data);
    await readsAsRecorded(t, data, { DRAWBRIDGE_DATABASE_URL: url, DRAWBRIDGE_ADMIN_TOKEN: captured.token });
  });
}

function differences(earlier: readonly RecordedAnswer[], later: readonly RecordedAnswer[], sent = steps): string[] {
  return earlier.flatMap((answer, index) => {
    const { method, path } = sent[index] ?? { method: "", path: "" };
    return missing(answer, later[index]).map((found) => `${method} ${path} ${found}`);
  });
}
