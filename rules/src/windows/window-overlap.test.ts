import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Form, formWith, overrideEdit, stateFrom, windowEdit } from "../../../server/test/example-project.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { applyEdits } from "../changes/edit.ts";
import { plan } from "../changes/plan.ts";
import { occurrencesBetween } from "../occurrence/occurrence.ts";
import { mapByKind, type ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { ResourceMap } from "../project/resource-map.ts";
import { runSteps, type Steps } from "../values/steps.ts";
import { prepareAgenda, readAgenda } from "./window-outlook.ts";
import { overlapSteps } from "./window-overlap.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const now = Date.parse("2026-11-22T00:00:00Z");
const daily = { start: "2026-01-01T02:00", zone: "UTC", duration: "PT1H", repeat: "FREQ=DAILY" };
const year = { start: "2026-11-23T02:00", zone: "UTC", duration: "P366D" };
/** ms of CPU. A step takes up to 4, and a thread's CPU is counted in steps of up to 4. */
const MAX_CPU = 50;

/** As it is read from a store, with `new` put on top. */
function stateOf(count: number, formOf: (index: number) => Form, fresh: Form, more: readonly Edit[] = []): ProjectState {
  const edits = Array.from({ length: count }, (_, index) => windowEdit(`w-${index}`, formOf(index)));
  const written = applyEdits(stateFrom(formWith({})), [...edits, ...more]);
  const read = { ...written, ...mapByKind((kind) => ResourceMap.of<never>(written[kind] as never)) };
  return applyEdits(read, [windowEdit("new", fresh)]);
}

/** CPU ms of this thread. */
function longestStep(steps: Steps<unknown>): number {
  let longest = 0;
  for (;;) {
    const before = process.threadCpuUsage();
    const { done } = steps.next();
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1e3);
    if (done) return longest;
  }
}

/** Each of a thousand occurrences of one window is moved to another hour. */
const moved = Array.from({ length: 1_000 }, (_, index) => {
  const planned = now + (index - 3) * DAY + 2 * HOUR;
  const times = { start: now + index * HOUR, end: now + index * HOUR + 600_000 };
  return overrideEdit("w-7", new Date(planned).toISOString().slice(0, 16), times);
});

const cases: Readonly<Record<string, () => ProjectState>> = {
  "a year beside 5,000 such windows": () => stateOf(5_000, () => year, year),
  "a year beside 1,500 windows of every other day": () =>
    stateOf(1_500, () => ({ ...daily, repeat: "FREQ=DAILY;INTERVAL=2" }), year),
  "a year beside 1,000 overrides": () => stateOf(500, () => daily, year, moved),
};

for (const [name, make] of Object.entries(cases))
  test(`${name} is looked at in short steps`, () => {
    const longest = longestStep(overlapSteps(make(), ["new", "w-7"], now));
    assert.ok(longest < MAX_CPU, `a step takes ${longest} ms`);
  });

/** Occurrences of a window within the 31 days that are looked at, expanded without any index. */
function occurrencesAhead(state: ProjectState, id: string) {
  const window = state.window.get(id)?.value;
  assert.ok(window, id);
  return occurrencesBetween(id, window, [], now, now + 31 * DAY, now).filter(({ end }) => end > now);
}

test("an overlap is warned of exactly where an occurrence of another window meets the edited one, however long both last", () => {
  const minutes = fc.integer({ min: -40 * 1_440, max: 40 * 1_440 });
  // The first and the last instant that are looked at, too.
  const edge = fc.constantFrom(0, 1, -1, 31 * 1_440, 31 * 1_440 - 1, 31 * 1_440 + 1);
  const rule = fc.constantFrom<Form>(
    { duration: "PT1M" },
    { duration: "PT5H", repeat: "FREQ=DAILY" },
    { duration: "P2D", repeat: "FREQ=DAILY;INTERVAL=3" },
    { duration: "P40D" },
    { duration: "P366D" },
    { duration: "P366D", repeat: "FREQ=YEARLY;INTERVAL=2" },
  );
  const form = fc
    .tuple(fc.oneof(minutes, edge), rule)
    .map(([start, rest]) => ({ start: new Date(now + start * 60_000).toISOString().slice(0, 16), zone: "UTC", ...rest }));
  let warnings = 0;
  forAll([fc.array(form, { minLength: 1, maxLength: 8 }), form], (others, fresh) => {
    const state = stateOf(others.length, (index) => others[index] ?? {}, daily);
    const edits = [windowEdit("fresh", fresh)];
    const after = applyEdits(state, edits);
    const own = occurrencesAhead(after, "fresh");
    const meeting = [...after.window.keys()]
      .filter((id) => id !== "fresh")
      .flatMap((id) => occurrencesAhead(after, id))
      .flatMap((other) =>
        own
          .filter((one) => one.start < other.end && other.start < one.end)
          .map((one) => `${one.window} ${other.window} ${Math.max(one.start, other.start)}`),
      );
    const warned = plan(state, edits, now).warnings.flatMap((warning) =>
      warning.code === "overlap" ? [`${warning.window} ${warning.other} ${Date.parse(warning.start)}`] : [],
    );
    for (const pair of warned) assert.ok(meeting.includes(pair), pair);
    assert.equal(warned.length > 0, meeting.length > 0, meeting.join());
    warnings += warned.length;
  });
  assert.ok(warnings > 0);
});

test("the order of an agenda is put together in short steps, whatever other days are listed meanwhile", () => {
  const count = 2_000;
  const weekly = { ...daily, repeat: "FREQ=WEEKLY" };
  const state = stateOf(count, () => weekly, year);
  const other = stateOf(count, () => weekly, year);
  const expected = [...readAgenda(other, now).ordered];
  const steps = prepareAgenda(state, now);
  for (let step = 0; step < count - 10; step++) steps.next();
  for (let day = 1; day <= 5; day++) runSteps(prepareAgenda(state, now + day * DAY));
  const longest = longestStep(
    (function* () {
      yield* steps;
      assert.equal([...readAgenda(state, now).ordered].length, expected.length);
    })(),
  );
  assert.ok(longest < MAX_CPU, `a step takes ${longest} ms`);
  assert.deepEqual([...readAgenda(state, now).ordered], expected);
});
