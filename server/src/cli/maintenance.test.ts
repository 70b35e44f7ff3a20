/** Errors in the command lines of `maintenance …` before any request. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startCommandFixture } from "../../test/command-fixture.ts";
import { runCommand } from "../../test/recorded-io.ts";

/** Where nothing listens. */
const env = { DRAWBRIDGE_URL: "http://127.0.0.1:4" };

/** @param line after `maintenance `; words in double quotes stay together */
async function problemsOf(line: string): Promise<string[]> {
  const argv = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");
  const { code, err } = await runCommand(["maintenance", ...argv], { env });
  if (code === 1 && /no server answers/.test(err)) return [];
  assert.equal(code, 2, err);
  return err
    .split("\n")
    .slice(1, -2)
    .map((text) => text.trim());
}

test("a duration says how long, and an end is an instant or a duration from now", async () => {
  assert.deepEqual(await problemsOf("start --project p --whole-project --for 1h30m"), []);
  assert.deepEqual(await problemsOf("extend --project p --until 2h"), []);
  assert.match(
    String(await problemsOf("extend --project p --until 02:00")),
    /^--until: expected an instant .* or a duration from now such as 7d, not "02:00"$/,
  );
  assert.deepEqual(await problemsOf("start --project p --whole-project --for 30"), [
    '--for: expected a duration from 1s to 366d, such as 90s, 30m, 2h, 1d or PT30M, not "30"',
  ]);
  assert.equal((await problemsOf("extend --project p --by 0s")).length, 1);
});

test("a lease is from half a minute to an hour", async () => {
  for (const [span, count] of [
    ["29s", 1],
    ["30s", 0],
    ["1h", 0],
    ["61m", 1],
  ] as const) {
    assert.equal((await problemsOf(`run --project p --whole-project --lease ${span} -- true`)).length, count, span);
  }
});

test("run wants its command after two dashes, and leaves that command's options alone", async () => {
  assert.deepEqual(await problemsOf("run --project p --whole-project"), [
    "COMMAND is missing: expected --, then the command and its arguments",
  ]);
  assert.deepEqual(await problemsOf("run --project p --whole-project deploy.sh"), [
    "COMMAND is missing: expected --, then the command and its arguments",
    'unexpected: "deploy.sh"',
  ]);
  assert.deepEqual(await problemsOf("run --project p --whole-project -- deploy.sh --lease never --json -- -x"), []);
});

test("the error of run is JSON only where run was asked for JSON, not its command", async () => {
  const { err } = await runCommand(["maintenance", "run", "--whole-project", "--", "deploy.sh", "--json"], { env });
  assert.match(err, /^drawbridge maintenance run: the command line has 1 problem\n {2}--project is missing/);
});

test("a window that is there already says itself whom it is for", async () => {
  assert.equal((await problemsOf('start db --project p --instance eu-1 --name x --message "en=Hi"')).length, 1);
  assert.deepEqual(await problemsOf("start db --project p --for 30m"), []);
});

test("maintenance is for platforms or for instances", async () => {
  const [problem] = await problemsOf("start --project p --platform ios --instance eu-1");
  assert.equal(problem, "--platform and --instance cannot be combined: maintenance is for one or the other");
});

test("a message is one text for each language", async () => {
  assert.deepEqual(
    await problemsOf('start --project p --whole-project --message "en=Back at {end_time}. A=B" --message de=Bald'),
    [],
  );
  assert.deepEqual(await problemsOf("start --project p --whole-project --message en=a --message EN=b"), [
    "--message has en more than once: expected one text for each language",
  ]);
  for (const text of ["Hello", "=Hello", "en=", "english please=x"]) {
    assert.equal((await problemsOf(`start --project p --whole-project --message "${text}"`)).length, 1, text);
  }
});

test("an extension is by so much or until then", async () => {
  assert.deepEqual(await problemsOf("extend --project p"), ["expected --by or --until"]);
  assert.deepEqual(await problemsOf("extend --project p --by 5m --until 2026-12-06T02:00:00Z"), ["expected --by or --until"]);
  assert.deepEqual(await problemsOf("extend db/2026-12-06T02:00 --project p --by 5m"), []);
});

