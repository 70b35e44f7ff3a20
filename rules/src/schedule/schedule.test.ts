import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { arbitraryTimes } from "../../../server/test/arbitrary-recurrence.ts";
import { windowFrom } from "../../../server/test/example-project.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { pluck } from "../../../server/test/pluck.ts";
import type { Problem } from "../values/errors.ts";
import { type MaintenanceWindow, parseWindow } from "../windows/maintenance-window.ts";
import { type Planned, plannedAfter, plannedAt, plannedBefore, plannedBetween } from "./schedule.ts";

interface VectorCase {
  readonly why: string;
  readonly window: Readonly<Record<string, unknown>>;
  readonly from: string;
  readonly until: string;
  readonly occurrences: readonly { readonly name: string; readonly start: string; readonly end: string }[];
}

const vectors: VectorCase[] = JSON.parse(readFileSync(new URL("../../../vectors/recurrences.json", import.meta.url), "utf8"));

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

for (const { why, window, from, until, occurrences } of vectors)
  test(why, () => {
    const planned = plannedBetween(read(window), Date.parse(from), Date.parse(until));
    const said = planned.map(({ wall, start, end }) => ({ name: wall, start: text(start), end: text(end) }));
    assert.deepEqual(said, occurrences);
  });

test("what is planned between two instants is what is planned up to one between them, and from there on", () =>
  forAll([arbitraryTimes, anySpan, fc.double({ min: 0, max: 1, noNaN: true })], 150, (window, [a, c], part) => {
    const b = Math.round(a + (c - a) * part);
    const [first, second] = [plannedBetween(window, a, b), plannedBetween(window, b, c)];
    const both = [...first, ...second.filter(({ wall }) => !first.some((one) => one.wall === wall))];
    assert.deepEqual(both, plannedBetween(window, a, c));
  }));

test("what is planned comes in order, each start once, each name once, each end after its start", () =>
  forAll([arbitraryTimes, anySpan], (window, [from, until]) => {
    const planned = plannedBetween(window, from, until);
    for (const [i, { start, end }] of planned.entries()) {
      assert.ok(end > start && start <= until && end >= from);
      assert.ok(start > (planned[i - 1]?.start ?? Number.NEGATIVE_INFINITY));
    }
    assert.equal(new Set(planned.map(({ wall }) => wall)).size, planned.length);
  }));

test("one after the other, forwards and back, is what is planned between; and each is found by its name", () =>
  forAll([maybeChanged, anySpan], 150, (window, [from, until]) => {
    const planned = plannedBetween(window, from, until).filter(({ start }) => start > from && start < until);
    const actual = walk((instant) => plannedAfter(window, instant), from, planned.length);
    assert.deepEqual(actual, planned);
    assert.deepEqual(walk((instant) => plannedBefore(window, instant), until, planned.length).reverse(), planned);
    for (const one of planned) assert.deepEqual(plannedAt(window, one.wall), one);
  }));

test("a window that happens once is planned once, whenever it is asked for", () => {
  const window = read({ start: "2026-12-06T02:00", zone: "Europe/Rome", end: "2026-12-06T04:00" });
  const one: Planned = { wall: "2026-12-06T02:00", start: Date.UTC(2026, 11, 6, 1), end: Date.UTC(2026, 11, 6, 3) };
  assert.deepEqual(plannedBetween(window, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY), [one]);
  assert.deepEqual(plannedBetween(window, one.end, one.end + 1), [one]);
  assert.deepEqual(plannedBetween(window, one.end + 1, one.end + DAY), []);
  assert.deepEqual([plannedAfter(window, 0), plannedAfter(window, one.start)], [one, null]);
  assert.deepEqual([plannedBefore(window, one.end), plannedBefore(window, one.start)], [one, null]);
});

test("an invalid name, another time, another day and an excluded date have no occurrence", () => {
  const window = windowFrom({ repeat: "FREQ=WEEKLY", except: ["2026-12-13"] });
  const names = ["", "w", "2026-12-06T03:00", "2026-12-07T02:00", "2026-12-13T02:00", "2026-11-29T02:00", "2026-02-30T02:00"];
  for (const name of names) assert.equal(plannedAt(window, name), null, name);
  assert.equal(plannedAt(window, "2026-12-20T02:00")?.start, Date.UTC(2026, 11, 20, 2));
});

test("up to the instant of its change a rule plans nothing", () => {
  const since = Date.UTC(2026, 11, 20, 2);
  const window = { ...windowFrom({ repeat: "FREQ=WEEKLY" }), since };
  assert.deepEqual(pluck(plannedBetween(window, 0, since + 8 * DAY), "wall"), ["2026-12-27T02:00"]);
  assert.equal(plannedBefore(window, since + DAY), null);
  assert.equal(plannedAt(window, "2026-12-20T02:00"), null);
});
function read(form: unknown): MaintenanceWindow {
  const problems: Problem[] = [];
  const window = parseWindow(form, "w", "manifest", problems);
  assert.deepEqual(problems, []);
  assert.ok(window);
  return window;
}

function walk(next: (instant: number) => Planned | null, from: number, most: number): Planned[] {
  const found: Planned[] = [];
  let one = next(from);
  while (one !== null && found.length < most) {
    found.push(one);
    one = next(one.start);
  }
  return found;
}

const anySpan = fc
  .tuple(fc.integer({ min: 0, max: 12 * 365 * 24 }), fc.integer({ min: 0, max: 400 * 24 }))
  .map(([from, hours]) => [Date.UTC(2024, 0) + from * HOUR, Date.UTC(2024, 0) + (from + hours) * HOUR] as const);

/** Also rules that were changed when they had begun, near midnight and anywhere. */
const maybeChanged: fc.Arbitrary<MaintenanceWindow> = fc
  .tuple(arbitraryTimes, fc.option(fc.integer({ min: 0, max: 12 * 365 * 24 }), { nil: null }))
  .map(([window, hours]) => (hours === null ? window : { ...window, since: Date.UTC(2024, 0) + hours * HOUR }));

const text = (ms: number): string => new Date(ms).toISOString().replace("Z", "+00:00");
