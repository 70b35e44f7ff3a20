import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { windowEdit } from "../../../server/test/example-project.ts";
import { forAll } from "../../../server/test/for-all.ts";
import {
  cancelling,
  completing,
  DAY,
  extending,
  HOUR,
  MaintainedProject,
  MINUTE,
  moving,
  nothing,
  once,
  refuses,
  SECOND,
  START,
  starting,
  weekly,
} from "../../../server/test/maintained-project.ts";
import { interruptionAt } from "../occurrence/interruption.ts";
import { occurrencesAround } from "../occurrence/occurrence.ts";
import { findOccurrence, findWindow, type OccurrenceStatus, statusesAround } from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { DrawbridgeError } from "../values/errors.ts";
import type { MaintenanceVerb } from "./maintenance-verb.ts";

/** Requests at random steps of time, which can go back as clocks do. */
const choice = fc.constantFrom(
  nothing,
  { ...nothing, window: "once" },
  { ...nothing, window: "weekly" },
  { ...nothing, window: "deploy" },
  { ...nothing, occurrence: "weekly/2026-12-13T02:00" },
);
const span = fc.constantFrom(SECOND, 10 * MINUTE, HOUR, 30 * HOUR, 8 * DAY);
const far = fc.integer({ min: -2 * 24 * 60, max: 20 * 24 * 60 }).map((minutes) => START + minutes * MINUTE);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const anyVerb: fc.Arbitrary<MaintenanceVerb> = fc.oneof(
  fc
    .tuple(fc.constantFrom("once", "weekly", "deploy", null), fc.constantFrom("deploy", "once", null), maybe(span))
    .map(([window, name, length]) => ({ ...starting, window, name: window === null ? name : null, for: length })),
  fc.tuple(choice, span, far, fc.constantFrom("by", "until", "lease")).map(([chosen, by, until, kind]) => ({
    ...extending,
    ...chosen,
    [kind]: kind === "until" ? until : by,
  })),
  choice.map((chosen) => ({ ...completing, ...chosen })),
  choice.map((chosen) => ({ ...cancelling, ...chosen })),
  fc
    .tuple(choice, far, maybe(span), maybe(far))
    .map(([chosen, start, length, end]) => ({ ...moving, ...chosen, start, for: length, end: length === null ? end : null })),
);
const anyRule = fc.constantFrom(
  windowEdit("weekly", { ...weekly, duration: "PT3H" }),
  windowEdit("weekly", { ...weekly, start: "2026-12-06T04:00", overrun: "hold" }),
  windowEdit("weekly", { repeat: "FREQ=DAILY", overrun: "hold", duration: "PT4H" }),
  windowEdit("once", { start: "2026-12-08T02:00" }),
  windowEdit("once", { duration: "PT9H", overrun: "hold" }),
);

function storyOf(forward: boolean, ...what: readonly fc.Arbitrary<MaintenanceVerb | Edit>[]) {
  const step = fc.constantFrom(0, 1, MINUTE, 50 * MINUTE, 7 * HOUR, 3 * DAY);
  const steps = forward ? step : fc.oneof(step, fc.constantFrom(-1, -HOUR, -2 * DAY));
  return fc.record({
    overrun: fc.constantFrom("end", "hold"),
    steps: fc.array(fc.record({ step: steps, what: fc.oneof(...what) }), { minLength: 1, maxLength: 12 }),
  });
}

function windowsWith(overrun: string): MaintainedProject {
  return new MaintainedProject(
    windowEdit("once", { overrun, reminder: "PT12H" }),
    windowEdit("weekly", { ...weekly, overrun, zone: "Europe/Rome" }),
  );
}

/** Refused is as good as done. */
function attempt(project: MaintainedProject, verb: MaintenanceVerb, now: number) {
  try {
    return project.do(verb, now);
  } catch (error) {
    if (error instanceof DrawbridgeError && error.code !== "internal") return null;
    throw error;
  }
}

function everyStatus(state: ProjectState, now: number): OccurrenceStatus[] {
  return [...state.window.keys()].flatMap((id) => statusesAround(findWindow(state, id), now));
}

test("no sequence of verbs ends an occurrence before its start or twice, or announces it after it began, and each verb says how its occurrence stands", () =>
  forAll([storyOf(false, anyVerb)], 200, ({ overrun, steps }) => {
    const project = windowsWith(overrun);
    const ends = new Map<string, number>();
    let now = START - 10 * HOUR;
    for (const { step, what } of steps) {
      now += step;
      const done = attempt(project, what as MaintenanceVerb, now);
      if (done) assert.deepEqual(findOccurrence(project.state, done.status.occurrence.name, now), done.status);
      for (const { occurrence, end } of everyStatus(project.state, now))
        assert.ok(occurrence.start < occurrence.end && occurrence.end <= end, occurrence.name);
      // One that ended before it starts would not be among these.
      for (const [name, { value }] of project.state.override) {
        if (!value.canceled) assert.equal(findOccurrence(project.state, name, now).occurrence.name, name);
        if (value.completed && !ends.has(name)) ends.set(name, value.end ?? 0);
        if (ends.has(name)) assert.equal(value.end, ends.get(name), name);
      }
      const all = [...project.state.window.keys()].flatMap((id) => {
        const held = findWindow(project.state, id);
        return occurrencesAround(id, held.window, held.overrides, now);
      });
      for (const at of [now, now + HOUR, now + 5 * DAY]) {
        const found = interruptionAt(all, at, HOUR)?.interruption;
        assert.ok(!found || (found.reminder <= found.start && found.start <= found.end));
      }
    }
  }));

