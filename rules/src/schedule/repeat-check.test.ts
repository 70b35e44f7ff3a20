import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { RRuleTemporal } from "rrule-temporal";
import { arbitraryTimes } from "../../../server/test/arbitrary-recurrence.ts";
import type { Form } from "../../../server/test/example-project.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { costOf } from "../../../server/test/work-cost.ts";
import type { Problem } from "../values/errors.ts";
import { ProblemList } from "../values/errors.ts";
import { instantToWall, wallToInstant } from "../values/wall-time.ts";
import { parseWindow } from "../windows/maintenance-window.ts";
import { localRepeat, repeatProblem } from "./repeat-check.ts";
import { plannedBetween, type Times } from "./schedule.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Invalid forms, and their error messages. */
const refused: [Form, string][] = [
  [
    { repeat: "FREQ=WEEKLY;BYDAY=SA" },
    "`start` must be the first occurrence of the rule, and does not match it: the nearest is 2026-12-05T02:00",
  ],
  [
    { repeat: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30" },
    "no date matches the rule: expected a rule with an occurrence within 100 years",
  ],
  [{ repeat: "FREQ=DAILY;UNTIL=20261205" }, "UNTIL is before `start`: expected a later one"],
  [{ repeat: "FREQ=DAILY;UNTIL=20261206T015959" }, "UNTIL is before `start`: expected a later one"],
  [
    { repeat: "FREQ=MONTHLY;COUNT=10000" },
    "COUNT is not reached within 400 years or 20000 of its MONTHLY steps: expected a smaller COUNT, or none for a rule that never ends",
  ],
  [
    { repeat: "FREQ=YEARLY;INTERVAL=101" },
    "there is no occurrence for 100 years or 4000 YEARLY steps after 2026-12-06: expected a rule without such a gap",
  ],
  [
    { repeat: "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", start: "2044-02-29T02:00" },
    "there is no occurrence for 100 years or 4000 DAILY steps after 2044-02-29: expected a rule without such a gap",
  ],
  [
    { repeat: "FREQ=DAILY", duration: "P1D" },
    "the occurrence at 2026-12-06T02:00 would touch or overlap the next, at 2026-12-07T02:00: expected a shorter `duration`, or a single longer window",
  ],
];

for (const [form, said] of refused)
  test(`${JSON.stringify(form)} is refused: ${said.slice(0, 70)}`, () => assert.equal(repeatProblem(times(form)), said));

test("23 hours and a half every day touch the next one where a day has 23 hours, and only there", () => {
  const form = { repeat: "FREQ=DAILY", duration: "PT23H30M", start: "2026-12-06T02:00" };
  assert.equal(repeatProblem(times({ ...form, zone: "UTC" })), null);
  assert.equal(repeatProblem(times({ ...form, zone: "Asia/Kolkata" })), null);
  assert.match(repeatProblem(times({ ...form, zone: "Europe/Rome" })) ?? "", /2027-03-2[78]T02:00 would touch or overlap/);
  assert.equal(repeatProblem(times({ ...form, zone: "Europe/Rome", repeat: "FREQ=DAILY;UNTIL=20270301" })), null);
  assert.equal(repeatProblem(times({ ...form, zone: "Europe/Rome", duration: "PT22H59M" })), null);
});

test("an end on the clock may come as late as the next start allows, in a zone with shifts too", () => {
  const form = { repeat: "FREQ=DAILY", start: "2026-10-01T02:00", zone: "Europe/Rome" };
  assert.equal(repeatProblem(times({ ...form, end: "2026-10-02T01:59" })), null);
  assert.match(repeatProblem(times({ ...form, end: "2026-10-02T02:00" })) ?? "", /expected an earlier `end`/);
  // In a repeated hour, a start means the first and an end the second: this end is an hour after the next start.
  const late = { ...form, start: "2026-10-20T02:45", end: "2026-10-21T02:15" };
  assert.match(repeatProblem(times(late)) ?? "", /2026-10-24T02:45 would touch or overlap the next, at 2026-10-25T02:45/);
});

test("what is left out is not touched", () => {
  const form = { repeat: "FREQ=DAILY;COUNT=3", duration: "PT30H" };
  assert.ok(repeatProblem(times(form)));
  assert.equal(repeatProblem({ ...times(form), except: ["2026-12-07"] }), null);
});

test("rules that are allowed, to their limits", () => {
  const allowed: Form[] = [
    { repeat: "FREQ=DAILY", duration: "PT23H59M59S" },
    { repeat: "FREQ=WEEKLY", duration: "PT167H59M" },
    { repeat: "FREQ=YEARLY;COUNT=400" },
    { repeat: "FREQ=YEARLY;INTERVAL=100" },
    { repeat: "FREQ=YEARLY;INTERVAL=101;COUNT=1" },
    { repeat: "FREQ=YEARLY;INTERVAL=101;UNTIL=20300101" },
    { repeat: "FREQ=WEEKLY;COUNT=10000" },
    { repeat: "FREQ=DAILY;UNTIL=20261206T020000", duration: "P20D" },
    { repeat: "FREQ=DAILY;COUNT=1", duration: "P20D" },
    { repeat: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", start: "2044-02-29T02:00" },
    { repeat: "FREQ=DAILY", start: "9997-12-30T02:00" },
  ];
  for (const form of allowed) assert.equal(repeatProblem(times(form)), null, JSON.stringify(form));
});

test("of what is not refused, none touches the next in ten years or its first 500", () =>
  forAll([arbitraryTimes], (window) => {
    const start = Date.parse(`${window.start}Z`);
    const planned = plannedBetween(window, start - 2 * DAY, start + 3_600 * DAY).slice(0, 500);
    for (const [i, { end }] of planned.entries()) assert.ok(end < (planned[i + 1]?.start ?? Number.POSITIVE_INFINITY));
  }));

test("a rule is checked for less than 25 million steps of a loop, however it is made", () => {
  const numbers = (count: number, sign = "") => Array.from({ length: count }, (_, i) => `${sign}${i + 1}`).join();
  const days = `${numbers(31)},${numbers(31, "-")}`;
  const weekdays = "MO,TU,WE,TH,FR,SA,SU";
  const places = Array.from({ length: 170 }, (_, i) => `${(i % 53) + 1}${weekdays.slice(3 * (i % 7), 3 * (i % 7) + 2)}`).join();
  const forms: Form[] = [
    { repeat: "FREQ=DAILY", duration: "PT20H", zone: "Africa/Casablanca" },
    { repeat: "FREQ=DAILY;COUNT=10000", zone: "Europe/Rome" },
    { repeat: "FREQ=WEEKLY", duration: "P6D", zone: "Europe/Rome" },
    { repeat: "FREQ=YEARLY;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYSETPOS=-1", start: "2026-12-31T02:00" },
    { repeat: "FREQ=YEARLY;BYMONTHDAY=31;BYDAY=53SU" },
    { repeat: "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6" },
    { repeat: "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30" },
    { repeat: "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=10000", start: "2028-02-29T02:00" },
    { repeat: `FREQ=MONTHLY;BYMONTHDAY=${days};BYDAY=${weekdays},1MO,2MO,-1MO;BYSETPOS=1;COUNT=4000`, start: "2026-12-01T02:00" },
    { repeat: `FREQ=YEARLY;BYMONTH=${numbers(12)};BYMONTHDAY=${days};BYSETPOS=1;COUNT=400`, start: "2026-01-01T02:00" },
    { repeat: `FREQ=YEARLY;BYDAY=${weekdays},${places};BYSETPOS=1;COUNT=400`, start: "2026-01-01T02:00" },
  ];
  for (const form of forms) {
    // A new window each time: what is known of one is remembered.
    const windows = Array.from({ length: 8 }, () => times(form));
    const cost = costOf(() => repeatProblem(windows.pop() ?? times(form)), windows.length);
    assert.ok(cost < 25, `${JSON.stringify(form)}: ${cost} million steps`);
  }
});

/** As if the rule were right, so that what is wrong with it can be asked. */
function times({ repeat, except = [], duration = "PT2H", ...rest }: Form): Times {
  const problems: Problem[] = [];
  const length = rest.end === undefined ? { duration } : {};
  const once = parseWindow({ start: "2026-12-06T02:00", ...length, ...rest }, "w", "api", problems);
  assert.deepEqual(problems, []);
  assert.ok(once);
  return { ...once, repeat: String(repeat), except: except as readonly string[] };
}

function starts(form: Readonly<Record<string, unknown>>): { readonly repeat: string; readonly starts: readonly number[] } {
  const problems = new ProblemList();
  const window = parseWindow({ duration: "PT1M", ...form }, "", "api", problems);
  assert.ok(window, JSON.stringify(problems.kept));
  const first = wallToInstant(window.start, window.zone);
  const planned = plannedBetween(window, first, first + 400 * DAY);
  return { repeat: window.repeat ?? "", starts: planned.map(({ start }) => start) };
}

/** Epoch milliseconds of what rrule-temporal finds. */
function byLibrary(start: string, zone: string, repeat: string): number[] {
  const begin = (start.length === 16 ? `${start}:00` : start).replaceAll(/[-:]/g, "");
  const rule = new RRuleTemporal({ rruleString: `DTSTART;TZID=${zone}:${begin}\nRRULE:${repeat}`, maxIterations: 100_000 });
  return rule.all().map(({ epochMilliseconds }) => epochMilliseconds);
}

test("UNTIL as an instant ends a rule as calendars mean it, and is stored as the wall-clock time of the zone", () => {
  const cases: [start: string, zone: string, until: string, count: number, local: string][] = [
    ["2027-05-25T02:00", "America/Los_Angeles", "20270601T065959Z", 7, "20270531"],
    ["2027-05-25T23:00", "Europe/Rome", "20270531T210000Z", 7, "20270531T230000"],
    ["2027-05-25T23:00", "Europe/Rome", "20270531T205959Z", 6, "20270531T225959"],
    ["2027-05-25T02:00", "UTC", "20270531T020000Z", 7, "20270531T020000"],
    ["2027-05-25T02:00", "Asia/Kathmandu", "20270530T201500Z", 7, "20270531T020000"],
  ];
  for (const [start, zone, until, count, local] of cases) {
    const repeat = `FREQ=DAILY;UNTIL=${until}`;
    const found = starts({ start, zone, repeat });
    assert.equal(found.starts.length, count, `${zone} ${until}`);
    assert.equal(found.repeat, `FREQ=DAILY;UNTIL=${local}`);
    assert.deepEqual(found.starts, byLibrary(start, zone, repeat));
    assert.deepEqual(starts({ start, zone, repeat: found.repeat }), found, "what is stored means the same");
  }
});

/** Where the clock shows a time twice, skips one, or skips a day (Apia, 30 December 2011). */
const changes: readonly (readonly [zone: string, from: string])[] = [
  ["America/New_York", "2027-03-12"],
  ["America/New_York", "2027-11-05"],
  ["Australia/Lord_Howe", "2027-04-01"],
  ["Australia/Lord_Howe", "2027-10-01"],
  ["Africa/Cairo", "2027-04-28"],
  ["Antarctica/Troll", "2027-10-29"],
  ["Pacific/Apia", "2011-12-28"],
];

test("around every change of the clock, the occurrences are those that start at or before the instant", () => {
  const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 });
  forAll([fc.constantFrom(...changes), minutes, fc.integer({ min: 0, max: 5 * 24 * 60 })], 150, ([zone, from], time, later) => {
    const start = `${from}T${String(Math.floor(time / 60)).padStart(2, "0")}:${String(time % 60).padStart(2, "0")}`;
    const first = wallToInstant(start, zone);
    const until = new Date(first + later * 60_000).toISOString().replaceAll(/[-:]|\.000/g, "");
    const all = plannedBetween(
      { start, zone, duration: 60_000, end: null, repeat: "FREQ=DAILY;COUNT=12", except: [] },
      first,
      first + 12 * DAY,
    ).map((one) => one.start);
    const expected = all.filter((one) => one <= first + later * 60_000);
    const repeat = localRepeat(`FREQ=DAILY;UNTIL=${until}`, start, zone);
    const actual = starts({ start, zone, repeat: `FREQ=DAILY;UNTIL=${until}` }).starts;
    assert.deepEqual(actual, expected, `${start} ${zone} ${until}: ${repeat}`);
    assert.doesNotMatch(repeat, /Z$/);
    // rrule-temporal 2.2.7 drops a last occurrence that a gap moves to the very instant.
    if (all.every((one) => instantToWall(one, zone).endsWith(start.slice(10))))
      assert.deepEqual(expected, byLibrary(start, zone, `FREQ=DAILY;UNTIL=${until}`));
  });
});
