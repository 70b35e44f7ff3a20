import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { arbitraryTimes } from "../../../server/test/arbitrary-recurrence.ts";
import type { Form } from "../../../server/test/example-project.ts";
import { costOf, cpuOf } from "../../../server/test/work-cost.ts";
import type { Problem } from "../values/errors.ts";
import { parseWindow } from "../windows/maintenance-window.ts";
import { repeatProblem } from "./repeat-check.ts";
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
    { repeat: "FREQ=MONTHLY;BYDAY=-1SU", start: "2026-12-06T02:00:30" },
    "`start` must be the first occurrence of the rule, and does not match it: the nearest is 2026-11-29T02:00:30",
  ],
  [
    { repeat: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30" },
    "no date matches the rule: expected a rule with an occurrence within 100 years",
  ],
  [
    { repeat: "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6" },
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
    { repeat: "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29", start: "2028-02-29T02:00", except: ["2032-02-29", "2036-02-29"] },
    "there is no occurrence for 100 years or 4000 DAILY steps after 2028-02-29: expected a rule without such a gap",
  ],
  [
    { repeat: "FREQ=DAILY", duration: "P1D" },
    "the occurrence at 2026-12-06T02:00 would touch or overlap the next, at 2026-12-07T02:00: expected a shorter `duration`, or a single longer window",
  ],
  [
    { repeat: "FREQ=WEEKLY;BYDAY=SU,MO", duration: "PT25H" },
    "the occurrence at 2026-12-06T02:00 would touch or overlap the next, at 2026-12-07T02:00: expected a shorter `duration`, or a single longer window",
  ],
];

for (const [form, said] of refused) {
  test(`${JSON.stringify(form)} is refused: ${said.slice(0, 70)}`, () => assert.equal(repeatProblem(times(form)), said));
}

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
    { repeat: "FREQ=YEARLY", duration: "P364D" },
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

test("of what is not refused, none touches the next in ten years or its first 500", () => {
  fc.assert(
    fc.property(arbitraryTimes, (window) => {
      const start = Date.parse(`${window.start}Z`);
      const planned = plannedBetween(window, start - 2 * DAY, start + 3_600 * DAY).slice(0, 500);
      for (const [i, { end }] of planned.entries()) assert.ok(end < (planned[i + 1]?.start ?? Number.POSITIVE_INFINITY));
    }),
    { numRuns: 300 },
  );
});

test("a rule is checked for less than ten million steps of a loop, however it is made", () => {
  const forms: Form[] = [
    { repeat: "FREQ=DAILY", duration: "PT20H", zone: "Africa/Casablanca" },
    { repeat: "FREQ=DAILY;COUNT=10000", zone: "Europe/Rome" },
    { repeat: "FREQ=WEEKLY", duration: "P6D", zone: "Europe/Rome" },
    { repeat: "FREQ=YEARLY;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYSETPOS=-1", start: "2026-12-31T02:00" },
    { repeat: "FREQ=YEARLY;BYMONTHDAY=31;BYDAY=53SU" },
    { repeat: "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6" },
    { repeat: "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30" },
    { repeat: "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=10000", start: "2028-02-29T02:00" },
  ];
  for (const form of forms) {
    // A new window each time: what is known of one is remembered.
    const windows = Array.from({ length: 8 }, () => times(form));
    const cost = costOf(() => repeatProblem(windows.pop() ?? times(form)), windows.length);
    assert.ok(cost < 10, `${JSON.stringify(form)}: ${cost} million steps`);
  }
});

test("a rule with the longest lists is counted to its end at no more than fifty times the cost of a plain one", () => {
  const numbers = (count: number, sign = "") => Array.from({ length: count }, (_, i) => `${sign}${i + 1}`).join();
  const days = `${numbers(31)},${numbers(31, "-")}`;
  const weekdays = "MO,TU,WE,TH,FR,SA,SU";
  const places = Array.from({ length: 170 }, (_, i) => `${(i % 53) + 1}${weekdays.slice(3 * (i % 7), 3 * (i % 7) + 2)}`).join();
  const forms: Form[] = [
    { repeat: `FREQ=MONTHLY;BYMONTHDAY=${days};BYDAY=${weekdays},1MO,2MO,-1MO;BYSETPOS=1;COUNT=4000`, start: "2026-12-01T02:00" },
    { repeat: `FREQ=YEARLY;BYMONTH=${numbers(12)};BYMONTHDAY=${days};BYSETPOS=1;COUNT=400`, start: "2026-01-01T02:00" },
    { repeat: `FREQ=YEARLY;BYDAY=${weekdays},${places};BYSETPOS=1;COUNT=400`, start: "2026-01-01T02:00" },
  ];
  const plain = { repeat: "FREQ=DAILY;COUNT=4000", start: "2026-12-01T02:00" };
  const [usual = 0, ...costs] = leastCosts([plain, ...forms]);
  for (const cost of costs) assert.ok(cost < 50 * usual, `${cost} µs, and ${usual} µs of a plain rule`);
});

/** Least CPU of each form over several rounds, in microseconds. */
function leastCosts(forms: readonly Form[]): number[] {
  const windows = forms.map(times);
  const rounds = Array.from({ length: 8 }, () => windows.map((window) => cpuOf(() => assert.equal(repeatProblem(window), null))));
  return windows.map((_, index) => Math.min(...rounds.map((round) => round[index] ?? 0)));
}

/** As if the rule were right, so that what is wrong with it can be asked. */
function times({ repeat, except = [], duration = "PT2H", ...rest }: Form): Times {
  const problems: Problem[] = [];
  const length = rest.end === undefined ? { duration } : {};
  const once = parseWindow({ start: "2026-12-06T02:00", ...length, ...rest }, "w", "api", problems);
  assert.deepEqual(problems, []);
  assert.ok(once);
  return { ...once, repeat: String(repeat), except: except as readonly string[] };
}
