/** Everything goes into a file and comes back from it, while apps are answered: with the commands that an operator types. */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { runCommand } from "../recorded-io.ts";
import { startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const newDirectory = temporaryDirectories();

test("a restored backup gives the same bytes from another directory, and its log continues under a new epoch", async () => {
  const directory = newDirectory();
  const first = await startProgram({ directory, example: true });
  const key = readFileSync(join(directory, "demo-key"), "utf8").trim();
  const question = "/api/v1/config?platform=ios&current_version=2.3.0";
  const before = await first.read(question, key);
  const { body: status } = await first.admin("GET", "/admin/v1/status");
  const files = newDirectory();
  mkdirSync(files);
  const file = join(files, "backup.db");

  const backedUp = await first.cli("backup", "--to", file);
  assert.deepEqual([backedUp.code, backedUp.err], [0, ""]);
  assert.match(
    backedUp.out,
    new RegExp(`backup\\.db: revision ${status.revision} of 1 project, [\\d.]+ kB\\. The last commit was at 20`),
  );
  assert.deepEqual(readdirSync(files), ["backup.db"]);
  assert.equal(statSync(file).mode & 0o777, 0o600);

  const again = await first.cli("backup", "--to", file);
  assert.deepEqual(
    [again.code, again.err],
    [2, `drawbridge: "${file}" exists: pass --force to replace it, or choose another name\nSee drawbridge --help\n`],
  );
  const forced = await first.cli("backup", "--to", file, "--force", "--json");
  const told = JSON.parse(forced.out);
  assert.deepEqual(
    [told.file, told.revision, told.projects, told.bytes, told.epoch === status.epoch],
    [file, status.revision, 1, statSync(file).size, false],
  );

  const edited = await first.cli("policy set --project acme-shop --platform ios --recommended 2.6.5 --yes");
  assert.equal(edited.code, 0, edited.err);
  assert.notDeepEqual((await first.read(question, key)).body, before.body);

  const env = { DRAWBRIDGE_DATA: newDirectory() };
  const held = await runCommand(["restore", "--from", file], { env: { DRAWBRIDGE_DATA: directory } });
  assert.deepEqual([held.code, held.out], [1, ""]);
  assert.match(held.err, /is in use\. The process \d+ on .* listening on .* uses it: stop that process/);
  const local = await runCommand(["backup", "--local", "--to", join(files, "local.db")], { env: { DRAWBRIDGE_DATA: directory } });
  assert.match(local.err, /If a server is running there, leave out --local\./);
  assert.deepEqual(readdirSync(files), ["backup.db"]);

  const restored = await runCommand(["restore", "--from", file], { env });
  assert.deepEqual([restored.code, restored.err], [0, ""]);
  assert.match(restored.out, new RegExp(`to revision ${status.revision} of 1 project\\.`));
  await first.stop();

  writeFileSync(join(env.DRAWBRIDGE_DATA, "admin-token"), first.token, { mode: 0o600 });
  const second = await startProgram({ directory: env.DRAWBRIDGE_DATA });
  const after = await second.read(question, key);
  assert.deepEqual(after.body, before.body);
  const { body: now } = await second.admin("GET", "/admin/v1/status");
  assert.equal(now.revision, status.revision);
  assert.notEqual(now.epoch, status.epoch);
  assert.notEqual(now.epoch, told.epoch);
  await second.stop();

  const offline = await runCommand(["backup", "--local", "--to", join(files, "local.db")], { env });
  assert.deepEqual([offline.code, offline.err], [0, ""]);
  const refused = await runCommand(["restore", "--from", join(files, "local.db"), "--json"], { env });
  assert.equal(JSON.parse(refused.err).code, "conflict");
  const forcing = ["restore", "--from", join(files, "local.db"), "--force"];
  const name = basename(env.DRAWBRIDGE_DATA);
  const unnamed = await runCommand([...forcing, "--json"], { env });
  assert.deepEqual([unnamed.code, unnamed.err.includes(`--confirm ${name} is required`)], [2, true], unnamed.err);
  const misnamed = await runCommand([...forcing, "--confirm", "another"], { env });
  assert.deepEqual([misnamed.code, misnamed.err.includes(`--confirm must be ${name}`)], [2, true], misnamed.err);
  const replaced = await runCommand([...forcing, "--confirm", name], { env });
  assert.match(replaced.out, /The previous store is kept as .*drawbridge\.db\.replaced-/);
});

test("a file that is not a backup's end is not kept, and says why", async () => {
  const directory = newDirectory();
  const program = await startProgram({ directory });
  const target = join(newDirectory(), "not there", "backup.db");
  const nowhere = await program.cli("backup", "--to", target);
  assert.equal(nowhere.code, 1);
  assert.match(nowhere.err, /backup\.db cannot be written: ENOENT/);
  const stranger = await program.cli("backup", "--to", join(directory, "x.db"), "--token", `dba_${"x".repeat(40)}`);
  assert.match(stranger.err, /is not valid at/);
  assert.deepEqual(
    readdirSync(directory).filter((name) => /x\.db|backup|partial/.test(name)),
    [],
  );
  await program.stop();
});

test("a store whose values are not those of its log is backed up once a start has rebuilt them, and refused before", async (t) => {
  const directory = newDirectory();
  await (await startProgram({ directory, example: true })).stop();
  const db = new DatabaseSync(join(directory, "drawbridge.db"));
  db.exec("update resources set value = replace(value, '2.4.0', '6.4.0') where kind = 'platform'");
  db.close();
  const file = join(directory, "backup.db");
  const local = await runCommand(["backup", "--local", "--to", file], { env: { DRAWBRIDGE_DATA: directory } });
  assert.deepEqual(
    [local.code, local.err],
    [
      1,
      `drawbridge: The database ${directory}/drawbridge.db is damaged: its current values do not match its log. No backup was made. Stop Drawbridge, keep a copy of the whole directory, and restore the last good backup.\n`,
    ],
  );
  assert.deepEqual(
    readdirSync(directory).filter((name) => /backup|partial/.test(name)),
    [],
  );
  const program = await startProgram({ directory });
  t.after(() => program.stop());
  assert.equal((await program.cli("backup", "--to", file)).code, 0);
});
