import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../server/test/for-all.ts";
import { costOf } from "../../../server/test/work-cost.ts";
import { parseDuration } from "../values/duration.ts";
import { parseWindow } from "../windows/maintenance-window.ts";
import { interruptionAt, nextBoundary, previousBoundary } from "./interruption.ts";
import { type Occurrence, type Override, occurrencesAround } from "./occurrence.ts";
import { endAt } from "./occurrence-state.ts";

interface VectorOverride {
  readonly window: string;
  readonly occurrence: string;
  readonly start?: string;
  readonly end?: string;
  readonly canceled?: boolean;
  readonly completed?: boolean;
  readonly by_hand?: boolean;
  readonly kept?: { readonly planned_start: string; readonly planned_end: string };
}

interface VectorCase {
  readonly why: string;
  readonly windows: Readonly<Record<string, unknown>>;
  readonly overrides: readonly VectorOverride[];
  readonly default_reminder: string;
  readonly at: readonly { readonly now: string; readonly state: string }[];
}

const vectors: VectorCase[] = JSON.parse(readFileSync(new URL("../../../vectors/interruptions.json", import.meta.url), "utf8"));

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

for (const vector of vectors)
  test(vector.why, () => {
    const lead = parseDuration(vector.default_reminder) ?? Number.NaN;
    const said = vector.at.map(({ now }) => saidAt(occurrencesOfCase(vector, Date.parse(now)), now, lead));
    assert.deepEqual(said, vector.at);
  });

test("between two boundaries an interruption stays what it is", () =>
  forAll([anyOccurrences, anyNow, fc.double({ min: 0, max: 1, noNaN: true })], 500, (occurrences, now, part) => {
    const from = Math.max(previousBoundary(occurrences, now), -200 * DAY);
    const until = Math.min(nextBoundary(occurrences, now), 400 * DAY);
    assert.ok(from <= now && now < until);
    const other = Math.min(Math.floor(from + (until - from) * part), until - 1);
    assert.deepEqual(interruptionAt(occurrences, other, DAY), interruptionAt(occurrences, now, DAY));
    assert.deepEqual(interruptionAt(occurrences, until - 1, DAY), interruptionAt(occurrences, now, DAY));
    assert.deepEqual(interruptionAt(occurrences, from, DAY), interruptionAt(occurrences, now, DAY));
  }));

test("boundaries lead through time without standing still, and the last one is followed by none", () =>
  forAll([anyOccurrences], 200, (occurrences) => {
    let now = -400 * DAY;
    for (let steps = 0; steps < 30_000; steps++) {
      const next = nextBoundary(occurrences, now);
      if (next === Number.POSITIVE_INFINITY) return;
      assert.ok(next > now);
      assert.equal(previousBoundary(occurrences, next), next);
      now = next;
    }
    assert.fail("no end of boundaries");
  }));

test("now is inside of an interruption exactly if an occurrence is active", () =>
  forAll([anyOccurrences, anyNow], (occurrences, now) => {
    const covered = occurrences.some((occurrence) => occurrence.start <= now && now < endAt(occurrence, now));
    assert.equal(interruptionAt(occurrences, now, DAY)?.state === "active", covered);
  }));

test("walking minute by minute over what is covered finds the same interruption", () =>
  forAll([occurrencesOn(MINUTE, 240), fc.integer({ min: -10, max: 400 })], 300, (occurrences, now) => {
    const found = interruptionAt(occurrences, now * MINUTE, 0)?.interruption ?? null;
    const covered = runs(occurrences, now * MINUTE);
    assert.deepEqual(found && [found.start, found.end], covered.find(([, end]) => end > now * MINUTE) ?? covered.at(-1) ?? null);
  }));

test("ten thousand occurrences that all overlap are read for less than fifty million steps of a loop", () => {
  const many = Array.from({ length: 10_000 }, (_, i) =>
    madeUp({ window: `w${i}`, start: (i * 7919 * MINUTE) % DAY, end: 2 * DAY + i, hold: i % 2 === 0, holdLimit: 3 * DAY + i }),
  );
  const cost = costOf(() => nextBoundary(many, DAY) && interruptionAt(many, DAY, 0));
  assert.ok(cost < 50, `${cost} million steps`);
});

