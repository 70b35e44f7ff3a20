import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { instant, overrideOf, schedule } from "../../../server/test/arbitrary-manifest.ts";
import { type Form, formWith, overrideEdit, stateFrom, windowEdit, windowFrom } from "../../../server/test/example-project.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { pluck } from "../../../server/test/pluck.ts";
import { applyEdits } from "../changes/edit.ts";
import { plan } from "../changes/plan.ts";
import { isKeptAhead, type Occurrence, occurrencesAround, occurrencesBetween } from "../occurrence/occurrence.ts";
import { endAt } from "../occurrence/occurrence-state.ts";
import { overridesForWindow } from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { runSteps } from "../values/steps.ts";
import type { MaintenanceWindow, WindowOrigin } from "./maintenance-window.ts";
import { aheadEdits } from "./window-change.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Default start of the windows below: 02:00 to 04:00 UTC. */
const START = Date.UTC(2026, 11, 6, 2);
const NAME = "2026-12-06T02:00";

function stateWith(before: Form, ...edits: readonly Edit[]): ProjectState {
  return stateFrom(formWith({}), windowEdit("w", before), ...edits);
}

function edited(state: ProjectState, after: Form, now: number): ProjectState {
  return applyEdits(state, plan(state, [windowEdit("w", after)], now).changes);
}

function occurrencesIn(state: ProjectState): Occurrence[] {
  const window = state.window.get("w")?.value;
  return window ? occurrencesBetween("w", window, overridesForWindow(state, "w"), START - 70 * DAY, START + 70 * DAY) : [];
}

/** Hours after 02:00 of start, end and current end at `now`. */
function timesIn(state: ProjectState, now: number): number[][] {
  return occurrencesIn(state).map((one) => [one.start, one.end, endAt(one, now)].map((at) => (at - START) / HOUR));
}

test("what is kept is an override that says what was planned and how long before it was announced", () => {
  const state = edited(stateWith({ reminder: "PT12H" }), { duration: "PT5H", zone: "Europe/Rome" }, START + HOUR);
  assert.deepEqual(
    [...state.override],
    [
      [
        `w/${NAME}`,
        {
          value: {
            window: "w",
            occurrence: NAME,
            start: START,
            end: START + 2 * HOUR,
            canceled: false,
            completed: false,
            byHand: false,
            kept: { plannedStart: START, plannedEnd: START + 2 * HOUR, lead: 12 * HOUR },
          },
          revision: 0,
        },
      ],
    ],
  );
});

/** Overrun before and after, hours after the start at the edit, and current end then, an hour later and two days later. */
const overruns: [string, string, number, number, number, number][] = [
  ["end", "hold", 3, 2, 2, 2],
  ["hold", "end", 2, 2.25, 2.25, 2.25],
  ["hold", "end", 5.1, 5.25, 5.25, 5.25],
  ["hold", "hold", 1, 2, 2.25, 26],
  ["hold", "hold", 5.1, 5.25, 6.25, 26],
];

for (const [before, after, hours, atEdit, anHourLater, twoDaysLater] of overruns)
  test(`overrun ${before} changed to ${after} ${hours} hours after the start of two: the current end is at ${atEdit}, then ${twoDaysLater}`, () => {
    const now = START + hours * HOUR;
    // The reminder makes it a change where the overrun is none.
    const state = edited(stateWith({ overrun: before }), { overrun: after, reminder: "PT7H" }, now);
    const [one, ...others] = occurrencesIn(state);
    assert.ok(one);
    assert.deepEqual(others, []);
    const ends = [now, now + HOUR, now + 48 * HOUR].map((at) => (endAt(one, at) - START) / HOUR);
    assert.deepEqual(ends, [atEdit, anHourLater, twoDaysLater]);
  });

test("one that was moved to later and has not started takes the new rule's end", () => {
  const moved = overrideEdit("w", NAME, { start: START + HOUR });
  assert.deepEqual(timesIn(edited(stateWith({}, moved), { duration: "PT5H" }, START + MINUTE), START), [[1, 5, 5]]);
});

test("a window started by hand and taken over by the manifest stays marked as started by hand", () => {
  const state = stateFrom(formWith({}), windowEdit("w", { overrun: "end" }, "hand"));
  const taken = applyEdits(state, plan(state, [windowEdit("w", {}, "manifest")], START + HOUR).changes);
  assert.deepEqual(pluck(occurrencesIn(taken), "byHand"), [true]);
});

const place = { path: "windows.w", window: "w" };

