import assert from "node:assert/strict";
import { test } from "node:test";
import { cancelling, completing, extending, HOUR, once, refusal, START } from "../../../server/test/maintained-project.ts";

test("what is completed ends now, is held no longer, and may be completed twice", () => {
  const project = once({ overrun: "hold" });
  const complete = { ...completing, window: "w" };
  const { status, changed } = project.do(complete, START + 3 * HOUR);
  assert.deepEqual([changed, status.end, status.state], [true, START + 3 * HOUR, "ended"]);
  const again = project.do(complete, START + 4 * HOUR);
  assert.deepEqual([again.changed, again.status.end], [false, START + 3 * HOUR]);
  assert.equal(project.do({ ...completing, occurrence: "w/2026-12-06T02:00" }, START + 5 * HOUR).changed, false);
  assert.throws(() => project.do({ ...extending, window: "w", by: HOUR }, START + 5 * HOUR), refusal("conflict", /not active/));
});

test("what is completed in the millisecond in which it began has lasted one", () => {
  const { status } = once().do({ ...completing, window: "w" }, START);
  assert.deepEqual([status.occurrence.start, status.end], [START, START + 1]);
});

test("what has not started is not completed but cancelled", () => {
  assert.throws(() => once().do({ ...completing, window: "w" }, START - 1), refusal("conflict", /w has not started/));
  const name = { occurrence: "w/2026-12-06T02:00" };
  assert.throws(() => once().do({ ...completing, ...name }, START - 1), refusal("conflict", /has not started: cancel it/));
  assert.throws(() => once().do({ ...cancelling, ...name }, START), refusal("conflict", /has started: complete it/));
  assert.throws(() => once().do({ ...cancelling, ...name }, START + 2 * HOUR), refusal("conflict", /has ended/));
  assert.throws(() => once().do({ ...cancelling, window: "w" }, START), refusal("conflict", /^w\/.* has started: complete it/));
  assert.throws(() => once().do({ ...cancelling, window: "w" }, START + 2 * HOUR), refusal("conflict", /no upcoming occurrence/));
  assert.throws(() => once().do(cancelling, START), refusal("invalid", /window expected/));
});
