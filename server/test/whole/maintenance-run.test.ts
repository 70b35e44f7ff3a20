/** `maintenance run` as a deploy script runs it: a process of its own, against the real program on a clock that a test sets. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { createAdminClient } from "drawbridge-client/admin";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { LeasedMaintenance } from "../../src/cli/maintenance-run.ts";
import { createProject, type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";

const newDirectory = temporaryDirectories();
const launcher = join(import.meta.dirname, "..", "..", "bin", "drawbridge.js");
const hour = 3_600_000;
const clock = { now: Date.parse("2026-11-21T12:00:00.250Z") };
let program: Program;
let key: string;
const content = { instances: { "eu-1": { name: "EU" }, "us-1": { name: "US" } } };

before(async () => {
  program = await startProgram({ directory: newDirectory(), now: () => clock.now });
  key = await createProject(program, content);
});
beforeEach(() => {
  // Each test has an hour of its own, so that none sees what another has left.
  clock.now = Math.floor(clock.now / hour + 1) * hour + 250;
});
after(() => program.stop());

async function isInMaintenance(instance = "eu-1"): Promise<boolean> {
  return (await program.read(`/api/v1/maintenance?instanceId=${instance}`, key)).body.is_maintenance === true;
}

async function ofWindow(window: string): Promise<ListedOccurrence> {
  const [from, until] = [-1, 1].map((days) => new Date(clock.now + days * 86_400_000).toISOString());
  const { body } = await program.admin("GET", `/admin/v1/projects/acme/maintenance?from=${from}&until=${until}&limit=1000`);
  const found = (body.occurrences as ListedOccurrence[]).findLast((each) => each.window === window);
  assert.ok(found, `${window} is not there`);
  return found;
}

/** A process of its own. */
function started(...argv: string[]) {
  const scope = argv.includes("--instance") ? [] : ["--whole-project"];
  const env = { ...process.env, DRAWBRIDGE_URL: program.urls.admin, DRAWBRIDGE_TOKEN: program.token };
  const child = spawn(process.execPath, [launcher, "maintenance", "run", "--project", "acme", ...scope, ...argv], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const text = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    text.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    text.err += chunk;
  });
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal }));
  const says = (pattern: RegExp) => until(() => pattern.test(text.out) || pattern.test(text.err));
  return { child, out: () => text.out, err: () => text.err, until: says, ended };
}

/** A shell that prints its process id and waits for the signal, on which it runs the script. */
const waiting = (script = "exit 3") => ["sh", "-c", `trap "${script}" INT; echo "pid $$"; while :; do sleep 0.02; done`];

/** A shell that prints "ready", waits for a file at that path, and prints "done". */
const waitingFor = (path: string) => ["sh", "-c", `echo ready; while [ ! -e "${path}" ]; do sleep 0.02; done; echo done`];

function pidIn(text: string): number {
  return Number(/pid (\d+)/.exec(text)?.[1]);
}

test("maintenance is active while the command runs, and over when it has ended", async () => {
  assert.equal(await isInMaintenance(), false);
  const gate = newDirectory();
  const run = started("--id", "deploy", "--instance", "eu-1", "--", ...waitingFor(gate));
  await run.until(/ready/);
  assert.deepEqual([await isInMaintenance("eu-1"), await isInMaintenance("us-1")], [true, false]);
  clock.now += 10_000;
  writeFileSync(gate, "");
  assert.deepEqual(await run.ended, { code: 0, signal: null });
  assert.equal(run.out(), "ready\ndone\n");
  assert.equal(
    run.err(),
    `drawbridge: maintenance deploy is active until the command ends
drawbridge: maintenance deploy ended: it was active from 2026-11-21 13:00:00 UTC to 2026-11-21 13:00:10 UTC
`,
  );
  assert.equal(await isInMaintenance(), false);
  const { state, overrun, origin, end } = await ofWindow("deploy");
  assert.deepEqual([state, overrun, origin, Date.parse(end)], ["ended", "end", "hand", clock.now]);
});

/** In this process. */
function runHere(...argv: string[]) {
  return program.cli("maintenance", "run", "--project", "acme", "--whole-project", ...argv);
}

test("a command that cannot be run is said to be so, and maintenance is over", async () => {
  const done = await runHere("--id", "codes", "--", "no-such-command");
  assert.equal(done.code, 127);
  assert.match(done.err, /"no-such-command" cannot be run: there is no such command/);
  clock.now += 1;
  assert.equal(await isInMaintenance(), false);
});

test("every run has a window of its own, and with --json its last line is what came of it", async () => {
  const [first, second] = await Promise.all([runHere("--json", "--", "true"), runHere("--json", "--", "true")]);
  const [a, b] = [JSON.parse(first.out), JSON.parse(second.out)];
  assert.notEqual(a.window, b.window);
  assert.deepEqual([a.exit_code, b.exit_code], [0, 0]);
  // On a clock that does not advance, ended maintenance has lasted a millisecond.
  for (const { start, end } of [a, b]) assert.equal(Date.parse(end) - Date.parse(start), 1);
  assert.match(a.window, /^run-20261121t\d{6}-[0-9a-f]{4}$/);
});

