import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cancelling,
  completing,
  extending,
  HOUR,
  MINUTE,
  moving,
  once,
  refusal,
  START,
  starting,
  weekly,
} from "../../../server/test/maintained-project.ts";

test("a cancelled occurrence does not take place, is listed as cancelled, and no verb brings it back", () => {
  const project = once();
  const { status, changed } = project.do({ ...cancelling, window: "w" }, START - HOUR);
  assert.deepEqual([changed, status.state, status.occurrence.plannedStart], [true, "canceled", START]);
  assert.equal(project.do({ ...cancelling, window: "w" }, START - HOUR).changed, false);
  assert.deepEqual(project.times("w", START), [[0, 2, "canceled"]]);
  const name = { occurrence: "w/2026-12-06T02:00" };
  assert.throws(
    () => project.do({ ...starting, window: "w" }, START - MINUTE),
    refusal("conflict", /all its occurrences were canceled/),
  );
  assert.throws(() => project.do({ ...moving, ...name, start: START + HOUR }, START - 1), refusal("conflict", /was canceled/));
  assert.throws(() => project.do({ ...extending, ...name, by: 1 }, START), refusal("conflict", /was canceled/));
  assert.throws(() => project.do({ ...completing, ...name }, START), refusal("conflict", /was canceled/));
});

test("cancelling the next of a window twice cancels one", () => {
  const project = once(weekly);
  for (const changed of [true, false]) {
    const done = project.do({ ...cancelling, window: "w" }, START - HOUR);
    assert.deepEqual([done.changed, done.status.occurrence.name], [changed, "w/2026-12-06T02:00"]);
  }
  assert.equal(project.do({ ...starting, window: "w" }, START - HOUR).status.occurrence.name, "w/2026-12-13T02:00");
});
