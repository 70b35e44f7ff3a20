import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { RRuleTemporal } from "rrule-temporal";
import { arbitraryStart } from "../../../server/test/arbitrary-recurrence.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { calendarDate, dateOf, dayNumber, daysInMonth, parseDate, printDate, weekdayOf } from "../values/wall-time.ts";
import { parseRecurrence } from "./recurrence.ts";
import { createSeries, datesBetween, nearestFirst, type Series } from "./recurrence-expansion.ts";

const DAY = 86_400_000;
const YEARS = 6 * 366;

test("a rule has the dates that rrule-temporal finds for it in UTC", () =>
  forAll([arbitraryStart.filter(isRightInLibrary)], 250, ({ repeat, date }) => {
    const series = begun(repeat, date);
    const until = series.first + YEARS;
    assert.deepEqual(datesBetween(series, series.first, until).map(printDate), byLibrary(repeat, date, until));
  }));

test("in a year, BYDAY is each of its weekdays, and BYMONTHDAY limits it", () => {
  const dates = (repeat: string, from: string, until: string) => {
    const series = begun(repeat, from);
    return datesBetween(series, dateOf(from), dateOf(until)).map(printDate);
  };
  // 2027 begins on a Friday: its Mondays in January are 4, 11, 18 and 25, its last Friday is 31 December.
  assert.deepEqual(dates("FREQ=YEARLY;BYDAY=-1FR,MO", "2027-01-04", "2027-01-31"), [
    "2027-01-04",
    "2027-01-11",
    "2027-01-18",
    "2027-01-25",
  ]);
  assert.deepEqual(dates("FREQ=YEARLY;BYDAY=-1FR,MO", "2027-12-27", "2027-12-31"), ["2027-12-27", "2027-12-31"]);
  // From 2024 to 2030 only 2024 (leap year, begins on a Monday) and 2029 (begins on a Monday) have 53 Mondays.
  assert.deepEqual(dates("FREQ=YEARLY;BYDAY=53MO", "2024-12-30", "2030-12-31"), ["2024-12-30", "2029-12-31"]);
  // The 20th Monday of the years 2027 to 2034 is 17, 15, 14, 20, 19, 17, 16 and 15 May.
  assert.deepEqual(dates("FREQ=YEARLY;BYMONTHDAY=15;BYDAY=20MO", "2028-05-15", "2034-12-31"), ["2028-05-15", "2034-05-15"]);
});

/** A rule, a start, and the nearest start that it can have. */
const nearest: [string, string, string | null][] = [
  ["FREQ=WEEKLY;BYDAY=SU", "2026-12-07", "2026-12-06"],
  ["FREQ=WEEKLY;INTERVAL=3;BYDAY=SU", "2026-12-10", "2026-12-13"],
  ["FREQ=MONTHLY;BYDAY=-1SU", "2026-12-06", "2026-11-29"],
  ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "2026-12-06", "2028-02-29"],
  ["FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29", "2025-12-06", "2024-02-29"],
  ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "2026-12-06", null],
  ["FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6", "2026-12-06", null],
  ["FREQ=DAILY;BYMONTHDAY=31", "1970-01-01", "1970-01-31"],
];

for (const [repeat, date, expected] of nearest)
  test(`the nearest start to ${date} of ${repeat} is ${expected ?? "nowhere"}`, () => {
    const found = nearestFirst(begun(repeat, date));
    assert.equal(found === null ? null : printDate(found), expected);
  });

test("a date that a rule can begin with is its first one", () =>
  forAll([arbitraryStart], ({ repeat, date }) => {
    const series = begun(repeat.replace(/;(COUNT|UNTIL)=\w+/, ""), date);
    assert.equal(nearestFirst(series), series.first);
    assert.deepEqual(datesBetween(series, series.first - 400, series.first), [series.first]);
  }));

test("a calendar date is the one that the platform's own calendar has", () =>
  forAll([fc.integer({ min: -800_000, max: 2_932_000 })], 2_000, (day) => {
    const platform = new Date(day * DAY);
    const { year, month, day: date } = calendarDate(day);
    const following = calendarDate(day - date + 32);
    assert.deepEqual([year, month, date], [platform.getUTCFullYear(), platform.getUTCMonth() + 1, platform.getUTCDate()]);
    assert.equal(dayNumber(year, month, date), day);
    assert.equal(weekdayOf(day), (platform.getUTCDay() + 6) % 7);
    assert.equal(daysInMonth(year, month), dayNumber(following.year, following.month, 1) - dayNumber(year, month, 1));
    if (year >= 1970 && year <= 9997) {
      assert.equal(parseDate(printDate(day)), day);
      assert.equal(dateOf(`${printDate(day)}T02:00`), day);
    }
  }));

function begun(repeat: string, date: string): Series {
  const rule = parseRecurrence(repeat);
  assert.ok(!("error" in rule), "error" in rule ? rule.error : "");
  return createSeries(rule, `${date}T00:00`);
}

/**
 * In a year without BYMONTH, rrule-temporal 2.2.7 forgets the plain weekdays beside ones with their place, adds what
 * BYMONTHDAY has to limit, and finds a 53rd weekday in the year after. RFC 5545 §3.3.10 is clear on all three; python-dateutil
 * 2.9.0 has the last two as they are here, and the next test has such rules.
 */
function isRightInLibrary({ repeat }: { readonly repeat: string }): boolean {
  const weekdays = /BYDAY=([^;]*)/.exec(repeat)?.[1]?.split(",") ?? [];
  const isOfYear = repeat.startsWith("FREQ=YEARLY") && !repeat.includes("BYMONTH=") && weekdays.some((day) => day.length > 2);
  return !isOfYear || !(repeat.includes("BYMONTHDAY=") || weekdays.some((day) => day.length === 2 || day.includes("53")));
}

function byLibrary(repeat: string, date: string, until: number): string[] {
  const rule = new RRuleTemporal({
    rruleString: `DTSTART;TZID=UTC:${date.replaceAll("-", "")}T000000\nRRULE:${repeat.replace(/(UNTIL=\w+)/, "$1Z")}`,
    maxIterations: 1_000_000,
    maxCandidateEvaluations: 10_000_000,
  });
  return rule.between(new Date(`${date}T00:00:00Z`), new Date(until * DAY), true).map((found) => found.toPlainDate().toString());
}
