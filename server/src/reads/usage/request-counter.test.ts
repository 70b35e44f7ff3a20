import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../test/for-all.ts";
import { type CounterOwner, HourlyCounts, hourMs, hourNumber, RequestCounter, reportedHours } from "./request-counter.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");
const counted = { project: "shop", key: "k_a", outcome: "let_in" } as const;

const book = (): CounterOwner => ({ opened: () => {}, dropped: () => {} });

test("the book hears of a counter once an hour, and again after counts were taken", () => {
  let opened = 0;
  const counter = new RequestCounter(counted, { opened: () => void ++opened, dropped: () => {} });
  for (let ms = 0; ms < 3 * hourMs; ms += 60_000) counter.count(noon + ms);
  assert.equal(opened, 3);
  counter.take();
  counter.count(noon + 3 * hourMs - 1);
  assert.equal(opened, 4);
});

test("in any sequence of operations, the counts taken for an hour add up to a naive count", () => {
  const step = fc.record({
    pass: fc.oneof(fc.nat(1000), fc.nat(2 * hourMs), fc.nat(30 * hourMs)),
    what: fc.constantFrom("count", "count", "count", "take", "close", "look"),
  });
  forAll([fc.array(step, { maxLength: 80 })], (steps) => {
    const counter = new RequestCounter(counted, book());
    const naive = new Map<number, number>();
    const written = new Map<number, number>();
    const take = () => {
      for (const { hour, count } of counter.take()) written.set(hour, (written.get(hour) ?? 0) + count);
    };
    let now = noon;
    for (const { pass, what } of steps) {
      now += pass;
      if (what === "count") {
        counter.count(now);
        naive.set(hourNumber(now), (naive.get(hourNumber(now)) ?? 0) + 1);
      } else if (what === "take") take();
      else if (what === "close") counter.close();
      const told = counter.hours(now);
      assert.equal(
        counter.sum(now),
        told.reduce((sum, count) => sum + count, 0),
      );
      for (let ago = 0; ago < 24; ago++) assert.equal(told[23 - ago], naive.get(hourNumber(now) - ago) ?? 0);
    }
    take();
    for (let ago = 0; ago < 24; ago++) assert.equal(written.get(hourNumber(now) - ago), naive.get(hourNumber(now) - ago));
  });
});

test("an hour is a whole one of UTC, on both sides of 1970", () =>
  assert.deepEqual([hourNumber(0), hourNumber(hourMs - 1), hourNumber(hourMs), hourNumber(-1)], [0, 0, 1, -1]));

test("with a clock that jumps, the ring buffer never reports too much, and always the whole current hour", () => {
  const steps = fc.array(fc.record({ hour: fc.integer({ min: -100, max: 100 }), count: fc.integer({ min: 1, max: 9 }) }));
  forAll([steps], (list) => {
    const ring = new HourlyCounts();
    const all: { hour: number; count: number }[] = [];
    for (const { hour, count } of list) {
      const before = ring.at(hour);
      ring.add(hour, count);
      all.push({ hour, count });
      assert.equal(ring.at(hour), before + count);
      const told = ring.until(hour);
      for (const [index, most] of naive(all, hour).entries()) assert.ok((told[index] ?? 0) <= most);
    }
  });
});

function naive(all: readonly { readonly hour: number; readonly count: number }[], now: number): number[] {
  return Array.from({ length: reportedHours }, (_, index) => {
    const hour = now - reportedHours + 1 + index;
    return all.reduce((sum, one) => sum + (one.hour === hour ? one.count : 0), 0);
  });
}
