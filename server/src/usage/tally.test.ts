import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { hourMs, hourOf } from "./hour-ring.ts";
import { Tally, type TallyBook } from "./tally.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");
const counted = { project: "shop", key: "k_a", outcome: "let_in", platform: "", version: "" } as const;

function book(): TallyBook {
  return { opened: () => true, dropped: () => {} };
}

test("what is counted is told at once, by the hour, with the last time", () => {
  const tally = new Tally(counted, book());
  assert.deepEqual([tally.sum(noon), tally.last], [0, null]);
  for (const at of [noon, noon + 1, noon + hourMs]) tally.count(at);
  assert.deepEqual(tally.hours(noon + hourMs).slice(-2), [2, 1]);
  assert.deepEqual([tally.sum(noon + hourMs), tally.last], [3, noon + hourMs]);
});

test("its book is asked once an hour, and again after it was taken", () => {
  let opened = 0;
  const tally = new Tally(counted, { opened: () => ++opened > 0, dropped: () => {} });
  for (let ms = 0; ms < 3 * hourMs; ms += 60_000) tally.count(noon + ms);
  assert.equal(opened, 3);
  tally.take();
  tally.count(noon + 3 * hourMs - 1);
  assert.equal(opened, 4);
});

test("a book that says no keeps a request from being counted there", () => {
  const tally = new Tally(counted, { opened: () => false, dropped: () => {} });
  tally.count(noon);
  assert.deepEqual([tally.sum(noon), tally.last, tally.take()], [0, null, []]);
});

test("what was counted is taken once, by its hours, and again when it was put back", () => {
  const tally = new Tally(counted, book());
  tally.count(noon);
  tally.count(noon + hourMs);
  const hour = hourOf(noon);
  assert.deepEqual(tally.take(), [
    { hour, count: 1 },
    { hour: hour + 1, count: 1 },
  ]);
  assert.deepEqual(tally.take(), []);
  tally.count(noon + hourMs);
  assert.deepEqual(tally.take(), [{ hour: hour + 1, count: 1 }]);
  tally.putBack(hour + 1, 1);
  tally.count(noon + hourMs);
  assert.deepEqual(tally.take(), [{ hour: hour + 1, count: 2 }]);
});

test("whatever comes between, what was taken of an hour adds up to a naive count of it", () => {
  const step = fc.record({
    pass: fc.oneof(fc.nat(1000), fc.nat(2 * hourMs), fc.nat(30 * hourMs)),
    what: fc.constantFrom("count", "count", "count", "take", "close", "look"),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const tally = new Tally(counted, book());
      const naive = new Map<number, number>();
      const written = new Map<number, number>();
      const take = () => {
        for (const { hour, count } of tally.take()) written.set(hour, (written.get(hour) ?? 0) + count);
      };
      let now = noon;
      for (const { pass, what } of steps) {
        now += pass;
        if (what === "count") {
          tally.count(now);
          naive.set(hourOf(now), (naive.get(hourOf(now)) ?? 0) + 1);
        } else if (what === "take") take();
        else if (what === "close") tally.close();
        const told = tally.hours(now);
        for (let ago = 0; ago < 24; ago++) assert.equal(told[23 - ago], naive.get(hourOf(now) - ago) ?? 0);
      }
      take();
      for (let ago = 0; ago < 24; ago++) assert.equal(written.get(hourOf(now) - ago), naive.get(hourOf(now) - ago));
    }),
  );
});