test("what is to come is named, and what is in force need not be", async () => {
  assert.deepEqual(await problemsOf("complete --project p"), []);
  assert.match(String(await problemsOf("cancel --project p")), /^WINDOW is missing: expected a window's id, or the name of one/);
  assert.equal((await problemsOf("move db/2026-02-30T02:00 --project p --start 2026-03-02T02:00")).length, 1);
  assert.deepEqual(await problemsOf("move db --project p --start 2026-12-06T02:00:00+01:00 --for 1h"), []);
});

test("a window is planned with everything that makes it one, and what is missing is all said", async () => {
  const whole = "--project p --name db --start 2026-12-06T02:00 --zone Europe/Rome";
  assert.deepEqual(await problemsOf(`schedule ${whole} --for 2h --yes`), []);
  assert.deepEqual(
    await problemsOf(`schedule ${whole} --end 2026-12-06T04:00 --repeat FREQ=DAILY --except 2026-12-24 --yes`),
    [],
  );
  assert.deepEqual(await problemsOf(`schedule ${whole} --yes`), ["expected --for or --end"]);
  assert.equal((await problemsOf(`schedule ${whole} --for 2h --except 2026-12-24 --yes`)).length, 1);
  assert.equal((await problemsOf(`schedule ${whole} --for 2h --repeat FREQ=DAILY --except 24.12.2026 --yes`)).length, 1);
  assert.deepEqual(
    (await problemsOf("schedule --start 2026-12-06T02:00Z --zone Rome --for 2h --end 4")).map((text) => text.split(":")[0]),
    ["--project is missing", "--name is missing", "--start", "--zone", "--end"],
  );
});

test("planning asks for confirmation, and refuses without a terminal", async () => {
  const line = "maintenance schedule --project p --name db --start 2026-12-06T02:00 --zone UTC --for 2h";
  const { code, err } = await runCommand(line.split(" "), { env });
  assert.equal(code, 2);
  assert.match(err, /--yes is required without a terminal/);
});

test("when maintenance could not be started, the command is not run, and it is said", async () => {
  const { code, out, err } = await runCommand(
    ["maintenance", "run", "--project", "p", "--whole-project", "--", "no-such-command-anywhere"],
    {
      env,
    },
  );
  assert.deepEqual([code, out], [1, ""]);
  assert.match(
    err,
    /^drawbridge: maintenance could not be started, so the command was not run:\ndrawbridge: no server answers at http:\/\/127\.0\.0\.1:4/,
  );
});

test("a zone, a date or a time that does not exist has one reason, in a manifest, in the API and on the command line", async (t) => {
  const { run, apply, server } = await startCommandFixture(t);
  await apply();
  const cases: [member: "zone" | "start", value: string, reason: string][] = [
    ["zone", "europe/rome", 'expected an IANA zone in its exact spelling: did you mean "Europe/Rome"?'],
    ["zone", "America/New York", 'expected an IANA zone in its exact spelling: did you mean "America/New_York"?'],
    ["start", "2027-02-29T02:00", "2027-02-29 does not exist: February 2027 has 28 days"],
    ["start", "2027-02-28T24:00", "hours are 00 to 23: for 24:00, write the next day at 00:00, 2027-03-01T00:00"],
  ];
  for (const [member, value, reason] of cases) {
    const window = { start: "2027-02-28T02:00", duration: "PT1H", [member]: value };
    const text = JSON.stringify({ apiVersion: "drawbridge/v1", project: "acme", windows: { w: window } });
    const manifest = await run("validate - --json", { input: text });
    const answer = await server.of("PUT", "acme/windows/w", { body: window, headers: { "if-none-match": "*" } });
    const { start, zone = "UTC" } = window as { readonly start: string; readonly zone?: string };
    const typed = await run(`maintenance schedule w --project acme --start ${start} --zone "${zone}" --for 1h`);
    assert.deepEqual([manifest.code, answer.status, typed.code], [1, 422, 2], value);
    for (const told of [manifest.out, answer.text])
      assert.ok(told.includes(JSON.stringify(reason).slice(1, -1)), `${reason}\n${told}`);
    assert.ok(typed.err.includes(`--${member}: ${reason}`), typed.err);
  }
});

test("a time without its date or its offset is told what is missing, and an instant needs no seconds", async (t) => {
  const { run, apply } = await startCommandFixture(t);
  await apply();
  const end = await run("maintenance schedule w --project acme --start 2027-02-28T02:00 --end 03:30");
  assert.match(end.err, /--end: the date is missing: write it before the time, such as 2026-12-06T03:30/);
  const simulate = "simulate --project acme --platform ios --version 2.5.0 --at";
  const local = await run(`${simulate} 2026-11-29T02:30`);
  assert.match(
    local.err,
    /--at: the offset is missing: write 2026-11-29T02:30Z for UTC, or another offset such as 2026-11-29T02:30\+01:00/,
  );
  for (const at of ["2026-12-01T00:00Z", "2026-11-29T02:30+01:00"]) assert.equal((await run(`${simulate} ${at}`)).code, 0, at);
});