for (const back of [1, HOUR])
  test(`a name that is started again after its completion, by a clock that was set back by ${back} ms, keeps what was completed`, () => {
    const project = new MaintainedProject();
    const began = START - 10 * HOUR;
    const first = project.do({ ...starting, id: "deploy" }, began).status.occurrence.name;
    project.do({ ...completing, window: "deploy" }, began);
    const now = began - back;
    const second = project.do({ ...starting, id: "deploy" }, now).status;
    assert.notEqual(second.occurrence.name, first);
    assert.deepEqual([second.state, second.end], ["active", now + HOUR]);
    for (const at of [now, began, began + DAY]) {
      const kept = findOccurrence(project.state, first, at);
      assert.deepEqual([kept.occurrence.start, kept.end], [began, began + 1]);
    }
    for (const verb of [
      { ...extending, occurrence: first, by: HOUR },
      { ...cancelling, occurrence: first },
      { ...moving, occurrence: first, start: began + DAY },
    ])
      assert.equal(attempt(project, verb, now), null, verb.verb);
    project.do({ ...completing, window: "deploy" }, now);
    const third = project.do({ ...starting, id: "deploy" }, now - 1).status.occurrence.name;
    assert.equal(new Set([first, second.occurrence.name, third]).size, 3);
    for (const name of project.state.override.keys())
      assert.equal(findOccurrence(project.state, name, now).occurrence.name, name);
  });

test("whatever is done or edited afterwards, what was completed or canceled never comes back", () =>
  forAll([storyOf(true, anyVerb, anyVerb, anyVerb, anyRule)], 120, ({ overrun, steps }) => {
    const project = windowsWith(overrun);
    const final = new Map<string, number | null>();
    let now = START - 10 * HOUR;
    for (const { step, what } of steps) {
      now += step;
      if ("verb" in what) attempt(project, what, now);
      else project.edit([what], now);
      for (const [name, end] of final) {
        const status = findOccurrence(project.state, name, now);
        if (end === null) assert.notEqual(status.state, "active", name);
        else assert.equal(status.end, end, name);
      }
      for (const { occurrence, override, end } of everyStatus(project.state, now)) {
        if (override?.completed && end <= now) final.set(occurrence.name, end);
      }
    }
  }));

/** An extension by some time, and a window by hand that is to be a new one, are what the sender wants twice when it is sent twice. */
function isRepeatable(verb: MaintenanceVerb): boolean {
  if (verb.verb === "extend") return verb.by === null;
  return verb.verb === "start" ? verb.window !== null || verb.id !== null : true;
}

test("a verb that is carried out again at the same instant finds nothing to do", () =>
  forAll([storyOf(true, anyVerb)], 120, ({ overrun, steps }) => {
    const project = windowsWith(overrun);
    let now = START - 10 * HOUR;
    for (const { step, what } of steps) {
      now += step;
      const verb = what as MaintenanceVerb;
      const done = attempt(project, verb, now);
      if (!done || !isRepeatable(verb)) continue;
      const again = attempt(project, verb, now);
      // Without a name there may be nothing left that is meant.
      if (again === null && verb.verb === "complete" && verb.window === null) continue;
      assert.ok(again, JSON.stringify(verb));
      assert.deepEqual([again.changed, again.status.occurrence.name], [false, done.status.occurrence.name]);
    }
  }));

test("a canceled occurrence does not take place, is listed as canceled, and no verb brings it back", () => {
  const project = once();
  const { status, changed } = project.do({ ...cancelling, window: "w" }, START - HOUR);
  assert.deepEqual([changed, status.state, status.occurrence.plannedStart], [true, "canceled", START]);
  assert.equal(project.do({ ...cancelling, window: "w" }, START - HOUR).changed, false);
  assert.deepEqual(project.times("w", START), [[0, 2, "canceled"]]);
  const name = { occurrence: "w/2026-12-06T02:00" };
  refuses(project, { ...starting, window: "w" }, START - MINUTE, "conflict", /all its occurrences were canceled/);
  refuses(project, { ...moving, ...name, start: START + HOUR }, START - 1, "conflict", /was canceled/);
  refuses(project, { ...extending, ...name, by: 1 }, START, "conflict", /was canceled/);
  refuses(project, { ...completing, ...name }, START, "conflict", /was canceled/);
});

test("what is completed ends now, is held no longer, and may be completed twice", () => {
  const project = once({ overrun: "hold" });
  const complete = { ...completing, window: "w" };
  const { status, changed } = project.do(complete, START + 3 * HOUR);
  assert.deepEqual([changed, status.end, status.state], [true, START + 3 * HOUR, "ended"]);
  const again = project.do(complete, START + 4 * HOUR);
  assert.deepEqual([again.changed, again.status.end], [false, START + 3 * HOUR]);
  assert.equal(project.do({ ...completing, occurrence: "w/2026-12-06T02:00" }, START + 5 * HOUR).changed, false);
  refuses(project, { ...extending, window: "w", by: HOUR }, START + 5 * HOUR, "conflict", /not active/);
});

test("what has not started is not completed but canceled", () => {
  refuses(once(), { ...completing, window: "w" }, START - 1, "conflict", /w has not started/);
  const name = { occurrence: "w/2026-12-06T02:00" };
  refuses(once(), { ...completing, ...name }, START - 1, "conflict", /has not started: cancel it/);
  refuses(once(), { ...cancelling, ...name }, START, "conflict", /has started: complete it/);
  refuses(once(), { ...cancelling, ...name }, START + 2 * HOUR, "conflict", /has ended/);
  refuses(once(), { ...cancelling, window: "w" }, START, "conflict", /^w\/.* has started: complete it/);
  refuses(once(), { ...cancelling, window: "w" }, START + 2 * HOUR, "conflict", /no upcoming occurrence/);
  refuses(once(), cancelling, START, "invalid", /window expected/);
});
