/** Maintenance by command, through the whole program, on a clock that a test sets. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { MaintenanceAnswer, MaintenanceList } from "drawbridge-rules/wire/maintenance.ts";
import { type CommandEnvironment, runCommand, wordsOf } from "../recorded-io.ts";
import { createProject, type Program, startProgram } from "../running-program.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");
const minute = 60_000;

const content = {
  name: "Acme",
  instances: { "eu-1": { name: "EU" }, "us-1": { name: "US" } },
  windows: {
    nightly: { instances: ["eu-1"], start: "2026-11-21T23:00", zone: "Europe/Rome", duration: "PT2H", repeat: "FREQ=DAILY" },
  },
};

interface Desk {
  readonly program: Program;
  /** Epoch ms; may be set. */
  now: number;
  /** A command line after `maintenance `; words in double quotes stay together. In the project unless it names one. */
  run(line: string, surroundings?: CommandEnvironment): ReturnType<typeof runCommand>;
  /** As `run`, with --json. @throws where it fails */
  ask<T = MaintenanceAnswer>(line: string): Promise<T>;
  isInMaintenance(instance?: string): Promise<boolean>;
}

async function atDesk(t: TestContext): Promise<Desk> {
  const clock = { now: noon };
  const program = await startProgram({ now: () => clock.now });
  t.after(() => program.stop());
  const key = await createProject(program, content);
  const env = { DRAWBRIDGE_URL: program.urls.admin, DRAWBRIDGE_TOKEN: program.token };
  const run: Desk["run"] = (line, surroundings = {}) =>
    runCommand(["maintenance", ...wordsOf(line), "--project", "acme"], { env, now: () => clock.now, ...surroundings });
  const ask = async <T>(line: string) => {
    const { code, out, err } = await run(`${line} --json`);
    assert.equal(code, 0, err);
    return JSON.parse(out) as T;
  };
  const isInMaintenance = async (instance = "eu-1") =>
    (await program.read(`/api/v1/maintenance?instanceId=${instance}`, key)).body.is_maintenance === true;
  return Object.assign(clock, { program, run, ask, isInMaintenance });
}

test("unplanned maintenance is started, extended and completed without naming it", async (t) => {
  const desk = await atDesk(t);
  const started = await desk.run('start --for 30m --instance eu-1 --message "en=Back at {end_time}."', { zone: "Europe/Rome" });
  assert.deepEqual(started, {
    code: 0,
    err: "",
    asked: [],
    out: `Maintenance of EU is now active.
  Sat 21 Nov 13:00–13:30 (Rome), EU

To end it: drawbridge maintenance complete --project acme
`,
  });
  assert.deepEqual([await desk.isInMaintenance("eu-1"), await desk.isInMaintenance("us-1")], [true, false]);
  desk.now += 10 * minute;
  assert.equal(
    (await desk.run("extend --by 15m")).out,
    `Maintenance of EU now ends later.
  Sat 21 Nov 12:00–12:45 (UTC), EU
  planned: Sat 21 Nov 12:00–12:30

To end it now: drawbridge maintenance complete --project acme
`,
  );
  assert.match(
    (await desk.run("extend --until 2026-11-21T12:40:00Z")).out,
    /^Maintenance of EU does not end earlier. No changes\.\n/,
  );
  desk.now += 10 * minute;
  assert.equal(
    (await desk.run("complete")).out,
    `Maintenance of EU has ended.
  Sat 21 Nov 12:00–12:20 (UTC), EU
  planned: Sat 21 Nov 12:00–12:30

To close it again: drawbridge maintenance start --project acme --instance eu-1 --for 1h
`,
  );
  assert.equal(await desk.isInMaintenance(), false);
  desk.now += minute;
  assert.match((await desk.run("complete by-hand-20261121t120000")).out, / had already ended\.\n/);
});

test("a window is named by its title, in any case, or by its id", async (t) => {
  const desk = await atDesk(t);
  const plan = (id: string, day: number) =>
    `schedule --title "Data move" --id ${id} --start 2026-12-0${day}T02:00 --zone UTC --for 1h --yes`;
  assert.equal((await desk.run(plan("move-1", 1))).code, 0);
  assert.equal((await desk.ask('start "data MOVE" --for 30m')).window, "move-1");
  assert.equal((await desk.ask('complete "Data move"')).window, "move-1");
  const unknown = await desk.run('complete "Data moves"');
  assert.deepEqual(
    [unknown.code, unknown.err],
    [1, 'drawbridge: No window has the id or name "Data moves". Did you mean "Data move"?\n'],
  );
  assert.equal((await desk.run(plan("move-2", 2))).code, 0);
  assert.match(
    (await desk.run('cancel "Data move"')).err,
    /^drawbridge: Several windows have the name "Data move": move-1 and move-2\. Pass the id\.\n/,
  );
  assert.equal((await desk.run("delete move-2 --yes")).code, 0);
});