test("changing a window that has started warns that it keeps its times", () => {
  const warned = (after: Form, now: number) => plan(stateWith({}), [windowEdit("w", after)], now).warnings;
  assert.deepEqual(warned({ duration: "PT5H" }, START - 1), []);
  assert.deepEqual(warned({ start: "2026-12-07T02:00" }, START), [{ code: "started_occurrence", ...place, ended: false }]);
  assert.deepEqual(warned({ duration: "PT5H" }, START + 2 * HOUR), [{ code: "started_occurrence", ...place, ended: true }]);
  assert.deepEqual(warned({ start: "2026-12-07T02:00" }, START + 2 * HOUR), []);
});

/** Form, overrides, hours after the start, and whether deleting the window is refused then. */
const deletions: [Form, Edit[], number, boolean][] = [
  [{}, [], -1, false],
  [{}, [], 0, true],
  [{}, [], 2, false],
  [{ overrun: "hold" }, [], 20, true],
  [{ overrun: "hold" }, [], 26, false],
  [{}, [overrideEdit("w", NAME, { end: START + HOUR, completed: true })], 1, false],
  [{}, [overrideEdit("w", NAME, { start: START - HOUR })], -0.5, true],
];

for (const [before, edits, hours, isRefused] of deletions)
  test(`deleting ${JSON.stringify(before)} with ${edits.length} overrides ${hours} hours after its start is ${isRefused ? "refused" : "allowed"}`, () => {
    const { guards } = plan(stateWith(before, ...edits), [{ kind: "window", id: "w", value: null }], START + hours * HOUR);
    const actual = guards.map(({ code, path }) => `${code} ${path}`);
    assert.deepEqual(actual, isRefused ? ["active_window windows.w"] : []);
  });

/** Sundays 02:00 to 04:00 UTC from 2026-12-06, five weeks on. */
const weekly: Form = { repeat: "FREQ=WEEKLY;BYDAY=SU" };
const WEEK = 7 * DAY;
const MONTH_ON = START + 5 * WEEK;

/** Hours after the fifth Sunday's 02:00 of start and end, from the Sunday before it on. */
function timesAround(state: ProjectState): number[][] {
  const near = occurrencesIn(state).filter(({ start }) => start > MONTH_ON - 8 * DAY && start < MONTH_ON + 8 * DAY);
  return near.map((one) => [one.start, one.end].map((at) => (at - MONTH_ON) / HOUR));
}

test("a rule that would be active by its new times begins with the one after, and that is told", () => {
  const now = MONTH_ON + 3 * HOUR;
  const made = plan(stateWith(weekly), [windowEdit("w", { ...weekly, start: "2026-12-06T04:00" })], now);
  assert.deepEqual(made.warnings, [{ code: "next_occurrence", ...place }]);
  const after = applyEdits(stateWith(weekly), made.changes);
  assert.deepEqual(timesAround(after), [
    [-168, -166],
    [0, 2],
    [170, 172],
  ]);
});

test("what is edited of a rule and leaves alone what has been keeps nothing", () => {
  const edits: Form[] = [
    { ...weekly, except: ["2027-01-17"] },
    { repeat: "FREQ=WEEKLY;BYDAY=SU;UNTIL=20270117" },
    { repeat: "FREQ=WEEKLY;BYDAY=SU;COUNT=8" },
    { ...weekly, message: { en: "Soon." } },
    { ...weekly, platforms: ["ios"] },
  ];
  for (const form of edits) {
    const { changes } = plan(stateWith(weekly), [windowEdit("w", form)], MONTH_ON + 3 * HOUR);
    assert.deepEqual(pluck(changes, "kind"), ["window"], JSON.stringify(form));
  }
});

test("the same form again is no edit, whenever its rule was changed", () => {
  const form = { ...weekly, start: "2026-12-06T05:00" };
  const after = edited(stateWith(weekly), form, MONTH_ON + HOUR);
  assert.equal(after.window.get("w")?.value.since, MONTH_ON + HOUR);
  assert.deepEqual(plan(after, [windowEdit("w", form)], MONTH_ON + 3 * WEEK).changes, []);
  const again = edited(after, { ...form, message: { en: "Soon." } }, MONTH_ON + 3 * WEEK);
  assert.equal(again.window.get("w")?.value.since, MONTH_ON + HOUR);
});

function arbitraryWindow(...origins: readonly WindowOrigin[]): fc.Arbitrary<MaintenanceWindow> {
  return fc.tuple(schedule, fc.constantFrom(...origins)).map(([times, origin]) => ({ ...windowFrom({}), ...times, origin }));
}

/** Nothing becomes started by hand afterwards. */
const anyWindow = arbitraryWindow("manifest", "api", "hand");
const laterWindow = arbitraryWindow("manifest", "api");

const arbitraryHistory = anyWindow.chain((window) =>
  fc.record({
    window: fc.constant(window),
    override: fc.option(overrideOf("w", window.start), { nil: null }),
    steps: fc.array(fc.record({ window: laterWindow, now: instant }), { minLength: 1, maxLength: 4 }),
  }),
);

