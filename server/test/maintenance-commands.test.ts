/** Maintenance by command, on a clock that a test sets. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { MaintenanceAnswer } from "drawbridge-rules/wire/maintenance.ts";
import { type CommandFixture, manifest, startCommandFixture } from "./command-fixture.ts";

const minute = 60_000;
const windows = `windows:
  nightly: { instances: [eu-1], start: 2026-11-21T23:00, zone: Europe/Rome, duration: PT2H, repeat: FREQ=DAILY }
`;

interface Desk extends Pick<CommandFixture, "server" | "run"> {
  /** As `run`, with --json. @throws where it fails */
  ask(line: string): Promise<MaintenanceAnswer>;
}

/** `run` takes a command line after `maintenance `. */
function test(name: string, work: (desk: Desk) => Promise<void>): void {
  it(name, async (t) => {
    const { server, apply, run: type } = await startCommandFixture(t);
    await apply(manifest + windows);
    const run: Desk["run"] = (line, surroundings) =>
      type(`maintenance ${line} --project acme`, { now: () => server.now, ...surroundings });
    const ask = async (line: string) => {
      const { code, out, err } = await run(`${line} --json`);
      assert.equal(code, 0, err);
      return JSON.parse(out);
    };
    await work({ server, run, ask });
  });
}

test("unplanned maintenance is started, extended and completed without naming it", async ({ run, server }) => {
  const started = await run('start --for 30m --instance eu-1 --message "en=Back at {end_time}."', { zone: "Europe/Rome" });
  assert.deepEqual(started, {
    code: 0,
    err: "",
    asked: [],
    out: `Maintenance of Acme Europe is now active.
  Sat 21 Nov 13:00–13:30 (Rome), Acme Europe

To end it: drawbridge maintenance complete --project acme
`,
  });
  server.now += 10 * minute;
  assert.equal(
    (await run("extend --by 15m")).out,
    `Maintenance of Acme Europe now ends later.
  Sat 21 Nov 12:00–12:45 (UTC), Acme Europe
  planned: Sat 21 Nov 12:00–12:30

To end it now: drawbridge maintenance complete --project acme
`,
  );
  const earlier = await run("extend --until 2026-11-21T12:40:00Z");
  assert.match(earlier.out, /^Maintenance of Acme Europe does not end earlier. No changes\.\n/);
  server.now += 10 * minute;
  assert.equal(
    (await run("complete")).out,
    `Maintenance of Acme Europe has ended.
  Sat 21 Nov 12:00–12:20 (UTC), Acme Europe
  planned: Sat 21 Nov 12:00–12:30

To close it again: drawbridge maintenance start --project acme --instance eu-1 --for 1h
`,
  );
  server.now += minute;
  assert.match((await run("complete by-hand-20261121t120000")).out, / had already ended\.\n/);
});

test("a window is named by its title, in any case, or by its id", async ({ run, ask }) => {
  const plan = (id: string, day: number) =>
    `schedule --title "Data move" --id ${id} --start 2026-12-0${day}T02:00 --zone UTC --for 1h --yes`;
  assert.equal((await run(plan("move-1", 1))).code, 0);
  assert.equal((await ask('start "data MOVE" --for 30m')).window, "move-1");
  assert.equal((await ask('complete "Data move"')).window, "move-1");
  const unknown = await run('complete "Data moves"');
  assert.deepEqual(
    [unknown.code, unknown.err],
    [1, 'drawbridge: No window has the id or name "Data moves". Did you mean "Data move"?\n'],
  );
  assert.equal((await run(plan("move-2", 2))).code, 0);
  assert.match(
    (await run('cancel "Data move"')).err,
    /^drawbridge: Several windows have the name "Data move": move-1 and move-2\. Pass the id\.\n/,
  );
});

test("an ambiguous command must name its window, and the answer lists the candidates", async ({ run, ask }) => {
  assert.match((await run("complete")).err, /^drawbridge: No .* is active\.\n$/);
  await ask("start --id one --instance eu-1");
  await ask("start --id two --instance us-1");
  const { code, out, err } = await run("extend --by 15m");
  assert.deepEqual([code, out], [1, ""]);
  assert.match(
    err,
    /^drawbridge: 2 windows that were started by hand are active: name one of them\.\n {2}one: Maintenance of .+, Sat 21 Nov 12:00–.*\n {2}two: Maintenance of /,
  );
  assert.equal((await ask("extend two --by 15m")).window, "two");
});

