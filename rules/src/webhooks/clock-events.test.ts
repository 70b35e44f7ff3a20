import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formWith, stateFrom, windowEdit } from "../../../server/test/example-project.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { namesOf } from "../describe/reader.ts";
import { clockEvents, nextClockEvent, shareEvent } from "./clock-events.ts";
import { activeOccurrences } from "./event-draft.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/** Windows around changes of the clocks: of Rome and New York in autumn, of Lord Howe by half an hour. */
const windows = fc.record({
  zone: fc.constantFrom("Europe/Rome", "America/New_York", "Australia/Lord_Howe", "UTC"),
  start: fc.constantFrom("2026-10-25T00:30", "2026-10-25T02:30", "2026-11-01T01:15", "2026-10-04T01:45", "2026-10-31T23:50"),
  duration: fc.constantFrom("PT20M", "PT1H", "PT3H", "PT20H"),
  repeat: fc.constantFrom(undefined, "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=SU,SA"),
  overrun: fc.constantFrom("end", "hold"),
});

test("starts and ends are told at the minute at which they happen, however the time is divided", () =>
  forAll(
    [windows, fc.integer({ min: -20, max: 20 }), fc.array(fc.integer({ min: 1, max: 4 * 1440 - 1 }))],
    30,
    (form, days, cuts) => {
      const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
      const state = stateFrom(formWith({ name: "Acme" }), windowEdit("w", given as never));
      const from = Date.parse("2026-10-28T00:00Z") + days * day;
      const until = from + 4 * day;
      const expected: string[] = [];
      for (let at = from + minute, was = activeOccurrences(state, "w", from); at <= until; at += minute) {
        const is = activeOccurrences(state, "w", at);
        for (const name of was.keys()) if (!is.has(name)) expected.push(`${at} ended ${name}`);
        for (const name of is.keys()) if (!was.has(name)) expected.push(`${at} started ${name}`);
        was = is;
      }
      const ends = [...new Set(cuts)].sort((a, b) => a - b).map((cut) => from + cut * minute);
      const found: string[] = [];
      let [last, next] = [from, nextClockEvent(state, "window", "w", from)];
      for (const end of [...ends, until]) {
        const events = clockEvents(state, "window", "w", [last, end], namesOf(state));
        if (events.length === 0) assert.ok(next > end, "nothing happens before the next event");
        else assert.equal(events[0]?.at, next);
        for (const { at, type, about } of events)
          if (type !== "maintenance.overrunning") found.push(`${at} ${type.slice("maintenance.".length)} ${about}`);
        [last, next] = [end, nextClockEvent(state, "window", "w", end)];
      }
      assert.deepEqual(found.sort(), expected.sort());
    },
  ));

test("the share of forced requests is told when it passes the limit of the project, and when it is back", () => {
  const state = stateFrom(formWith({ name: "Acme" }));
  const told = (was: boolean, forced: number, all: number) =>
    shareEvent(state, "ios", { forced, all }, { at: 0, was, least: 100, names: namesOf(state) });
  assert.equal(told(false, 20, 100), null);
  assert.equal(told(false, 99, 99), null, "too few requests to judge");
  const exceeded = told(false, 380, 1_000);
  assert.equal(exceeded?.type, "forced_share.exceeded");
  assert.equal(exceeded?.text, "38% of the requests of iOS are forced to update, which is more than the limit of 20%");
  assert.equal(told(true, 380, 1_000), null);
  assert.equal(told(true, 5, 50), null, "too few requests to judge");
  assert.equal(told(true, 0, 0)?.type, "forced_share.recovered");
  const actual = told(true, 200, 1_000)?.text;
  assert.equal(actual, "20% of the requests of iOS are forced to update, which is back within the limit of 20%");
});
