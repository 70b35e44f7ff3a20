/** Each fault makes exactly its alert true until it has ended. Faults of stores and edges that run are in fault-messages.test.ts. */
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { firing, scrape } from "../alert-rules.ts";
import { freeAddress } from "../free-port.ts";
import { EdgeProgram } from "../running-edge.ts";
import { createProject, metricsToken, startWatched, type WatchedProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";

const directories = temporaryDirectories();
const day = 86_400_000;
const minute = 60_000;
const project = "/admin/v1/projects/acme";
/** Milliseconds by which the clocks of the programs differ from the machine's. */
let ahead = 0;
let program: WatchedProgram;
let key = "";

before(async () => {
  program = await start({});
  const stores = { apple: "https://apps.apple.com/app/id1" };
  key = await createProject(program, { name: "Acme", platforms: { ios: { minimum: "2.0.0" } }, stores });
});
after(() => program.stop());
afterEach(() => {
  ahead = 0;
});

function start(options: Partial<Parameters<typeof startWatched>[0]>): Promise<WatchedProgram> {
  return startWatched({ directory: directories(), now: () => Date.now() + ahead, ...options });
}

async function ask(method: string, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const answer = await program.admin(method, path, body, headers);
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer.body;
}

/** @param earlier scrape at the start of the time ranges, such as the last hour */
async function alerts(earlier: Awaited<ReturnType<typeof scrape>>, admin = program.urls.admin): Promise<string[]> {
  return firing(await scrape(admin), earlier);
}

async function become(expected: readonly string[], admin = program.urls.admin): Promise<void> {
  await until(
    () => alerts([], admin),
    (found) => found.join() === expected.join(),
  );
}

async function readOften(version: string, times: number, withKey = key): Promise<void> {
  for (let i = 0; i < times; i++) await program.read(`/api/v1/config?platform=ios&current_version=${version}`, withKey);
}

test("a minimum that forces more than a fifth of the requests", async () => {
  await Promise.all([readOften("1.9.0", 2), readOften("2.0.0", 2)]);
  const earlier = await scrape(program.urls.admin);
  await Promise.all([readOften("1.9.0", 15), readOften("2.0.0", 90)]);
  assert.deepEqual(await alerts(earlier), []);
  await readOften("1.9.0", 20);
  assert.deepEqual(await alerts(earlier), ["DrawbridgeForcedUpdatesHigh"]);
  // Few requests say nothing about the users.
  const anHourLater = await scrape(program.urls.admin);
  await readOften("1.9.0", 90);
  assert.deepEqual(await alerts(anHourLater), []);
});

test("a key that apps still send after it was revoked", async () => {
  const old = await ask("POST", `${project}/keys`, { name: "old app" });
  await ask("POST", `${project}/keys/${old.id}/revoke`, undefined);
  await readOften("2.0.0", 1, String(old.key));
  const earlier = await scrape(program.urls.admin);
  await readOften("2.0.0", 100, String(old.key));
  assert.deepEqual(await alerts(earlier), []);
  await readOften("2.0.0", 1, String(old.key));
  assert.deepEqual(await alerts(earlier), ["DrawbridgeReadKeyRefused"]);
  assert.deepEqual(await alerts(await scrape(program.urls.admin)), []);
});

test("a key that expires within 14 days, until it gets a later end", async () => {
  const earlier = await scrape(program.urls.admin);
  const expires = (days: number) => new Date(Date.now() + days * day).toISOString();
  const made = await ask("POST", `${project}/keys`, { name: "short", expires_at: expires(13) });
  assert.deepEqual(await alerts(earlier), ["DrawbridgeCredentialsExpiring"]);
  await ask("PATCH", `${project}/keys/${made.id}`, { expires_at: expires(15) }, { "if-match": "*" });
  assert.deepEqual(await alerts(earlier), []);
});

test("maintenance that holds after its planned end, until an operator completes it", async () => {
  // A new process: windows are counted by the first scrape, and again after a minute or when the clock was set back.
  const other = await start({ clockEvery: 20 });
  const { admin } = other.urls;
  try {
    await other.admin("PUT", project, { name: "Acme" }, { "if-none-match": "*" });
    const started = await other.admin("POST", `${project}/maintenance/start`, {
      for: "PT1S",
      overrun: "hold",
      whole_project: true,
    });
    assert.equal(started.status, 200, JSON.stringify(started.body));
    // Windows are counted by the first scrape, which has to come after the end.
    for (const end = Date.now() + 1_100; Date.now() < end; ) await sleep(20);
    await become(["DrawbridgeMaintenanceOverrun"], admin);
    assert.equal((await other.admin("POST", `${project}/maintenance/complete`, {})).status, 200);
    ahead = 2 * minute;
    await become(["DrawbridgeClockWrong"], admin);
    ahead = 0;
    await become([], admin);
  } finally {
    await other.stop();
  }
});

test("a process that has ended, until it is started again; and an edge that has never reached its origin", async () => {
  // Outside the ephemeral range: the process starts again on them.
  const env = { DRAWBRIDGE_LISTEN: await freeAddress(), DRAWBRIDGE_ADMIN_LISTEN: await freeAddress() };
  const directory = directories();
  let origin = await start({ directory, env });
  await origin.admin("PUT", project, { name: "Acme" }, { "if-none-match": "*" });
  const { body } = await origin.admin("POST", "/admin/v1/tokens", { kind: "edge", name: "Frankfurt" });
  const { admin, edge: url } = origin.urls;
  assert.deepEqual(await alerts([], admin), []);
  await origin.stop();
  assert.deepEqual(await alerts([], admin), ["DrawbridgeDown"]);
  const own = { DRAWBRIDGE_METRICS_TOKEN: metricsToken };
  await using edge = await EdgeProgram.start({ directory: directories(), origin: url, token: String(body.token), env: own });
  try {
    await edge.hasProblem(/the origin cannot be reached/);
    assert.deepEqual(await alerts([], edge.running.urls.admin), ["DrawbridgeNotReady"]);
  } finally {
    origin = await start({ directory, env });
  }
  try {
    const { revision } = (await origin.admin("GET", "/admin/v1/status")).body;
    await edge.at(Number(revision));
    await become([], edge.running.urls.admin);
    assert.deepEqual(await alerts([], admin), []);
  } finally {
    await origin.stop();
  }
});
