/** Recurrence rules and windows with them, for property tests: every supported kind, starting at a matching date. */

import { parseRecurrence } from "drawbridge-rules/schedule/recurrence.ts";
import { createSeries, nearestFirst } from "drawbridge-rules/schedule/recurrence-expansion.ts";
import { printDate } from "drawbridge-rules/values/wall-time.ts";
import { type MaintenanceWindow, parseWindow } from "drawbridge-rules/windows/maintenance-window.ts";
import fc from "fast-check";

const DAY = 86_400_000;
const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const weekday = fc.constantFrom(...weekdays);

function listOf<T>(item: fc.Arbitrary<T>, maxLength: number): fc.Arbitrary<string> {
  return fc.uniqueArray(item, { minLength: 1, maxLength }).map((items) => items.join());
}

function maybe(name: string, value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.option(value, { nil: null }).map((text) => (text === null ? "" : `;${name}=${text}`));
}

function withPlace(most: number): fc.Arbitrary<string> {
  const place = fc.integer({ min: -most, max: most }).map((number) => (number === 0 ? "" : String(number)));
  return fc.tuple(fc.oneof(fc.constant(""), place), weekday).map(([number, name]) => `${number}${name}`);
}

const month = listOf(fc.integer({ min: 1, max: 12 }), 4);
const monthDay = listOf(
  fc.integer({ min: -31, max: 31 }).filter((day) => day !== 0),
  5,
);
const interval = maybe("INTERVAL", fc.integer({ min: 1, max: 5 }).map(String));
const position = fc.integer({ min: -6, max: 6 }).filter((number) => number !== 0);
const weekStart = maybe("WKST", weekday);
const end = fc.oneof(
  fc.constant(""),
  fc.integer({ min: 1, max: 60 }).map((count) => `;COUNT=${count}`),
  fc.integer({ min: 0, max: 4_000 }).map((days) => `;UNTIL=${printDate(20_000 + days).replaceAll("-", "")}T235959`),
);

const parts = fc.oneof(
  fc.tuple(fc.constant("FREQ=DAILY"), maybe("BYMONTH", month), maybe("BYMONTHDAY", monthDay), maybe("BYDAY", listOf(weekday, 4))),
  fc.tuple(fc.constant("FREQ=WEEKLY"), maybe("BYMONTH", month), maybe("BYDAY", listOf(weekday, 4)), weekStart),
  fc.tuple(
    fc.constant("FREQ=MONTHLY"),
    maybe("BYMONTH", month),
    maybe("BYMONTHDAY", monthDay),
    maybe("BYDAY", listOf(withPlace(5), 4)),
  ),
  fc.tuple(fc.constant("FREQ=YEARLY;BYMONTH="), month, maybe("BYMONTHDAY", monthDay), maybe("BYDAY", listOf(withPlace(5), 4))),
  fc.tuple(fc.constant("FREQ=YEARLY"), maybe("BYMONTHDAY", monthDay), maybe("BYDAY", listOf(withPlace(53), 4))),
);

/** A rule that is valid by itself; it may never occur. */
export const arbitraryRule: fc.Arbitrary<string> = fc
  .tuple(parts, fc.option(listOf(position, 3), { nil: null }), interval, end)
  .map(([said, positions, ...rest]) => {
    const rule = said.join("");
    return `${rule}${positions !== null && rule.includes("BY") ? `;BYSETPOS=${positions}` : ""}${rest.join("")}`;
  })
  .filter((rule) => !("error" in parseRecurrence(rule)));

/** A rule and a date in or near 2024 at which it can start, if there is one. */
export const arbitraryStart: fc.Arbitrary<{ readonly repeat: string; readonly date: string }> = fc
  .tuple(arbitraryRule, fc.integer({ min: 19_723, max: 20_200 }))
  .map(([repeat, day]) => {
    const rule = parseRecurrence(repeat);
    const nearest =
      "error" in rule ? null : nearestFirst(createSeries({ ...rule, count: null, until: null }, `${printDate(day)}T00:00`));
    return nearest === null ? null : { repeat, date: printDate(nearest) };
  })
  .filter((found) => found !== null);

const zones = [
  "UTC",
  "Europe/Rome",
  "America/New_York",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "Pacific/Apia",
  "Asia/Kolkata",
];
const time = fc.constantFrom("02:00", "02:30", "00:00", "01:45", "23:30", "12:00", "02:15:30");

export const arbitraryTimes: fc.Arbitrary<MaintenanceWindow> = fc
  .record({
    start: arbitraryStart,
    time,
    zone: fc.constantFrom(...zones),
    hours: fc.constantFrom(1, 2, 8, 20, 72),
    byEnd: fc.boolean(),
    overrun: fc.constantFrom("end", "hold"),
    except: fc.uniqueArray(fc.integer({ min: 19_723, max: 21_000 }).map(printDate), { maxLength: 4 }),
  })
  .map(({ start: { repeat, date }, time: at, zone, hours, byEnd, overrun, except }) => {
    const start = `${date}T${at}`;
    const last = new Date(Date.parse(`${start}Z`) + hours * (DAY / 24)).toISOString().slice(0, 19);
    const length = byEnd ? { end: last } : { duration: `PT${hours}H` };
    return parseWindow({ start, zone, ...length, repeat, except, overrun }, "w", "manifest", []);
  })
  .filter((window) => window !== null);
