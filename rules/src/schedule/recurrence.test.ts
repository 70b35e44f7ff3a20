import assert from "node:assert/strict";
import { test } from "node:test";
import { arbitraryRule } from "../../../server/test/arbitrary-recurrence.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { parseRecurrence, printRecurrence, type Recurrence } from "./recurrence.ts";

test("a rule is read part by part", () =>
  assert.deepEqual(
    read("FREQ=MONTHLY;INTERVAL=2;BYMONTH=3,1;BYMONTHDAY=-1,15;BYDAY=-1SU,2TU,MO;BYSETPOS=1;WKST=SU;UNTIL=20271231T020000"),
    {
      frequency: "MONTHLY",
      interval: 2,
      byMonth: [1, 3],
      byMonthDay: [-1, 15],
      byDay: [
        { ordinal: -1, weekday: 6 },
        { ordinal: 0, weekday: 0 },
        { ordinal: 2, weekday: 1 },
      ],
      bySetPos: [1],
      weekStart: 6,
      count: null,
      until: "2027-12-31T02:00:00",
    },
  ));

/** As written, and as printed. */
const forms: [string, string][] = [
  ["freq=weekly;byday=su", "FREQ=WEEKLY;BYDAY=SU"],
  ["BYDAY=SU,MO,SU;FREQ=WEEKLY;INTERVAL=1;WKST=MO", "FREQ=WEEKLY;BYDAY=MO,SU"],
  ["FREQ=DAILY;INTERVAL=02;COUNT=010", "FREQ=DAILY;INTERVAL=2;COUNT=10"],
  ["FREQ=MONTHLY;BYDAY=+2TU,-1FR", "FREQ=MONTHLY;BYDAY=-1FR,2TU"],
  ["FREQ=DAILY;UNTIL=20271231T235959", "FREQ=DAILY;UNTIL=20271231"],
  ["FREQ=DAILY;UNTIL=20271231T235959Z", "FREQ=DAILY;UNTIL=20271231T235959Z"],
  ["FREQ=DAILY;UNTIL=20271231T000000", "FREQ=DAILY;UNTIL=20271231T000000"],
  ["FREQ=WEEKLY;INTERVAL=2;WKST=SU", "FREQ=WEEKLY;INTERVAL=2;WKST=SU"],
  [
    "UNTIL=20271231;BYSETPOS=-1;BYDAY=MO;BYMONTHDAY=1,2;BYMONTH=2;FREQ=YEARLY",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=1,2;BYDAY=MO;BYSETPOS=-1;UNTIL=20271231",
  ],
];

for (const [written, printed] of forms)
  test(`${written} is printed as ${printed}`, () => assert.equal(printRecurrence(read(written)), printed));

/** Invalid rules, and a pattern of the error message. */
const refusals: [string, RegExp][] = [
  ["", /NAME=VALUE/],
  ["FREQ=WEEKLY;", /NAME=VALUE/],
  ["FREQ = WEEKLY", /NAME=VALUE/],
  ["RRULE:FREQ=WEEKLY", /leave out "RRULE:"/],
  ["FREQ=WEEKLY;FREQ=WEEKLY", /FREQ once/],
  ["BYDAY=SU", /FREQ is missing/],
  ["FREQ=FORTNIGHTLY", /DAILY, WEEKLY, MONTHLY or YEARLY/],
  ["FREQ=HOURLY", /FREQ=HOURLY is not supported/],
  ["FREQ=DAILY;BYHOUR=2", /BYHOUR is not supported.*time of day/],
  ["FREQ=YEARLY;BYYEARDAY=100", /BYYEARDAY is not supported/],
  ["FREQ=YEARLY;BYEASTER=0", /BYEASTER is not supported; expected FREQ/],
  ["FREQ=DAILY;INTERVAL=0", /INTERVAL from 1 to/],
  ["FREQ=DAILY;INTERVAL=1.5", /INTERVAL from 1 to/],
  ["FREQ=DAILY;INTERVAL=10001", /INTERVAL from 1 to/],
  ["FREQ=DAILY;COUNT=10001", /COUNT from 1 to 10000/],
  ["FREQ=DAILY;COUNT=3;UNTIL=20271231", /mutually exclusive/],
  ["FREQ=DAILY;UNTIL=20271231Z", /expected UNTIL .*, or an instant/],
  ["FREQ=DAILY;UNTIL=20270229T020000Z", /expected UNTIL/],
  ["FREQ=DAILY;UNTIL=20270230", /expected UNTIL/],
  ["FREQ=DAILY;UNTIL=20271231T250000", /expected UNTIL/],
  ["FREQ=YEARLY;BYMONTH=13", /BYMONTH as numbers from 1 to 12/],
  ["FREQ=YEARLY;BYMONTH=1,", /BYMONTH/],
  ["FREQ=MONTHLY;BYMONTHDAY=0", /BYMONTHDAY as numbers from -31 to 31 except 0/],
  ["FREQ=MONTHLY;BYMONTHDAY=32", /BYMONTHDAY/],
  ["FREQ=WEEKLY;BYMONTHDAY=1", /cannot be combined with FREQ=WEEKLY/],
  ["FREQ=WEEKLY;BYDAY=0SU", /BYDAY as weekdays/],
  ["FREQ=WEEKLY;BYDAY=1SU", /requires FREQ=MONTHLY or YEARLY/],
  ["FREQ=DAILY;BYDAY=-1SU", /requires FREQ=MONTHLY or YEARLY/],
  ["FREQ=MONTHLY;BYDAY=6SU", /from -5 to 5/],
  ["FREQ=YEARLY;BYMONTH=3;BYDAY=6SU", /from -5 to 5/],
  ["FREQ=YEARLY;BYDAY=54SU", /BYDAY as weekdays/],
  ["FREQ=MONTHLY;BYSETPOS=1", /BYSETPOS requires BYDAY/],
  ["FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0", /BYSETPOS as numbers from -366 to 366 except 0/],
  ["FREQ=WEEKLY;WKST=XX", /WKST as MO/],
  [`FREQ=WEEKLY;BYDAY=${"SU,".repeat(400)}SU`, /at most 1000 characters/],
];

for (const [rule, why] of refusals)
  test(`${rule === "" ? "nothing" : rule.slice(0, 60)} is refused: ${why.source}`, () => {
    const read = parseRecurrence(rule);
    assert.ok("error" in read);
    assert.match(read.error, why);
  });

test("a rule that is printed is read as the same rule, and printed the same again", () =>
  forAll([arbitraryRule], 300, (text) => {
    const rule = read(text);
    assert.deepEqual(read(printRecurrence(rule)), rule);
    assert.equal(printRecurrence(read(printRecurrence(rule))), printRecurrence(rule));
  }));

function read(text: string): Recurrence {
  const rule = parseRecurrence(text);
  assert.ok(!("error" in rule), "error" in rule ? rule.error : "");
  return rule;
}
