/** Compares occurrences looked up for a day with the full list: answers must not differ. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { arbitraryTimes } from "../../../server/test/arbitrary-recurrence.ts";
import { windowFrom } from "../../../server/test/example-project.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { costOf } from "../../../server/test/work-cost.ts";
import { plannedBetween } from "../schedule/schedule.ts";
import type { MaintenanceWindow } from "../windows/maintenance-window.ts";
import { interruptionAt, nextBoundary, previousBoundary } from "./interruption.ts";
import {
  aroundUntil,
  emptyOverride,
  type Occurrence,
  type Override,
  occurrencesAround,
  occurrencesBetween,
} from "./occurrence.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LEAD = 12 * HOUR;

test("at every instant of its day, what is around says what all occurrences together say", () =>
  forAll([arbitraryHeld, fc.integer({ min: 0, max: DAY - 1 })], 120, (held, later) => {
    const { now } = held;
    const at = Math.floor(now / DAY) * DAY + later;
    const [some, all] = [around(held), everything(held)];
    assert.deepEqual(saidAt(some, at), saidAt(all, at));
    const until = aroundUntil(now);
    assert.equal(Math.min(nextBoundary(some, at), until), Math.min(nextBoundary(all, at), until));
    assert.equal(Math.max(previousBoundary(some, at), until - DAY), Math.max(previousBoundary(all, at), until - DAY));
  }));

test("what is around is the same at every instant of its day, and serves to its end", () =>
  forAll([arbitraryHeld, fc.integer({ min: 0, max: DAY - 1 })], 80, (held, later) => {
    const now = Math.floor(held.now / DAY) * DAY + later;
    assert.deepEqual(around({ ...held, now }), around(held));
    assert.equal(aroundUntil(now), aroundUntil(held.now));
    assert.ok(aroundUntil(now) > now && aroundUntil(now) - DAY <= now);
  }));

test("a list has what touches its time, and nothing else", () =>
  forAll([arbitraryHeld, fc.integer({ min: 0, max: 60 * 24 })], 80, (held, hours) => {
    const [from, until] = [held.now, held.now + hours * HOUR];
    const touching = everything(held).filter(({ start, holdLimit }) => start <= until && holdLimit >= from);
    const listed = held.windows.flatMap(({ id, window }) => occurrencesBetween(id, window, held.overrides, from, until));
    assert.deepEqual(listed, touching);
  }));

test("one day costs no more just after a rule of fifty years was changed, nor where a thousand rare dates are left out", () => {
  const now = Date.UTC(2026, 11, 10);
  const rare = Array.from({ length: 1_200 }, (_, i) => 2028 + 4 * i).filter((year) => year % 100 !== 0 || year % 400 === 0);
  const windows = [
    { ...windowFrom({ start: "1970-01-01T02:00", zone: "Europe/Rome", repeat: "FREQ=DAILY" }), since: now - HOUR },
    windowFrom({ start: "1999-12-10T02:00", repeat: "FREQ=DAILY;COUNT=10000" }),
    {
      ...windowFrom({ start: "2028-02-29T02:00", repeat: "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29" }),
      except: rare.slice(0, 1_000).map((year) => `${year}-02-29`),
    },
  ];
  for (const window of windows) {
    for (const instant of [0, now, now + DAY]) {
      const cost = costOf(() => occurrencesAround("w", window, [], instant));
      assert.ok(cost < 5, `${window.repeat} at ${instant}: ${cost} million steps`);
    }
  }
});

test("four times as many occurrences to which something was done cost about four times as much, not sixteen", () => {
  const now = Date.UTC(2026, 0, 1);
  for (const overrun of ["end", "hold"]) {
    const window = windowFrom({ start: "2022-01-01T02:00", zone: "Europe/Rome", repeat: "FREQ=DAILY", overrun });
    const overrides = plannedBetween(window, now - 1_200 * DAY, now).map(
      ({ wall, end }): Override => ({ ...emptyOverride("w", wall), end: end + HOUR }),
    );
    const cost = (count: number) => {
      const some = overrides.slice(-count);
      return costOf(() => assert.ok(occurrencesAround("w", window, some, now).length >= count));
    };
    const ratio = cost(1_200) / cost(300);
    assert.ok(ratio < 9, `${overrun}: ${ratio} times`);
  }
});

test("the next four are there, however far ahead, and the last that ended, however long ago", () => {
  const names = (repeat: string, now: number) =>
    occurrencesAround("w", windowFrom({ repeat }), [], now).map(({ name }) => name.slice(2, 12));
  assert.deepEqual(
    names("FREQ=YEARLY;COUNT=9", Date.UTC(2029, 5, 1)),
    "2028-12-06 2029-12-06 2030-12-06 2031-12-06 2032-12-06".split(" "),
  );
  assert.deepEqual(names("FREQ=YEARLY;COUNT=2", Date.UTC(2090, 5, 1)), ["2027-12-06"]);
});

interface Held {
  readonly windows: readonly { readonly id: string; readonly window: MaintenanceWindow }[];
  readonly overrides: readonly Override[];
  readonly now: number;
}

function around({ windows, overrides, now }: Held): Occurrence[] {
  return windows.flatMap(({ id, window }) => occurrencesAround(id, window, overrides, now));
}

/** From before the first rule to after the rarest one has come again. */
function everything({ windows, overrides, now }: Held): Occurrence[] {
  return windows.flatMap(({ id, window }) => {
    const isRare = plannedBetween(window, now, now + 9 * 366 * DAY).length < 12;
    return occurrencesBetween(id, window, overrides, Date.UTC(2010, 0), now + (isRare ? 110 : 9) * 366 * DAY);
  });
}

