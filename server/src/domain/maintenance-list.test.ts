import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formWith, overrideEdit, stateFrom, windowEdit } from "../../test/example-project.ts";
import { DAY, HOUR, START, weekly } from "../../test/maintained-project.ts";
import type { Edit } from "./edit.ts";
import { MaintenanceList } from "./maintenance-list.ts";
import type { ProjectState } from "./project-state.ts";
import { heldWindows } from "./standing-occurrence.ts";

const rules = [{}, weekly, { repeat: "FREQ=DAILY" }, { repeat: "FREQ=DAILY;COUNT=3" }, { repeat: "FREQ=DAILY", overrun: "hold" }];
const anyWindow = fc.record({
  rule: fc.constantFrom(...rules),
  hour: fc.integer({ min: 10, max: 23 }),
  done: fc.constantFrom(
    {},
    { cancelled: true },
    { start: START + 9 * DAY, end: START + 9 * DAY + HOUR },
    { end: START + 40 * DAY },
  ),
});

function listed(state: ProjectState, limit: number, atOnce: number) {
  const list = new MaintenanceList(state, { from: START, until: START + 30 * DAY, limit }, START + HOUR);
  const windows = heldWindows(state);
  for (let at = 0; at < windows.length; at += atOnce) list.add(windows.slice(at, at + atOnce));
  return { names: list.standings.map(({ occurrence, end }) => `${occurrence.name} ${occurrence.start} ${end}`), more: list.more };
}

test("a short list is the beginning of a long one, and says whether there is more", () => {
  fc.assert(
    fc.property(fc.array(anyWindow, { maxLength: 8 }), fc.integer({ min: 1, max: 40 }), (windows, limit) => {
      const edits = windows.flatMap(({ rule, hour, done }, index): Edit[] => {
        const start = `2026-12-06T${hour}:00`;
        const edit = windowEdit(`w-${index}`, { start, duration: "PT3H", ...rule });
        return Object.keys(done).length === 0 ? [edit] : [edit, overrideEdit(`w-${index}`, start, done)];
      });
      const state = stateFrom(formWith({}), ...edits);
      const all = listed(state, 1_000, windows.length + 1);
      const some = listed(state, limit, 1);
      assert.deepEqual(some, { names: all.names.slice(0, limit), more: all.names.length > limit });
    }),
    { numRuns: 200 },
  );
});
