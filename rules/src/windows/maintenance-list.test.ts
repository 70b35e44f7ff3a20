import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { exampleInstance, formWith, overrideEdit, stateFrom, windowEdit } from "../../../server/test/example-project.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { DAY, HOUR, START, weekly } from "../../../server/test/maintained-project.ts";
import { applyEdits } from "../changes/edit.ts";
import { isAhead } from "../occurrence/occurrence-state.ts";
import { statusesAround, windowsWithOverrides } from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { type ListPosition, type ListQuery, MaintenanceList, projectWarnings } from "./maintenance-list.ts";
import { readWindowOutlook } from "./window-outlook.ts";
import { windowWarnings } from "./window-warnings.ts";

const rules = [{}, weekly, { repeat: "FREQ=DAILY" }, { repeat: "FREQ=DAILY;COUNT=3" }, { repeat: "FREQ=DAILY", overrun: "hold" }];
const anyWindow = fc.record({
  rule: fc.constantFrom(...rules),
  hour: fc.integer({ min: 10, max: 23 }),
  except: fc.subarray(["2026-12-06", "2026-12-07", "2026-12-09", "2026-12-13", "2027-01-02"]),
  done: fc.constantFrom(
    {},
    { canceled: true },
    { start: START + 9 * DAY, end: START + 9 * DAY + HOUR },
    { end: START + 40 * DAY },
  ),
});

type AnyWindow = typeof anyWindow extends fc.Arbitrary<infer One> ? One : never;

function listed(state: ProjectState, limit: number, more: Partial<ListQuery> = {}) {
  const list = new MaintenanceList(state, { from: START, until: START + 30 * DAY, limit, ...more }, START + HOUR);
  for (const _ of list.lookUp());
  return {
    names: list.statuses.map(({ occurrence, end }) => `${occurrence.name} ${occurrence.start} ${end}`),
    more: list.more,
    next: list.next,
  };
}

function stateOf(windows: readonly AnyWindow[]): ProjectState {
  const edits = windows.flatMap(({ rule, hour, except, done }, index): Edit[] => {
    const start = `2026-12-06T${hour}:00`;
    const edit = windowEdit(`w-${index}`, { start, duration: "PT3H", ...rule, ...("repeat" in rule ? { except } : {}) });
    return Object.keys(done).length === 0 ? [edit] : [edit, overrideEdit(`w-${index}`, start, done)];
  });
  return stateFrom(formWith({}), ...edits);
}

test("a short list is the beginning of a long one, and says whether there is more", () =>
  forAll([fc.array(anyWindow, { maxLength: 8 }), fc.integer({ min: 1, max: 40 })], 80, (windows, limit) => {
    const state = stateOf(windows);
    const all = listed(state, 1_000);
    const some = listed(state, limit);
    assert.deepEqual(some.names, all.names.slice(0, limit));
    assert.equal(some.more, all.names.length > limit);
  }));

test("until when a window is alive, and whether anything of it was canceled, is what its occurrences say", () =>
  forAll([fc.array(anyWindow, { maxLength: 3 }), fc.integer({ min: -7 * 24, max: 120 * 24 })], (windows, hours) => {
    const now = START + hours * HOUR;
    for (const held of windowsWithOverrides(stateOf(windows))) {
      const states = statusesAround(held, now).map(({ state }) => state);
      const { aliveUntil, hasCanceled } = readWindowOutlook(held, now);
      assert.equal(
        now < aliveUntil,
        states.some((state) => state === "active" || isAhead(state)),
      );
      assert.equal(hasCanceled, states.includes("canceled"));
    }
  }));