function saidAt(occurrences: readonly Occurrence[], now: number): unknown {
  const found = interruptionAt(occurrences, now, LEAD);
  if (!found) return null;
  const { start, end, reminder, endsWith } = found.interruption;
  return { state: found.state, start, end, reminder, endsWith: endsWith.name };
}

function arbitraryOverride(id: string, window: MaintenanceWindow, now: number): fc.Arbitrary<Override> {
  const planned = plannedBetween(window, now - 80 * DAY, now + 80 * DAY);
  const at = fc.option(fc.integer({ min: -50 * 24, max: 50 * 24 }), { nil: null });
  const some = planned.length === 0 ? plannedBetween(window, 0, now + 9 * 366 * DAY).slice(-3) : planned;
  return fc
    .record({
      index: fc.nat({ max: 1_000 }),
      start: at,
      end: at,
      canceled: fc.boolean(),
      completed: fc.boolean(),
      byHand: fc.boolean(),
      isKept: fc.boolean(),
    })
    .map(({ index, start, end, isKept, ...rest }) => {
      const plan = some[index % Math.max(some.length, 1)] ?? { wall: window.start, start: now, end: now + HOUR };
      return {
        window: id,
        occurrence: isKept ? `${plan.wall.slice(0, 11)}05:55` : plan.wall,
        start: start === null ? null : plan.start + start * HOUR,
        end: end === null ? null : plan.end + end * HOUR,
        ...rest,
        kept: isKept ? { plannedStart: plan.start + HOUR, plannedEnd: plan.end + HOUR, lead: null } : null,
      };
    });
}

const arbitraryHeld: fc.Arbitrary<Held> = fc
  .tuple(fc.array(arbitraryTimes, { minLength: 1, maxLength: 3 }), fc.integer({ min: 0, max: 5 * 365 * 24 }))
  .chain(([times, hours]) => {
    const now = Date.UTC(2024, 0) + hours * HOUR;
    const windows = times.map((window, index) => ({ id: `w${index}`, window }));
    const overrides = windows.map(({ id, window }) => fc.array(arbitraryOverride(id, window, now), { maxLength: 6 }));
    return fc.tuple(...overrides).map((done) => ({ windows, overrides: done.flat(), now }));
  });
