/** The cached warnings of all windows equal freshly computed ones, after any change. */

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { exampleInstance } from "../../../server/test/example-instance.ts";
import { formWith, overrideEdit, stateFrom, windowEdit } from "../../../server/test/example-project.ts";
import { DAY, START } from "../../../server/test/maintained-project.ts";
import { windowsWithOverrides } from "../occurrence/window-occurrences.ts";
import type { Edit } from "../project/resource.ts";
import { projectWarnings } from "../windows/maintenance-list.ts";
import { windowWarnings } from "../windows/window-warnings.ts";
import { applyEdits } from "./edit.ts";

const start = "2026-12-06T10:00";
const names = fc.constantFrom("w-0", "w-1", "w-2");
const edit = fc.oneof(
  fc
    .tuple(
      names,
      fc.constantFrom({}, { repeat: "FREQ=DAILY" }, { reminder: "PT30H", repeat: "FREQ=DAILY" }, { instances: ["eu-1"] }),
    )
    .map(([id, form]) => windowEdit(id, { start, duration: "PT3H", ...form })),
  names.map((id) => overrideEdit(id, start, { cancelled: true })),
  names.map((id): Edit => ({ kind: "window", id, value: null })),
  fc
    .tuple(fc.constantFrom("eu-1", "us-1", "asia-1"), fc.constantFrom(null, 30 * 3_600_000))
    .map(([id, reminder]): Edit => ({ kind: "instance", id, value: exampleInstance({ name: id, reminder }) })),
);
const step = fc.oneof(fc.record({ edit }), fc.record({ pass: fc.integer({ min: -3 * 24, max: 10 * 24 }) }));

test("for any edits, and for a clock in either direction", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
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
    }),
    { numRuns: 300 },
  );
});
