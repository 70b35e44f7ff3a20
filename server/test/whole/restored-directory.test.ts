/** A lost data directory comes back from an object store: by itself at a start, and by the command that an operator types. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import { openLog } from "../../src/base/log.ts";
import { openObjectStore } from "../../src/objects/open-objects.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { FullLogWriter } from "../full-log.ts";
import { runCommand } from "../recorded-io.ts";
import { type Program, startProgram } from "../running-program.ts";
import { failure } from "../store-contract/change.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const newDirectory = temporaryDirectories();
const adminToken = "environment-token-0123456789-0123456789";
const question = "/api/v1/config?platform=ios&current_version=2.3.0";

interface Copied {
  readonly url: string;
  /** The data directory that was copied there. */
  readonly directory: string;
  readonly key: string;
  readonly token: string;
  readonly revision: number;
  readonly answer: unknown;
}

/** A server with the example, whose store is in an object store; no process has the directory. */
async function copied(): Promise<Copied> {
  const directory = newDirectory();
  const program = await startProgram({ directory, example: true });
  const key = readFileSync(join(directory, "demo-key"), "utf8").trim();
  await program.cli("policy set --project acme-shop --platform ios --recommended 2.6.5 --yes");
  const { body: answer } = await program.read(question, key);
  await program.stop();
  const folder = newDirectory();
  mkdirSync(folder);
  const url = pathToFileURL(folder).href;
  const [store, objects] = [await openSqliteStore({ directory }), await openObjectStore(url)];
  await store.accounts.addPerson({ id: "u_1", login: "ada@acme.example", name: "Ada", createdAt: 1, disabledAt: null }, {});
  await new FullLogWriter(objects, store).snapshot();
  const { revision } = await store.head();
  await store.close();
  objects.close();
  return { url, directory, key, token: program.token, revision, answer };
}

async function assertRestored(program: Program, { key, token, revision, answer }: Copied): Promise<void> {
  assert.deepEqual((await program.read(question, key)).body, answer);
  const asked = await fetch(`${program.urls.admin}/admin/v1/people`, { headers: { authorization: `Bearer ${token}` } });
  assert.match(await asked.text(), /ada@acme\.example/);
  const { body } = await program.admin("GET", "/admin/v1/projects/acme-shop/history?limit=2");
  const [note, before] = body.commits as { revision: number; actor: string; reason: string }[];
  assert.deepEqual([note?.revision, note?.actor, before?.revision], [revision + 1, "system", revision]);
  assert.match(note?.reason ?? "", new RegExp(`^Restored from the object store, at revision ${revision}\\. `));
}

test("a server whose data directory was lost restores it from the object store, and tells what may be missing", async () => {
  const before = await copied();
  const lines: string[] = [];
  const log = openLog("info", { write: (line: string) => void lines.push(line) });
  const directory = newDirectory();
  const env = { DRAWBRIDGE_OBJECTS: before.url, DRAWBRIDGE_ADMIN_TOKEN: adminToken };
  const program = await startProgram({ directory, env, log });
  await assertRestored(program, before);
  const told = program.banner.join("\n");
  assert.ok(
    told.includes(
      `The data directory ${directory} was empty, and was restored from ${before.url}: revision ${before.revision} of 1 project, committed at 20`,
    ),
    told,
  );
  assert.match(told, /Later changes that had not been copied there are lost\. All users must sign in again\./);
  const { body } = await program.admin("GET", "/admin/v1/status");
  const { lost, epoch } =
    (body.sources as { lost: { epoch: string; after: number; through: null }; epoch: string }[])[0] ?? assert.fail();
  assert.deepEqual([lost.after, lost.through, lost.epoch === epoch], [before.revision, null, false]);
  for (const event of ["objects.restoring", "objects.restored", "commits.lost"])
    assert.equal(lines.filter((line) => line.includes(`"event":"${event}"`)).length, 1, event);
  await program.stop();

  // The directory is no longer empty: a later start reads its own store, and has nothing more to tell.
  const again = await startProgram({ directory, env });
  assert.doesNotMatch(again.banner.join("\n"), /was restored/);
  assert.equal((await again.admin("GET", "/admin/v1/status")).body.revision, before.revision + 1);
  await again.stop();
});

test("a start that was killed while it restored begins again", async () => {
  const before = await copied();
  const directory = newDirectory();
  mkdirSync(directory);
  writeFileSync(join(directory, "drawbridge.db"), "");
  writeFileSync(join(directory, "drawbridge.db.restoring"), "half of it");
  const program = await startProgram({
    directory,
    env: { DRAWBRIDGE_OBJECTS: before.url, DRAWBRIDGE_ADMIN_TOKEN: adminToken },
  });
  await assertRestored(program, before);
  assert.ok(!existsSync(join(directory, "drawbridge.db.restoring")));
  await program.stop();
});