function occurrencesOfCase(vector: VectorCase, now: number): Occurrence[] {
  const overrides = vector.overrides.map((form) =>
    overrideOf(form, parseWindow(vector.windows[form.window], "", "manifest", [])?.reminder ?? null),
  );
  return Object.entries(vector.windows).flatMap(([id, form]) => {
    const window = parseWindow(form, id, "manifest", []);
    assert.ok(window !== null);
    return occurrencesAround(id, window, overrides, now);
  });
}

function overrideOf(form: VectorOverride, lead: number | null): Override {
  return {
    window: form.window,
    occurrence: form.occurrence,
    start: form.start === undefined ? null : Date.parse(form.start),
    end: form.end === undefined ? null : Date.parse(form.end),
    canceled: form.canceled ?? false,
    completed: form.completed ?? false,
    byHand: form.by_hand ?? false,
    kept: form.kept
      ? { plannedStart: Date.parse(form.kept.planned_start), plannedEnd: Date.parse(form.kept.planned_end), lead }
      : null,
  };
}

function saidAt(occurrences: readonly Occurrence[], now: string, lead: number): unknown {
  const found = interruptionAt(occurrences, Date.parse(now), lead);
  if (!found) return { now, state: "none", start: null, end: null, remainder_start: null, ends_with: null };
  const { start, end, reminder, endsWith } = found.interruption;
  return {
    now,
    state: found.state,
    start: text(start),
    end: text(end),
    remainder_start: text(reminder),
    ends_with: endsWith.name,
  };
}

const text = (ms: number): string => new Date(ms).toISOString().replace("Z", "+00:00");

function madeUp(times: Pick<Occurrence, "window" | "start" | "end"> & Partial<Occurrence>): Occurrence {
  const { window, start, end } = times;
  return {
    name: `${window}/`,
    plannedStart: start,
    plannedEnd: end,
    hold: false,
    holdLimit: end,
    isCanceled: false,
    byHand: false,
    lead: 0,
    zone: "UTC",
    ...times,
  };
}

/** Starts and lengths in whole units, so that many touch. */
function occurrencesOn(unit: number, span: number): fc.Arbitrary<Occurrence[]> {
  const one = fc.record({
    start: fc.integer({ min: 0, max: span }),
    length: fc.integer({ min: 1, max: 40 }),
    hold: fc.boolean(),
    limit: fc.integer({ min: 0, max: 96 * 15 }),
    lead: fc.option(fc.integer({ min: 0, max: 40 })),
    late: fc.integer({ min: -50, max: 50 }),
    byHand: fc.boolean(),
  });
  return fc.array(one, { maxLength: 12 }).map((all) =>
    all.map(({ start, length, limit, lead, late, ...rest }, i) => {
      const end = (start + length) * unit;
      return madeUp({
        ...rest,
        window: `w${i}`,
        plannedStart: (start - late) * unit,
        start: start * unit,
        end,
        holdLimit: rest.hold ? end + limit * MINUTE : end,
        lead: lead === null ? null : lead * DAY,
      });
    }),
  );
}

const anyOccurrences = fc.oneof(occurrencesOn(MINUTE, 240), occurrencesOn(60 * MINUTE, 800), occurrencesOn(DAY, 150));
const anyNow = fc.oneof(
  fc.integer({ min: -10 * MINUTE, max: 400 * MINUTE }),
  fc.integer({ min: -10, max: 400 }).map((minutes) => minutes * MINUTE),
  fc.integer({ min: -60 * DAY, max: 200 * DAY }),
  fc.integer({ min: -60, max: 200 }).map((days) => days * DAY),
);

/** Minute by minute, for less than the 31 days that are followed. */
function runs(occurrences: readonly Occurrence[], now: number): (readonly [number, number])[] {
  const covered = Array.from({ length: 2_000 }, (_, i) =>
    occurrences.some((occurrence) => occurrence.start <= i * MINUTE && i * MINUTE < endAt(occurrence, now)),
  );
  const found: (readonly [number, number])[] = [];
  for (let i = 0; i < covered.length; i++) {
    if (!covered[i]) continue;
    const from = i;
    while (covered[i]) i++;
    found.push([from * MINUTE, i * MINUTE]);
  }
  return found;
}