test("an ambiguous command must name its window, and the answer lists the candidates", async (t) => {
  const desk = await atDesk(t);
  const none = await desk.run("complete");
  assert.equal(none.code, 1);
  assert.match(none.err, /^drawbridge: No .* is active\.\n$/);
  await desk.ask("start --id one --instance eu-1");
  await desk.ask("start --id two --instance us-1");
  const { code, out, err } = await desk.run("extend --by 15m");
  assert.deepEqual([code, out], [1, ""]);
  assert.match(
    err,
    /^drawbridge: 2 windows that were started by hand are active: name one of them\.\n {2}one: Maintenance of .+, Sat 21 Nov 12:00–/,
  );
  assert.match(err, /\n {2}two: Maintenance of /);
  assert.equal((await desk.ask("extend two --by 15m")).window, "two");
});

test("start and complete say what else is closed, by what and until when, and nothing if apps are open", async (t) => {
  const desk = await atDesk(t);
  const alsoClosed = async (line: string) => {
    const { code, out, err } = await desk.run(line);
    assert.equal(code, 0, err);
    return Array.from(out.matchAll(/^Also active: (.*)$/gm), ([, said]) => said);
  };
  const first = "Maintenance of US, until 12:30.";
  assert.deepEqual(await alsoClosed("start --id first --instance us-1 --for 30m"), []);
  assert.deepEqual(await alsoClosed("start --id second --instance eu-1 --for 1h"), [first]);
  desk.now += minute;
  assert.deepEqual(await alsoClosed("complete second"), [first]);
  assert.deepEqual(await alsoClosed("complete first"), []);
});

test("a dry run of each verb says what it would do, and changes nothing", async (t) => {
  const desk = await atDesk(t);
  const planned = await desk.run("start --id fix --whole-project --for 30m --dry-run");
  assert.match(
    planned.out,
    /^Maintenance of Acme would be active\.\n {2}Sat 21 Nov 12:00–12:30 \(UTC\), Acme\n[\s\S]*\nNothing was changed: this was a dry run\.\n$/,
  );
  assert.equal(await desk.isInMaintenance(), false);
  await desk.ask("start --id fix --whole-project --for 30m");
  assert.match((await desk.run("start fix")).out, /^Maintenance of Acme was already active\.\n/);
  assert.match((await desk.run("extend fix --by 1h --dry-run")).out, / would end later\.\n[\s\S]*13:30/);
  assert.match((await desk.run("complete fix --dry-run")).out, / would end\.\n/);
  assert.match((await desk.run("cancel nightly --dry-run")).out, / would be canceled\.\n/);
  assert.match((await desk.run("move nightly --start 2h --dry-run")).out, / would be moved\.\n/);
  assert.equal(await desk.isInMaintenance(), true);
});

test("one occurrence is moved, another canceled, and the list says by whom and why", async (t) => {
  const desk = await atDesk(t);
  const started = await desk.ask("start nightly --dry-run");
  assert.deepEqual([started.start, started.planned_start], ["2026-11-21T12:00:00.000+00:00", "2026-11-21T22:00:00.000+00:00"]);
  const moved = await desk.run("move nightly/2026-11-22T23:00 --start 2026-11-23T01:00 --for 1h");
  assert.deepEqual([moved.code, moved.err], [0, ""]);
  assert.match(moved.out, /^nightly was moved\.\n/);
  assert.match((await desk.run('cancel nightly --reason "not tonight"')).out, /^nightly was canceled\.\n/);
  assert.match((await desk.run("cancel nightly/2026-11-21T23:00")).out, / was already canceled\.\n/);
  const { out } = await desk.run("list --days 2", { zone: "America/New_York" });
  assert.equal(
    out,
    `STATE      TITLE    SCOPE  WHEN (New York)         BY                   WHY
canceled   nightly  EU     Sat 21 Nov 17:00–19:00  initial admin token  not tonight
scheduled  nightly  EU     Sun 22 Nov 19:00–20:00  initial admin token  -
`,
  );
  await desk.program.admin("DELETE", "/admin/v1/projects/acme/windows/nightly", undefined, { "if-match": "*" });
  assert.equal((await desk.run("list --days 1")).out, "No maintenance is active or scheduled in the next 1 day.\n");
});

test("a recurring window is planned after a look at it, and the same again changes nothing", async (t) => {
  const desk = await atDesk(t);
  const line =
    'schedule --id backup --start 2026-11-29T02:00 --zone Europe/Rome --for 30m --repeat "FREQ=WEEKLY;BYDAY=SU" --except 2026-12-06 --overrun hold --reminder 12h';
  const refused = await desk.run(line, { answers: ["n"] });
  assert.deepEqual([refused.code, refused.asked.length, refused.err], [1, 1, "Nothing was changed.\n"]);
  const planned = await desk.run(line, { answers: ["y"] });
  assert.equal(planned.code, 0, planned.err);
  assert.match(planned.out, /^acme: Planned backup .* every Sunday /);
  assert.match((await desk.run(`${line} --yes`)).out, /no changes/);
  const { occurrences } = await desk.ask<MaintenanceList>("list --days 24");
  const starts = occurrences.filter(({ window }) => window === "backup").map(({ local_start, state }) => [local_start, state]);
  assert.deepEqual(starts, [
    ["2026-11-29T02:00:00+01:00", "scheduled"],
    ["2026-12-06T02:00:00+01:00", "skipped"],
    ["2026-12-13T02:00:00+01:00", "scheduled"],
  ]);
});