test("whatever is edited when, an occurrence that had started keeps its times, and one that is over never comes back", () =>
  forAll([arbitraryHistory], 300, ({ window, override, steps }) => {
    const done: Edit[] = override ? [{ kind: "override", id: `w/${window.start}`, value: override }] : [];
    let state = stateFrom(formWith({}), { kind: "window", id: "w", value: window }, ...done);
    for (const { window: value, now } of steps.toSorted((a, b) => a.now - b.now)) {
      const started = occurrencesIn(state).filter(({ start }) => start <= now);
      state = applyEdits(state, plan(state, [{ kind: "window", id: "w", value }], now).changes);
      for (const was of started) checkKept(was, occurrencesIn(state), now);
    }
  }));

function checkKept(was: Occurrence, occurrences: readonly Occurrence[], now: number): void {
  const is = occurrences.find(({ name }) => name === was.name);
  assert.ok(is, `${was.name} is gone`);
  assert.deepEqual(
    [is.start, is.plannedStart, is.plannedEnd, is.byHand],
    [was.start, was.plannedStart, was.plannedEnd, was.byHand],
  );
  if (!was.hold || now < was.end) assert.equal(endAt(is, now), was.end);
  if (endAt(was, now) > now) return;
  for (const later of [0, 1, HOUR, 48 * HOUR]) assert.equal(endAt(is, now + later), endAt(was, now));
}

/** Starts and ends that users see from `now` on, of what starts later. */
function aheadOf(state: ProjectState, now: number): number[][] {
  const window = state.window.get("w")?.value;
  const found = window ? occurrencesAround("w", window, overridesForWindow(state, "w"), now) : [];
  return found.filter(({ name, start }) => start > now && !state.override.has(name)).map(({ start, end }) => [start, end]);
}

const clockCase = fc.record({
  before: arbitraryWindow("manifest", "api"),
  after: laterWindow,
  now: instant,
  ahead: fc.integer({ min: 2 * DAY, max: 1_000 * DAY }),
});

test("after an edit under a clock that was ahead, what starts from now on is what the rule says", () =>
  forAll([clockCase], 150, ({ before, after, now, ahead }) => {
    const state = stateFrom(formWith({}), { kind: "window", id: "w", value: before });
    const edit: Edit = { kind: "window", id: "w", value: after };
    const result = applyEdits(state, plan(state, [edit], now + ahead).changes);
    const kept = pluck([...result.override.values()], "value");
    // A start later today does not count as ahead: all processes agree until midnight.
    fc.pre(result.window.has("w") && kept.every((one) => (one.start ?? 0) <= now || isKeptAhead(one, now)));
    const wanted = aheadOf(stateFrom(formWith({}), edit), now);
    // Until the cleanup, those of the wrong time stay as the wrong clock kept them.
    if (result.override.size === 0) assert.deepEqual(aheadOf(result, now), wanted);
    const healed = applyEdits(result, plan(result, runSteps(aheadEdits(result, now)), now).changes);
    assert.deepEqual(runSteps(aheadEdits(healed, now)), []);
    assert.deepEqual(aheadOf(healed, now), wanted);
  }));

test("a rule that was edited under a clock two years ahead applies again, and the next edit cleans up and warns", () => {
  const weekly = { repeat: "FREQ=WEEKLY" };
  const state = edited(stateWith(weekly), { ...weekly, duration: "PT3H" }, START + 730 * DAY);
  assert.ok((state.window.get("w")?.value.since ?? 0) > START + 700 * DAY);
  assert.ok(state.override.size > 0);
  const now = START + HOUR;
  assert.deepEqual(aheadOf(state, now)[0], [START + 7 * DAY, START + 7 * DAY + 3 * HOUR]);
  const again = plan(state, [windowEdit("w", { ...weekly, duration: "PT3H" })], now);
  assert.equal(again.warnings[0]?.code, "ahead_clock");
  const result = applyEdits(state, again.changes);
  assert.deepEqual([result.window.get("w")?.value.since, result.override.size], [undefined, 0]);
});

test("a second edit does not rewrite occurrences that the first one kept", () => {
  const closing = laterWindow.map((window): MaintenanceWindow => ({ ...window, overrun: "end" }));
  forAll([closing, closing, closing, instant], 150, (before, value, last, now) => {
    fc.pre(value.start !== before.start);
    const state = stateFrom(formWith({}), { kind: "window", id: "w", value: before });
    const once = applyEdits(state, plan(state, [{ kind: "window", id: "w", value }], now).changes);
    const again = plan(once, [{ kind: "window", id: "w", value: last }], now).changes;
    for (const { name } of occurrencesIn(state).filter(({ start }) => start <= now))
      assert.ok(!again.some(({ kind, id }) => kind === "override" && id === name), name);
  });
});
