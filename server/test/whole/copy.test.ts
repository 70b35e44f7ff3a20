import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { openPostgres } from "../postgres.ts";
import { runCommand } from "../recorded-io.ts";
import { startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const newDirectory = temporaryDirectories();
const postgres = await openPostgres();
after(() => postgres.close());

test("a copy to PostgreSQL and back gives the same bytes, with the same history, under a new epoch", async () => {
  const directory = newDirectory();
  const first = await startProgram({ directory, example: true });
  const key = readFileSync(join(directory, "demo-key"), "utf8").trim();
  const question = "/api/v1/config?platform=ios&current_version=2.3.0";
  const before = {
    answer: (await first.read(question, key)).body,
    history: (await first.admin("GET", "/admin/v1/projects/acme-shop/history")).body,
    status: (await first.admin("GET", "/admin/v1/status")).body,
  };
  const url = await postgres.database();
  const held = await runCommand(["copy", "--from", directory, "--to", url]);
  assert.match(held.err, /is in use\. The process \d+ .*uses it: stop that process/);
  await first.stop();

  const unset = await runCommand(["copy", "--from", directory, "--to", "postgresql"]);
  assert.equal(unset.code, 2);
  assert.match(unset.err, /postgresql is the database of DRAWBRIDGE_DATABASE_URL, which is not set/);
  const there = await runCommand(["copy", "--from", directory, "--to", "postgresql"], { env: { DRAWBRIDGE_DATABASE_URL: url } });
  // On a busy machine, it also says how far it is.
  assert.deepEqual([there.code, there.err.replaceAll(/^(copied|compared) .*\n/gm, "")], [0, ""]);
  const place = `The database test_1 on 127.0.0.1:${postgres.port}`;
  const { revision } = before.status;
  const lines = there.out.split("\n");
  assert.match(
    lines[0] ?? "",
    new RegExp(`^Copied and verified: ${revision} commits, \\d+ changes, \\d+ current values, 0 people\\.$`),
  );
  assert.equal(lines[1], `From: The database ${join(directory, "drawbridge.db")}, at revision ${revision}`);
  assert.match(lines[2] ?? "", new RegExp(`^To: {3}${place}, with the new epoch [0-9a-f]{16}$`));

  const again = await runCommand(["copy", "--from", directory, "--to", url, "--json"]);
  const refusal = JSON.parse(again.err);
  assert.deepEqual(
    [again.code, refusal.code, refusal.detail],
    [1, "conflict", `${place} is not empty: copy to an empty store instead. Nothing was changed.`],
  );

  const env = { DRAWBRIDGE_ADMIN_TOKEN: first.token, DRAWBRIDGE_DATABASE_URL: url };
  const node = await startProgram({ directory: newDirectory(), env });
  assert.deepEqual((await node.read(question, key)).body, before.answer);
  const refused = await node.cli("backup", "--to", join(newDirectory(), "x.db"));
  assert.match(refused.err, /Drawbridge cannot back up this store \(postgresql\)\. Use pg_dump/);
  await node.stop();
  const elsewhere = await runCommand(["restore", "--from", "x.db"], { env });
  assert.match(elsewhere.err, /DRAWBRIDGE_DATABASE_URL names a PostgreSQL: use pg_dump/);

  const target = newDirectory();
  const back = await runCommand(["copy", "--from", url, "--to", `sqlite:${target}`, "--json"]);
  assert.deepEqual([back.code, back.err], [0, ""]);
  const { epoch, rows } = JSON.parse(back.out);
  assert.equal(rows.commits, revision);
  const second = await startProgram({ directory: target, env: { DRAWBRIDGE_ADMIN_TOKEN: first.token } });
  assert.deepEqual((await second.read(question, key)).body, before.answer);
  assert.deepEqual((await second.admin("GET", "/admin/v1/projects/acme-shop/history")).body, before.history);
  const { body: status } = await second.admin("GET", "/admin/v1/status");
  assert.deepEqual([status.revision, status.epoch], [revision, epoch]);
  assert.notEqual(status.epoch, before.status.epoch);
  await second.stop();
});

test("places that are none, and one place twice, are refused without repeating a password", async () => {
  const wrong = await runCommand([
    "copy",
    "--from",
    "mysql://root:hunter2@db.example/x",
    "--to",
    "postgres://me:hunter2@db.example",
  ]);
  assert.equal(wrong.code, 2);
  assert.match(
    wrong.err,
    /--from: expected a directory \(or sqlite:DIRECTORY\), postgresql \(the database of DRAWBRIDGE_DATABASE_URL\), or postgres:\/\/user:password@host/,
  );
  assert.match(wrong.err, /--to: the URL names no database: write \/database after the host/);
  assert.doesNotMatch(wrong.err, /hunter2/);
  const same = await runCommand(["copy", "--from", "data", "--to", "sqlite:./data"]);
  assert.match(same.err, /--from and --to must differ/);
  const missing = await runCommand(["copy", "--from", newDirectory(), "--to", "postgres://me:hunter2@db.example/x"]);
  assert.match(missing.err, /There is no store in/);
});
