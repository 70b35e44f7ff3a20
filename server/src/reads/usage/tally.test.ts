import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { hourMs, hourNumber } from "./hourly-counts.ts";
import { Tally, type TallyBook } from "./tally.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");
const counted = { project: "shop", key: "k_a", outcome: "let_in" } as const;

function book(): TallyBook {
  return { opened: () => {}, dropped: () => {} };
}

test("counts are reported immediately, by the hour, with the time of the last request", () => {
  const tally = new Tally(counted, book());
  assert.deepEqual([tally.sum(noon), tally.last], [0, null]);
  for (const at of [noon, noon + 1, noon + hourMs]) tally.count(at);
  assert.deepEqual(tally.hours(noon + hourMs).slice(-2), [2, 1]);
  assert.deepEqual([tally.sum(noon + hourMs), tally.last], [3, noon + hourMs]);
});

test("the book hears of a tally once an hour, and again after counts were taken", () => {
  let opened = 0;
  const tally = new Tally(counted, { opened: () => void ++opened, dropped: () => {} });
  for (let ms = 0; ms < 3 * hourMs; ms += 60_000) tally.count(noon + ms);
  assert.equal(opened, 3);
  tally.take();
  tally.count(noon + 3 * hourMs - 1);
  assert.equal(opened, 4);
});

test("counts are taken once, by hour", () => {
  const tally = new Tally(counted, book());
  tally.count(noon);
  tally.count(noon + hourMs);
  const hour = hourNumber(noon);
  assert.deepEqual(tally.take(), [
    { hour, count: 1 },
    { hour: hour + 1, count: 1 },
  ]);
  assert.deepEqual(tally.take(), []);
  tally.count(noon + hourMs);
  assert.deepEqual(tally.take(), [{ hour: hour + 1, count: 1 }]);
});

test("in any sequence of operations, the counts taken for an hour add up to a naive count", () => {
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
          naive.set(hourNumber(now), (naive.get(hourNumber(now)) ?? 0) + 1);
        } else if (what === "take") take();
        else if (what === "close") tally.close();
        const told = tally.hours(now);
        for (let ago = 0; ago < 24; ago++) assert.equal(told[23 - ago], naive.get(hourNumber(now) - ago) ?? 0);
      }
      take();
      for (let ago = 0; ago < 24; ago++) assert.equal(written.get(hourNumber(now) - ago), naive.get(hourNumber(now) - ago));
    }),
  );
});