test("start and complete say what else is closed, by what and until when, and nothing if apps are open", async ({
  run,
  server,
}) => {
  const alsoClosed = async (line: string) =>
    Array.from((await run(line)).out.matchAll(/^Also active: (.*)$/gm), ([, said]) => said);
  const first = "Maintenance of Acme US, until 12:30.";
  assert.deepEqual(await alsoClosed("start --id first --instance us-1 --for 30m"), []);
  assert.deepEqual(await alsoClosed("start --id second --instance eu-1 --for 1h"), [first]);
  server.now += minute;
  assert.deepEqual(await alsoClosed("complete second"), [first]);
  assert.deepEqual(await alsoClosed("complete first"), []);
});

test("a dry run of each verb says what it would do, and changes nothing", async ({ run, ask }) => {
  const planned = await run("start --id fix --whole-project --for 30m --dry-run");
  assert.match(
    planned.out,
    /^Maintenance of Acme would be active\.\n {2}Sat 21 Nov 12:00–12:30 \(UTC\), Acme\n[\s\S]*\nNothing was changed: this was a dry run\.\n$/,
  );
  assert.match((await run("complete")).err, /No .* is active/);
  await ask("start --id fix --whole-project --for 30m");
  assert.match((await run("start fix")).out, /^Maintenance of Acme was already active\.\n/);
  assert.match((await run("extend fix --by 1h --dry-run")).out, / would end later\.\n[\s\S]*13:30/);
  assert.match((await run("complete fix --dry-run")).out, / would end\.\n/);
  assert.match((await run("cancel nightly --dry-run")).out, / would be canceled\.\n/);
  assert.match((await run("move nightly --start 2h --dry-run")).out, / would be moved\.\n/);
  assert.match((await run("complete fix")).out, / has ended\.\n/);
});

test("one occurrence is moved, another canceled, and the list says by whom and why", async ({ run, ask }) => {
  const started = await ask("start nightly --dry-run");
  assert.deepEqual([started.start, started.planned_start], ["2026-11-21T12:00:00.000+00:00", "2026-11-21T22:00:00.000+00:00"]);
  const moved = await run("move nightly/2026-11-22T23:00 --start 2026-11-23T01:00 --for 1h");
  assert.match(moved.out, /^nightly was moved\.\n/, moved.err);
  assert.match((await run('cancel nightly --reason "not tonight"')).out, /^nightly was canceled\.\n/);
  assert.match((await run("cancel nightly/2026-11-21T23:00")).out, / was already canceled\.\n/);
  const { out } = await run("list --days 2", { zone: "America/New_York" });
  assert.equal(
    out,
    `STATE      TITLE    SCOPE        WHEN (New York)         BY           WHY
canceled   nightly  Acme Europe  Sat 21 Nov 17:00–19:00  Setup token  not tonight
scheduled  nightly  Acme Europe  Sun 22 Nov 19:00–20:00  Setup token  -
`,
  );
  assert.equal((await run("delete nightly --yes")).code, 0);
  assert.equal((await run("list --days 1")).out, "No maintenance is active or scheduled in the next 1 day.\n");
});

test("a recurring window is planned after a look at it, and the same again changes nothing", async ({ run }) => {
  const line =
    'schedule --id backup --start 2026-11-29T02:00 --zone Europe/Rome --for 30m --repeat "FREQ=WEEKLY;BYDAY=SU" --except 2026-12-06 --overrun hold --reminder 12h';
  const refused = await run(line, { answers: ["n"] });
  assert.deepEqual([refused.code, refused.asked.length, refused.err], [1, 1, "Nothing was changed.\n"]);
  const planned = await run(line, { answers: ["y"] });
  assert.equal(planned.code, 0, planned.err);
  assert.match(planned.out, /^acme: Planned backup .* every Sunday /);
  assert.match((await run(`${line} --yes`)).out, /no changes/);
  const changed = line.replace("BYDAY=SU", "COUNT=5").replace(" --except 2026-12-06", "");
  assert.match(
    (await run(`${changed} --yes`)).out,
    /every Sunday → every week, 5 times\n {2}No longer skipped 6 December of backup\n/,
  );
});