test("a date that the rule leaves out is listed where it would be, as skipped", () =>
  forAll([fc.array(anyWindow, { maxLength: 4 })], (windows) => {
    const planned = windows.map((one) => ({ ...one, done: {} }));
    const statesIn = (excepted: typeof planned) => {
      const list = new MaintenanceList(stateOf(excepted), { from: START, until: START + 30 * DAY, limit: 1_000 }, START);
      for (const _ of list.lookUp());
      return list.statuses.map(({ occurrence: { name, start, end }, state }) => [`${name} ${start} ${end}`, state]);
    };
    const isSkipped = (text = "") => {
      const { rule = {}, except = [] } = planned[Number(/\d/.exec(text)?.[0])] ?? {};
      return "repeat" in rule && except.some((date) => text.includes(`/${date}T`));
    };
    const all = statesIn(planned.map((one) => ({ ...one, except: [] })));
    const actual = statesIn(planned);
    assert.deepEqual(
      actual,
      all.map(([name, state]) => [name, isSkipped(name) ? "skipped" : state]),
    );
  }));

test("page after page gives what a long list has, and each of it once", () => {
  const flags = fc.record({ planned: fc.boolean(), warnings: fc.boolean() });
  forAll([fc.array(anyWindow, { maxLength: 8 }), fc.integer({ min: 1, max: 40 }), flags], 80, (windows, limit, asked) => {
    const state = stateOf(windows);
    const names: string[] = [];
    for (let after: ListPosition | null | undefined; after !== null; ) {
      const page = listed(state, limit, { ...asked, after: after ?? null });
      names.push(...page.names);
      after = page.next;
    }
    assert.deepEqual(names, listed(state, 10_000, asked).names);
  });
});

test("what was moved out of the time that is asked for is listed only where what was planned for it is asked for too", () => {
  const start = "2026-12-06T10:00";
  const away = { start: START + 90 * DAY, end: START + 90 * DAY + HOUR };
  const edits = [windowEdit("moved", { start, duration: "PT3H" }), overrideEdit("moved", start, away)];
  const state = stateFrom(formWith({}), ...edits);
  assert.deepEqual(listed(state, 10).names, []);
  assert.deepEqual(listed(state, 10, { planned: true }).names, [`moved/${start} ${away.start} ${away.end}`]);
  const there = { from: START + 60 * DAY, until: START + 120 * DAY };
  assert.equal(listed(state, 10, { ...there, planned: true }).names.length, 1);
  assert.deepEqual(listed(state, 10, { from: START + 95 * DAY, until: START + 120 * DAY, planned: true }).names, []);
});

const start = "2026-12-06T10:00";
const names = fc.constantFrom("w-0", "w-1", "w-2");
const edit = fc.oneof(
  fc
    .tuple(
      names,
      fc.constantFrom({}, { repeat: "FREQ=DAILY" }, { reminder: "PT30H", repeat: "FREQ=DAILY" }, { instances: ["eu-1"] }),
    )
    .map(([id, form]) => windowEdit(id, { start, duration: "PT3H", ...form })),
  names.map((id) => overrideEdit(id, start, { canceled: true })),
  names.map((id): Edit => ({ kind: "window", id, value: null })),
  fc
    .tuple(fc.constantFrom("eu-1", "us-1", "asia-1"), fc.constantFrom(null, 30 * 3_600_000))
    .map(([id, reminder]): Edit => ({ kind: "instance", id, value: exampleInstance({ name: id, reminder }) })),
);
const step = fc.oneof(fc.record({ edit }), fc.record({ pass: fc.integer({ min: -3 * 24, max: 10 * 24 }) }));

test("for any edits, and for a clock in either direction", () =>
  forAll([fc.array(step, { maxLength: 20 })], 120, (steps) => {
    let state = stateFrom(formWith({}));
    let now = START - DAY;
    for (const one of steps) {
      if ("edit" in one) state = applyEdits(state, [one.edit]);
      else now += one.pass * 3_600_000;
      const expected = windowsWithOverrides(state).flatMap((held) => windowWarnings(state, held, now));
      const looking = projectWarnings(state, now);
      let found = looking.next();
      while (!found.done) found = looking.next();
      assert.deepEqual([found.value.first, found.value.count], [expected, expected.length]);
    }
  }));
