/** The cached outlook of a window for a day matches its expansion at any instant of that day. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formWith, overrideEdit, stateFrom, windowEdit } from "../../../server/test/example-project.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { DAY, HOUR, START, weekly } from "../../../server/test/maintained-project.ts";
import { isAhead } from "../occurrence/occurrence-state.ts";
import { statusesAround, statusesBetween, windowsWithOverrides } from "../occurrence/window-occurrences.ts";
import { prepareAgenda, readAgenda, readWindowOutlook } from "./window-outlook.ts";

const rules = [{}, weekly, { repeat: "FREQ=DAILY" }, { repeat: "FREQ=DAILY;COUNT=3" }, { repeat: "FREQ=DAILY", overrun: "hold" }];
const anyWindow = fc.record({
  rule: fc.constantFrom(...rules),
  hour: fc.integer({ min: 10, max: 23 }),
  done: fc.constantFrom(
    {},
    { canceled: true },
    { start: START + 9 * DAY, end: START + 9 * DAY + HOUR },
    { end: START + 40 * DAY },
  ),
});
/** Minutes from a week before the first occurrence to months after the last. */
const minutes = fc.integer({ min: -7 * 1_440, max: 120 * 1_440 });

function stateOf(windows: readonly (typeof anyWindow extends fc.Arbitrary<infer One> ? One : never)[]) {
  return stateFrom(
    formWith({}),
    ...windows.flatMap(({ rule, hour, done }, index) => {
      const start = `2026-12-06T${hour}:00`;
      const edit = windowEdit(`w-${index}`, { start, duration: "PT3H", ...rule });
      return Object.keys(done).length === 0 ? [edit] : [edit, overrideEdit(`w-${index}`, start, done)];
    }),
  );
}

test("until when a window is alive, and whether anything of it was canceled, is what its occurrences say", () =>
  forAll([fc.array(anyWindow, { minLength: 1, maxLength: 3 }), minutes], (windows, offset) => {
    const now = START + offset * 60_000;
    for (const held of windowsWithOverrides(stateOf(windows))) {
      const statuses = statusesAround(held, now);
      const { aliveUntil, hasCanceled } = readWindowOutlook(held, now);
      const actual = now < aliveUntil;
      assert.equal(
        actual,
        statuses.some(({ state }) => state === "active" || isAhead(state)),
      );
      assert.equal(
        hasCanceled,
        statuses.some(({ state }) => state === "canceled"),
      );
    }
  }));

test("nothing that can be on a page starts before its window's place in the agenda", () =>
  forAll([fc.array(anyWindow, { minLength: 1, maxLength: 4 }), minutes], (windows, offset) => {
    const from = START + offset * 60_000;
    const state = stateOf(windows);
    for (const _ of prepareAgenda(state, from));
    const { unordered, ordered } = readAgenda(state, from);
    const places = new Map([...ordered].map(({ id, from: place }) => [id, place]));
    for (const { id } of unordered) places.set(id, Number.NEGATIVE_INFINITY);
    for (const held of windowsWithOverrides(state)) {
      const place = places.get(held.id) ?? Number.POSITIVE_INFINITY;
      for (const { occurrence, end } of statusesBetween(held, from, from + 60 * DAY, from))
        if (end > from) assert.ok(occurrence.start >= place, `${occurrence.name} before ${place}`);
    }
  }));