for (const [signal, code] of [
  ["SIGINT", 3],
  ["SIGTERM", 143],
] as const) {
  test(`${signal} goes to the command, and maintenance is completed after it`, async () => {
    const run = started("--id", signal.toLowerCase(), "--", ...waiting());
    await run.until(/pid/);
    assert.equal(await isInMaintenance(), true);
    clock.now += 1;
    run.child.kill(signal);
    assert.deepEqual(await run.ended, { code, signal: null });
    assert.match(run.err(), /ended: it was active from/);
    assert.equal(await isInMaintenance(), false);
  });
}

test("killed with -9, maintenance is over exactly when its lease is", async () => {
  const run = started("--id", "killed", "--lease", "30s", "--", ...waiting());
  await run.until(/pid/);
  const { end } = await ofWindow("killed");
  assert.ok(Date.parse(end) - clock.now <= 30_000 && Date.parse(end) - clock.now > 29_000);
  run.child.kill("SIGKILL");
  // Its child continues without it, and would keep the pipes open.
  process.kill(pidIn(run.out()), "SIGKILL");
  assert.deepEqual(await run.ended, { code: null, signal: "SIGKILL" });
  assert.equal((await ofWindow("killed")).state, "active");
  clock.now = Date.parse(end) - 1;
  assert.equal(await isInMaintenance(), true);
  clock.now = Date.parse(end);
  assert.equal(await isInMaintenance(), false);
  const { state, end: last } = await ofWindow("killed");
  assert.deepEqual([state, last], ["ended", end]);
});

test("where maintenance cannot be started, the command is not run", async () => {
  const refused = await program.cli("maintenance", "run", "--project", "acme", "--instance", "nowhere", "--", "no-such-command");
  assert.equal(refused.code, 2);
  assert.match(refused.err, /^drawbridge: maintenance could not be started, so the command was not run:\n/);
  assert.match(refused.err, /--instance: the project has no instance with the name "/);
});

test("maintenance completed by another person during the command stays over, and the command continues", async () => {
  const gate = newDirectory();
  const run = started("--id", "cut", "--", ...waitingFor(gate));
  await run.until(/ready/);
  clock.now += 5_000;
  assert.equal((await program.cli("maintenance", "complete", "cut", "--project", "acme")).code, 0);
  assert.equal(await isInMaintenance(), false);
  clock.now += 5_000;
  writeFileSync(gate, "");
  assert.deepEqual(await run.ended, { code: 0, signal: null });
  assert.match(run.err(), /maintenance cut had ended before the command, at 2026-11-2\d \d\d:00:05 UTC/);
  assert.equal(Date.parse((await ofWindow("cut")).end), clock.now - 5_000);
});

test("a lease that expired while the server was away is renewed, and one ended by a person is not", async () => {
  const said: string[] = [];
  const client = createAdminClient({ url: program.urls.admin, token: program.token });
  const start = { id: "lapsed", for: "PT6S", whole_project: true } as const;
  const of = { project: "acme", lease: 6_000, start, options: {} };
  const maintenance = new LeasedMaintenance(of, client, (text) => said.push(text));
  await maintenance.start();
  clock.now = Date.parse(maintenance.last.end) + 5_000;
  assert.equal(await isInMaintenance(), false);
  assert.equal(await maintenance.renew(), "renewed");
  assert.equal(await isInMaintenance(), true);
  assert.match(said.at(-1) ?? "", /maintenance lapsed had expired at .* UTC and was started again/);
  clock.now += 1_000;
  assert.equal((await program.cli("maintenance", "complete", "lapsed", "--project", "acme")).code, 0);
  assert.equal(await maintenance.renew(), "ended");
  assert.equal(await isInMaintenance(), false);
  assert.match(said.at(-1) ?? "", /was ended elsewhere at .*; the command continues without it/);
});

test("when maintenance cannot be ended, it is said how to, and the exit code is the command's", async () => {
  const mine = program;
  const away = await startProgram({ directory: newDirectory(), now: () => clock.now });
  try {
    await createProject(away, content);
    program = away;
    const run = started("--id", "stuck", "--", ...waiting("exit 5"));
    await run.until(/pid/);
    await away.stop();
    process.kill(pidIn(run.out()), "SIGINT");
    await run.until(/maintenance stuck could not be ended yet; retrying: no server answers/);
    // Cancels the remaining attempts.
    run.child.kill("SIGTERM");
    assert.deepEqual(await run.ended, { code: 5, signal: null });
    assert.match(
      run.err(),
      /\ndrawbridge: maintenance stuck could not be ended\. It ends with its lease, at .* UTC\. To end it now:\n/,
    );
    assert.match(run.err(), /\n {2}(?:\.|\/\S+)\/drawbridge maintenance complete stuck --project acme\n$/);
  } finally {
    program = mine;
  }
});
