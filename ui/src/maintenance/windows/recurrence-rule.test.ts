import assert from "node:assert/strict";
import { test } from "node:test";
import { frequencies, parseRecurrence } from "drawbridge-rules/schedule/recurrence.ts";
import { repeatProblem } from "drawbridge-rules/schedule/repeat-check.ts";
import fc from "fast-check";
import { movedRule, printRule, type RuleChoice, readRule, usualRule, weekdays } from "./recurrence-rule.ts";

const weekday = fc.constantFrom(...weekdays);
const date = fc
  .integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2060, 0, 1) })
  .map((at) => new Date(at).toISOString().slice(0, 10));
const choice: fc.Arbitrary<RuleChoice> = fc.constantFrom(...frequencies).chain((frequency) =>
  fc.record({
    frequency: fc.constant(frequency),
    interval: fc.integer({ min: 1, max: 9999 }),
    days:
      frequency === "WEEKLY"
        ? fc.uniqueArray(weekday).map((days) => weekdays.filter((day) => days.includes(day)))
        : fc.constant([]),
    monthDay:
      frequency === "MONTHLY"
        ? fc.oneof(
            fc.constant({ kind: "start" as const }),
            fc.record({
              kind: fc.constant("day" as const),
              day: fc.integer({ min: -1, max: 31 }).filter((day) => day !== 0),
            }),
            fc.record({ kind: fc.constant("weekday" as const), place: fc.constantFrom(1, 2, 3, 4, 5, -1), weekday }),
          )
        : fc.constant({ kind: "start" as const }),
    end: fc.oneof(
      fc.constant({ kind: "never" as const }),
      fc.record({ kind: fc.constant("count" as const), count: fc.integer({ min: 1, max: 9999 }) }),
      fc.record({ kind: fc.constant("until" as const), date }),
    ),
  }),
);

/** Any that the server takes, as it prints it; and what is none. */
const number = (min: number, max: number) => fc.integer({ min, max }).filter((each) => each !== 0);
const part = fc.oneof(
  fc.constantFrom(
    "INTERVAL=1",
    "INTERVAL=2",
    "INTERVAL=10000",
    "WKST=SU",
    "WKST=MO",
    "COUNT=3",
    "UNTIL=20261231",
    "UNTIL=20261231T020000",
  ),
  fc.array(number(1, 12), { minLength: 1, maxLength: 3 }).map((months) => `BYMONTH=${months}`),
  fc.array(number(-31, 31), { minLength: 1, maxLength: 2 }).map((days) => `BYMONTHDAY=${days}`),
  fc.array(number(-3, 3), { minLength: 1, maxLength: 2 }).map((days) => `BYSETPOS=${days}`),
  fc
    .array(fc.tuple(fc.constantFrom("", "1", "2", "5", "-1", "-2", "+3"), weekday), { minLength: 1, maxLength: 3 })
    .map((days) => `BYDAY=${days.map(([place, day]) => `${place}${day}`)}`),
);
const written = fc
  .tuple(fc.constantFrom(...frequencies), fc.array(part, { maxLength: 4 }))
  .map(([frequency, parts]) => [`FREQ=${frequency}`, ...parts].join(";"));

test("what is chosen is a rule that the server takes, and is read as the same choice again", () => {
  fc.assert(
    fc.property(choice, (chosen) => {
      const text = printRule(chosen);
      const rule = parseRecurrence(text);
      assert.ok(!("error" in rule), text);
      assert.deepEqual(readRule(text), structuredClone(chosen));
    }),
  );
});

test("a rule that can be chosen means the same as it was written, and any other is left alone", () => {
  fc.assert(
    fc.property(fc.oneof(written, fc.string()), (text) => {
      const rule = parseRecurrence(text);
      const read = readRule(text);
      if (read === null) return;
      if ("error" in rule) return;
      assert.deepEqual(parseRecurrence(printRule(read)), rule, text);
    }),
    { numRuns: 5000 },
  );
});

test("a rule that says more than can be chosen is left alone", () => {
  const others = [
    "FREQ=WEEKLY;WKST=SU",
    "FREQ=MONTHLY;BYMONTHDAY=1,15",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
    "FREQ=DAILY;UNTIL=20261231T020000",
  ];
  for (const text of others) assert.equal(readRule(text), null, text);
});

test("a usual rule has its first time among its own, and so it has after that was moved", () => {
  fc.assert(
    fc.property(fc.constantFrom(...frequencies), date, date, (frequency, from, to) => {
      const problem = (day: string, repeat: string) =>
        repeatProblem({ start: `${day}T02:00`, zone: "UTC", duration: 3_600_000, end: null, repeat, except: [] });
      const rule = printRule(usualRule(frequency, from));
      assert.equal(problem(from, rule), null);
      assert.equal(problem(to, movedRule(rule, from, to)), null);
    }),
  );
});

test("a weekday of the month moves with the first time", () => {
  assert.equal(movedRule("FREQ=MONTHLY;BYDAY=-1SU", "2026-11-29T02:00", "2026-12-26T02:00"), "FREQ=MONTHLY;BYDAY=-1SA");
  assert.equal(movedRule("FREQ=MONTHLY;BYDAY=2TU", "2026-11-10T02:00", "2026-11-18T02:00"), "FREQ=MONTHLY;BYDAY=3WE");
  assert.equal(movedRule("FREQ=WEEKLY;BYDAY=MO,SU", "2026-11-22T02:00", "2026-11-23T02:00"), "FREQ=WEEKLY;BYDAY=MO,SU");
  assert.equal(movedRule("FREQ=WEEKLY;WKST=SU", "2026-11-22T02:00", "2026-11-23T02:00"), "FREQ=WEEKLY;WKST=SU");
});