test("an empty directory beside an object store that cannot be read is no new installation", async () => {
  const { url } = await copied();
  const folder = new URL(url);
  const directory = newDirectory();
  const start = () => startProgram({ directory, env: { DRAWBRIDGE_OBJECTS: url, DRAWBRIDGE_ADMIN_TOKEN: adminToken } });
  const refused =
    /^The data directory .* is empty, and its store cannot be restored: (.*) The server does not start with an empty store instead\. To begin with one, unset DRAWBRIDGE_OBJECTS or name an empty place\.$/;
  const reasonOf = async () => {
    const { message } = await failure(start());
    return refused.exec(message)?.[1] ?? message;
  };
  const head = new URL(`${folder}/full/head`);
  const text = readFileSync(head, "utf8");
  writeFileSync(head, text.replace(/"revision":\d/, '"revision":9'));
  assert.match(await reasonOf(), /full\/head is damaged: its checksum does not match\. Nothing was changed\./);
  writeFileSync(head, text);
  rmSync(head);
  assert.match(await reasonOf(), /full\/head is gone, although file:.*\/full\/\w+\/snapshot-.* is there\. Nothing was changed\./);
  rmSync(folder, { recursive: true });
  assert.match(await reasonOf(), /is not there/);
  mkdirSync(folder);
  const program = await start();
  assert.equal((await program.admin("GET", "/admin/v1/projects")).status, 200);
  await program.stop();
});

test("restore takes an object store, and a revision or an instant of it", async () => {
  const before = await copied();
  const { url, revision } = before;
  const env = { DRAWBRIDGE_DATA: newDirectory() };
  const all = await runCommand(["restore", "--from", url], { env });
  assert.deepEqual([all.code, all.err.replaceAll(/^restored .*\n/gm, "")], [0, ""], "progress is shown after two seconds");
  assert.match(all.out, new RegExp(`^Restored \\S+ to revision ${revision} of 1 project\\. The last commit was at 20`));
  assert.match(
    all.out,
    /People, passwords and secrets are the newest there\. A server that starts with this store .*\n.*\nAll users must sign in again\./,
  );
  const program = await startProgram({ directory: env.DRAWBRIDGE_DATA, env: { DRAWBRIDGE_ADMIN_TOKEN: adminToken } });
  await assertRestored(program, before);
  const { body } = await program.admin("GET", "/admin/v1/status");
  assert.equal((body.sources as { lost: { after: number } }[])[0]?.lost.after, revision);
  await program.stop();

  const forced = ["--force", "--confirm", basename(env.DRAWBRIDGE_DATA)];
  const earlier = await runCommand(["restore", "--from", url, "--revision", String(revision - 1), ...forced, "--json"], { env });
  const told = JSON.parse(earlier.out);
  assert.deepEqual([told.revision, told.newest, told.skipped, existsSync(told.kept)], [revision - 1, revision, [], true]);
  const byTime = ["restore", "--from", url, "--at", printInstant(Date.parse(told.committed_at))];
  assert.match(
    (await runCommand(byTime, { env: { DRAWBRIDGE_DATA: newDirectory() } })).out,
    new RegExp(
      `to revision ${revision - 1}[^]*The object store has revisions up to ${revision}; those after ${revision - 1} were left out`,
    ),
  );
});

test("a restore that cannot work says what is accepted", async () => {
  const folder = newDirectory();
  mkdirSync(folder);
  const url = pathToFileURL(folder).href;
  const env = { DRAWBRIDGE_DATA: newDirectory() };
  for (const [words, expected, more] of [
    [["--from", "s3://Bucket"], /--from: the URL of an object store must be s3:\/\/bucket\/prefix, or file:\/\/\/folder/],
    [["--from", "a.db", "--revision", "1"], /--revision and --at require an object store: a backup has one state/],
    [["--from", url, "--revision", "1", "--at", "2h"], /--revision and --at cannot be combined: keep one/],
    [["--from", url, "--at", "yesterday"], /--at: expected an instant \(2026-11-20T08:00:00\+01:00\) or how long ago \(2h, 7d\)/],
    [["--from", url, "--at", "2026-11-20T08:00"], /--at: the offset is missing: write 2026-11-20T08:00Z for UTC/],
    [["--from", url], /is empty: no server has copied its store there\. Nothing was changed\./],
    [
      ["--from", url],
      /is restored into a directory, and DRAWBRIDGE_DATABASE_URL names a PostgreSQL\. Unset it/,
      { DRAWBRIDGE_DATABASE_URL: "postgres://a:b@127.0.0.1/c" },
    ],
  ] as const) {
    const { code, err } = await runCommand(["restore", ...words], { env: { ...env, ...more } });
    assert.match(err, expected);
    assert.ok(code > 0);
  }
  assert.ok(!existsSync(env.DRAWBRIDGE_DATA) || readdirSync(env.DRAWBRIDGE_DATA).length === 0);
});
