/** Nothing but the server's own daily commit deletes what ended, and that one only by a clock that something confirms. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { CleanupTimes } from "../../src/log/daily-cleanup.ts";
import { openPostgres } from "../postgres.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";

const newDirectory = temporaryDirectories();
const postgres = await openPostgres();
after(() => postgres.close());

const DAY = 24 * 60 * 60 * 1_000;
/** Some real time, since a database has a clock of its own. */
const NOW = Date.now();
const often: CleanupTimes = { first: 0, every: 20 };
const adminToken = "environment-token-0123456789-0123456789";
const project = "/admin/v1/projects/acme";
const maintenance = "/api/v1/maintenance?instanceId=eu-1";
const reason = "Daily cleanup: windows that ended, and requests for approval that were closed, more than 30 days ago";

interface Installation {
  readonly engine: string;
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
}

async function installations(): Promise<Installation[]> {
  const env = { DRAWBRIDGE_ADMIN_TOKEN: adminToken };
  return [
    { engine: "SQLite", directory: newDirectory(), env },
    { engine: "PostgreSQL", directory: newDirectory(), env: { ...env, DRAWBRIDGE_DATABASE_URL: await postgres.database() } },
  ];
}

// Before the first test: the file's last hook stops PostgreSQL when no test is left.
const installed = { daily: await installations(), ahead: await installations() };

/** A process whose clock is as far from the present as `now` was from `NOW`: on time, it agrees with that of PostgreSQL. */
async function processAt({ directory, env }: Installation, now: number, cleanup = often) {
  const clock = { ahead: now - NOW };
  const program = await startProgram({ directory, env, now: () => Date.now() + clock.ahead, cleanup });
  return { program, clock, [Symbol.asyncDispose]: () => program.stop() };
}

async function done(answer: ReturnType<Program["admin"]>) {
  const { status, body } = await answer;
  assert.ok(status < 300, JSON.stringify(body));
  return body;
}

const wall = (at: number) => new Date(at).toISOString().slice(0, 19);

/** A project with a window that ended an hour after `at`, one that lasts for a year, one to come, and a key. */
async function create(program: Program, at: number): Promise<string> {
  const windows = {
    ended: { start: wall(at + 60_000), duration: "PT1H", instances: ["eu-1"] },
    move: { start: wall(at - 60_000), duration: "P360D", instances: ["eu-1"] },
    upgrade: { start: wall(at + 20 * DAY), duration: "PT2H" },
  };
  const body = { apiVersion: "drawbridge/v1", project: "acme", instances: { "eu-1": { name: "EU" } }, windows };
  await done(program.admin("PUT", `${project}/manifest?override=long_maintenance&reason=a+move`, body, { "if-none-match": "*" }));
  return String((await done(program.admin("POST", `${project}/keys`, { name: "app" }))).key);
}

async function windowIds(program: Program): Promise<string[]> {
  const { windows } = await done(program.admin("GET", `${project}/windows`));
  return (windows as { id: string }[]).map(({ id }) => id).sort();
}

async function ownCommits(program: Program) {
  const { commits } = await done(program.admin("GET", `${project}/history?actor=system`));
  return commits as { actor: string; reason: string; overridden: string[]; changes: { kind: string; id: string }[] }[];
}

/** Until the clock was checked a few times after this. */
async function checked(program: Program): Promise<string | null> {
  const look = async () => (await done(program.admin("GET", "/status"))).clock as { checked_at: string; problem: string | null };
  let found = await look();
  for (let times = 0; times < 3; times++) {
    const last = found.checked_at;
    await until(async () => {
      found = await look();
      return found.checked_at !== null && found.checked_at !== last;
    });
  }
  return found.problem;
}

for (const installation of installed.daily) {
  const { engine } = installation;

  test(`on ${engine}, what ended 30 days ago leaves by one commit of the server's own, past the guards, and is in history`, async () => {
    {
      const began = NOW - 32 * DAY;
      await using process = await processAt(installation, began);
      await create(process.program, began);
      await done(
        process.program.admin("PUT", `${project}/protection`, { four_eyes: true, reason_required: true }, { "if-match": "*" }),
      );
    }
    await using first = await processAt(installation, NOW);
    await using second = engine === "SQLite" ? null : await processAt({ ...installation, directory: newDirectory() }, NOW);
    await until(async () => (await ownCommits(first.program)).length > 0);
    for (const process of [first, second]) if (process) assert.equal(await checked(process.program), null);
    assert.deepEqual(await windowIds(first.program), ["move", "upgrade"]);
    const commits = await ownCommits(first.program);
    assert.deepEqual(
      commits.map((one) => [one.actor, one.reason, one.overridden, one.changes.map(({ kind, id }) => `${kind} ${id}`)]),
      [["system", reason, [], ["window ended"]]],
    );
  });
}

for (const installation of installed.ahead) {
  const { engine } = installation;

  test(`on ${engine}, with the clock two years ahead from the start, one edit, and the clock right again, nothing was deleted`, async () => {
    let key = "";
    {
      await using process = await processAt(installation, NOW);
      key = await create(process.program, NOW);
      await checked(process.program);
    }
    for (const restart of [1, 2]) {
      await using process = await processAt(installation, NOW + 730 * DAY);
      const body = { minimum: `${restart}.0`, store: "none" };
      const condition: Record<string, string> = restart === 1 ? { "if-none-match": "*" } : { "if-match": "*" };
      await done(process.program.admin("PUT", `${project}/platforms/huawei?reason=unrelated`, body, condition));
      const problem = await checked(process.program);
      assert.match(problem ?? "", engine === "SQLite" ? /the clock may be ahead/ : /ahead of the database's/);
      assert.deepEqual(await windowIds(process.program), ["ended", "move", "upgrade"]);
    }
    await using process = await processAt(installation, NOW + 60_000);
    await checked(process.program);
    assert.deepEqual(await windowIds(process.program), ["ended", "move", "upgrade"]);
    assert.equal((await process.program.read(maintenance, key)).body.is_maintenance, true);
    assert.deepEqual(await ownCommits(process.program), []);
  });
}
