/** Errors in the command lines of `maintenance …` before any request. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runCommand, wordsOf } from "../../test/recorded-io.ts";

/** Where nothing listens. */
const env = { DRAWBRIDGE_URL: "http://127.0.0.1:4" };

/** @param line after `maintenance `; words in double quotes stay together */
async function problemsOf(line: string): Promise<string[]> {
  const { code, err } = await runCommand(["maintenance", ...wordsOf(line)], { env });
  if (code === 5 && /no server answers/.test(err)) return [];
  assert.equal(code, 2, err);
  const [first = "", ...others] = err.split("\n").slice(0, -2);
  return others.length === 0 ? [first.replace("drawbridge: ", "")] : others.map((text) => text.trim());
}

const start = "start --project p --whole-project";
const schedule = "schedule --project p --id db --start 2026-12-06T02:00 --zone Europe/Rome";
const dated = "schedule --id db --project p --start 2026-12-06T02:00 --for 2h --yes --zone UTC";
const noScope = "names no scope: expected --instance <id>, --platform <name> or --whole-project, which locks out every user";

test("complete lines are understood", async () => {
  for (const line of [
    `${start} --message "en=Back at {end_time}. A=B" --message de=Bald`,
    "extend db/2026-12-06T02:00 --project p --by 5m",
    "move db --project p --start 2026-12-06T02:00:00+01:00 --for 1h",
    `${schedule} --end 2026-12-06T04:00 --repeat FREQ=DAILY --except 2026-12-24 --yes`,
    "run --project p --whole-project -- deploy.sh --lease never --json -- -x",
    "run --project p --whole-project --lease 30s -- true",
    "run --project p --whole-project --lease 1h -- true",
  ])
    assert.deepEqual(await problemsOf(line), [], line);
});

/** Lines, and the beginnings of their problems. */
const refused: readonly (readonly [string, ...string[]])[] = [
  ["extend --project p --until 02:00", "--until: expected an instant"],
  [`${start} --for 30`, '--for: expected a duration from 1s to 366d, such as 90s, 30m, 2h or 1d, not "30"'],
  ["extend --project p --by 0s", "--by: expected a duration"],
  ["extend --project p", "expected --by or --until"],
  ["extend --project p --by 5m --until 2026-12-06T02:00:00Z", "expected --by or --until"],
  ["run --project p --whole-project --lease 29s -- true", "--lease: expected a duration from 30s to 1h"],
  ["run --project p --whole-project --lease 61m -- true", "--lease: expected a duration from 30s to 1h"],
  ["run --project p --whole-project", "COMMAND is missing: expected --, then the command and its arguments"],
  ["run --project p --whole-project deploy.sh", "COMMAND is missing: expected --", 'unexpected: "deploy.sh"'],
  ["run --project p -- true", noScope],
  ["run --whole-project -- deploy.sh --json", "--project is missing"],
  ["start --project p", noScope],
  ["start --project p --whole-project --instance eu-1", "--whole-project cannot be combined with --platform and --instance"],
  ["start --project p --platform ios --instance eu-1", "--platform and --instance cannot be combined"],
  [
    'start db --project p --instance eu-1 --id x --message "en=Hi"',
    "WINDOW already defines what a new window is given: remove --id, --instance and --message",
  ],
  [`${start} --message en=a --message EN=b`, "--message has en more than once: expected one text for each language"],
  ...["Hello", "=Hello", "en=", "english please=x"].map(
    (text) => [`${start} --message "${text}"`, "--message: expected"] as const,
  ),
  ["cancel --project p", "WINDOW is missing: expected a window's title or id, or the name of one"],
  ["move db/2026-02-30T02:00 --project p --start 2026-03-02T02:00", "WINDOW: expected a window's title or id"],
  [`${schedule} --yes`, "expected --for or --end"],
  [`${schedule} --for 2h --except 2026-12-24 --yes`, "--except requires --repeat"],
  [`${schedule} --for 2h --repeat FREQ=DAILY --except 24.12.2026 --yes`, "--except: "],
  [`${schedule} --for 2h`, "--yes is required without a terminal"],
  [
    "schedule --start 2026-12-06T02:00Z --zone Rome --for 2h --end 4",
    ...["--project is missing", "--start: ", "--zone: ", "--end: "],
  ],
  ["schedule --project p --start 2026-12-06T02:00 --zone Europe/Rome --for 2h", "expected --title, or --id"],
  [dated.replace("UTC", "europe/rome"), '--zone: expected an IANA zone in its exact spelling: did you mean "Europe/Rome"?'],
  [
    dated.replace("UTC", '"America/New York"'),
    '--zone: expected an IANA zone in its exact spelling: did you mean "America/New_York"?',
  ],
  [dated.replace("06T", "32T"), "--start: 2026-12-32 does not exist: December 2026 has 31 days"],
  [dated.replace("T02", "T24"), "--start: hours are 00 to 23: for 24:00, write the next day at 00:00, 2026-12-07T00:00"],
  [dated.replace("--for 2h", "--end 03:30"), "--end: the date is missing: write it before the time, such as 2026-12-06T03:30"],
];

for (const [line, ...expected] of refused)
  test(`maintenance ${line} is refused`, async () => {
    const problems = await problemsOf(line);
    assert.equal(problems.length, expected.length, problems.join("\n"));
    for (const [index, beginning] of expected.entries()) assert.ok(problems[index]?.startsWith(beginning), `${problems[index]}`);
  });
