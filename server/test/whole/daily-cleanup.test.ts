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

type Environment = Readonly<Record<string, string>>;

/** A process whose clock is as far from the present as `now` was from `NOW`: on time, it agrees with that of PostgreSQL. */
function processAt(directory: string, now: number, env: Environment = {}): Promise<Program> {
  return startProgram({ directory, env, now: () => Date.now() + now - NOW, cleanup: often });
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

test("what ended 30 days ago leaves by one commit of the server's own, past the guards, and is in history", async () => {
  const env = { DRAWBRIDGE_ADMIN_TOKEN: adminToken, DRAWBRIDGE_DATABASE_URL: await postgres.database() };
  {
    const began = NOW - 32 * DAY;
    await using program = await processAt(newDirectory(), began, env);
    await create(program, began);
    await done(program.admin("PUT", `${project}/protection`, { four_eyes: true, reason_required: true }, { "if-match": "*" }));
  }
  await using first = await processAt(newDirectory(), NOW, env);
  await using second = await processAt(newDirectory(), NOW, env);
  await until(async () => (await ownCommits(first)).length > 0);
  for (const program of [first, second]) assert.equal(await checked(program), null);
  assert.deepEqual(await windowIds(first), ["move", "upgrade"]);
  const commits = await ownCommits(first);
  assert.deepEqual(
    commits.map((one) => [one.actor, one.reason, one.overridden, one.changes.map(({ kind, id }) => `${kind} ${id}`)]),
    [["system", reason, [], ["window ended"]]],
  );
});

test("with the clock two years ahead from the start, one edit, and the clock right again, nothing was deleted", async () => {
  const directory = newDirectory();
  let key = "";
  {
    await using program = await processAt(directory, NOW);
    key = await create(program, NOW);
    await checked(program);
  }
  {
    await using program = await processAt(directory, NOW + 730 * DAY);
    const body = { minimum: "1.0", store: "none" };
    await done(program.admin("PUT", `${project}/platforms/huawei?reason=unrelated`, body, { "if-none-match": "*" }));
    assert.match((await checked(program)) ?? "", /the clock may be ahead/);
    assert.deepEqual(await windowIds(program), ["ended", "move", "upgrade"]);
  }
  await using program = await processAt(directory, NOW + 60_000);
  await checked(program);
  assert.deepEqual(await windowIds(program), ["ended", "move", "upgrade"]);
  assert.equal((await program.read(maintenance, key)).body.is_maintenance, true);
  assert.deepEqual(await ownCommits(program), []);
});
