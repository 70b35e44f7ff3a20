import assert from "node:assert/strict";
import { test } from "node:test";
import { describeSchedule } from "./window.ts";

const now = Date.parse("2026-11-25T21:00:00Z");
const weekly = { start: "2026-12-01T02:00", zone: "Europe/Rome", duration: "PT2H" };
const say = (window: Partial<Parameters<typeof describeSchedule>[0]>) => describeSchedule({ ...weekly, ...window }, { now });

test("a window that happens once is a span on its own clock", () => {
  assert.equal(say({}), "Tue 1 Dec 02:00–04:00 (Rome)");
  assert.equal(say({ duration: "1d" }), "Tue 1 Dec 02:00 – Wed 2 Dec 02:00 (Rome)");
  // The clocks change: 2 hours later it is 04:00, not 03:00.
  assert.equal(say({ start: "2027-03-28T01:00" }), "Sun 28 Mar 2027 01:00–04:00 (Rome)");
});

test("every recurrence has words, and so have its end and its exceptions", () => {
  const rules: Readonly<Record<string, string>> = {
    "FREQ=WEEKLY;BYDAY=TU": "Every Tuesday 02:00–04:00 (Rome), from 1 December",
    "FREQ=WEEKLY": "Every Tuesday 02:00–04:00 (Rome), from 1 December",
    "FREQ=DAILY": "Every day 02:00–04:00 (Rome), from 1 December",
    "FREQ=DAILY;BYDAY=MO,TU;COUNT=4": "Every Monday and Tuesday 02:00–04:00 (Rome), from 1 December, 4 times",
    "FREQ=DAILY;INTERVAL=3;UNTIL=20270301": "Every 3 days 02:00–04:00 (Rome), from 1 December, until 1 March 2027",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR": "Every 2 weeks on Tuesday and Friday, 02:00–04:00 (Rome), from 1 December",
    "FREQ=MONTHLY": "Every month on day 1, 02:00–04:00 (Rome), from 1 December",
    "FREQ=MONTHLY;BYDAY=1TU": "Every month on the first Tuesday, 02:00–04:00 (Rome), from 1 December",
    "FREQ=MONTHLY;BYMONTHDAY=-1,15": "Every month on the last day and day 15, 02:00–04:00 (Rome), from 1 December",
    "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR": "Every month on day 13 if it is Friday, 02:00–04:00 (Rome), from 1 December",
    "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1": "Every month on the last of: Monday or Tuesday, 02:00–04:00 (Rome), from 1 December",
    "FREQ=YEARLY": "Every year on 1 December, 02:00–04:00 (Rome), from 1 December",
    "FREQ=YEARLY;BYMONTH=5,12;BYDAY=-2SU":
      "Every year on the 2nd to last Sunday in May and December, 02:00–04:00 (Rome), from 1 December",
  };
  for (const [repeat, words] of Object.entries(rules)) assert.equal(say({ repeat }), words, repeat);
  const except = ["2026-12-08", "2027-01-05"];
  assert.match(say({ repeat: "FREQ=WEEKLY", except }), /, not on 8 December and 5 January 2027$/);
  assert.match(say({ repeat: "FREQ=MONTHLY", duration: "P2D" }), /day 1, 02:00 for 2 days \(Rome\)/);
});
