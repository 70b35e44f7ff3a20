import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cancelling,
  completing,
  DAY,
  extending,
  HOUR,
  MaintainedProject,
  MINUTE,
  once,
  refuses,
  SECOND,
  START,
  starting,
  weekly,
} from "../../../server/test/maintained-project.ts";

test("an extension counts from the current end, also where that was held", () => {
  const project = once({ overrun: "hold" });
  assert.equal(project.do({ ...extending, window: "w", by: 15 * MINUTE }, START).status.end, START + 135 * MINUTE);
  const held = START + 140 * MINUTE;
  assert.deepEqual(project.times("w", held), [[0, 2.5, "active"]]);
  assert.equal(project.do({ ...extending, window: "w", by: HOUR }, held).status.end, START + 3.5 * HOUR);
});

test("an extension until an instant is the same twice, and never makes anything earlier", () => {
  const project = once();
  const extend = { ...extending, window: "w", until: START + 3 * HOUR };
  assert.equal(project.do(extend, START).changed, true);
  assert.equal(project.do(extend, START).changed, false);
  assert.equal(project.do({ ...extend, until: START + HOUR }, START).status.end, START + 3 * HOUR);
  refuses(project, { ...extend, until: START + HOUR }, START + HOUR, "invalid", /until .*future/);
});

test("only what is active, or is named and to come, is extended", () => {
  const by = { ...extending, by: HOUR };
  refuses(once(), { ...by, window: "w" }, START - 1, "conflict", /w is not active.*w\/2026-12-06T02:00/);
  refuses(once(), { ...by, occurrence: "w/2026-12-06T02:00" }, START + 2 * HOUR, "conflict", / ended at /);
  const project = once(weekly);
  project.do({ ...by, occurrence: "w/2027-06-06T02:00" }, START);
  assert.deepEqual([...project.state.override.keys()], ["w/2027-06-06T02:00"]);
  refuses(project, { ...by, occurrence: "w/2027-06-07T02:00" }, START, "not_found", /no such occurrence/);
  refuses(once(), { ...by, window: "w", occurrence: "w/2026-12-06T02:00" }, START, "invalid", /mutually exclusive/);
  refuses(once(), { ...by, window: "w", lease: HOUR }, START, "invalid", /by expected exactly one/);
});

test("a refused extension names what asked for it, and says why there is nothing to extend", () => {
  const extend = { ...extending, window: "w" };
  refuses(once(), { ...extend, by: 366 * DAY }, START, "invalid", / by expected maintenance of at most 366/);
  refuses(once(), { ...extend, until: START + 367 * DAY }, START, "invalid", / until expected maintenance of at most 366/);
  const start = { ...starting, window: "w" };
  refuses(once(), { ...start, for: 367 * DAY }, START, "invalid", / for expected maintenance of at most 366/);
  refuses(once(), { ...extend, by: 1 }, START + 2 * HOUR, "conflict", /not active: it has ended/);
  const canceled = once();
  canceled.do({ ...cancelling, window: "w" }, START - 1);
  refuses(canceled, { ...extend, by: 1 }, START, "conflict", /not active: all its occurrences were canceled/);
});

test("extending and completing need no name while exactly one window by hand is active", () => {
  const project = once();
  refuses(project, completing, START - 1, "conflict", /No maintenance that was started by hand is active/);
  refuses(project, completing, START, "conflict", /No maintenance that was started by hand.*w w, Sun 6 Dec 02:00–/);
  project.do({ ...starting, id: "one" }, START);
  assert.equal(project.do({ ...extending, by: HOUR }, START).status.occurrence.window, "one");
  project.do({ ...starting, id: "two" }, START);
  refuses(
    project,
    completing,
    START,
    "conflict",
    /2 windows that were started by hand.*one Maintenance of .*two Maintenance of /,
  );
  project.do({ ...completing, window: "two" }, START + 1);
  assert.equal(project.do(completing, START + 1).status.occurrence.window, "one");
});

test("a lease is written only when that moves the end by a minute or more", () => {
  const project = new MaintainedProject();
  project.do({ ...starting, id: "run", for: 2 * MINUTE, form: { overrun: "end" } }, START);
  const renewals = [20, 40, 59.999, 60, 80, 119, 120].map((seconds) => {
    const { changed, status } = project.do({ ...extending, window: "run", lease: 2 * MINUTE }, START + seconds * SECOND);
    return [seconds, changed, (status.end - START) / SECOND];
  });
  assert.deepEqual(renewals, [
    [20, false, 120],
    [40, false, 120],
    [59.999, false, 120],
    [60, true, 180],
    [80, false, 180],
    [119, false, 180],
    [120, true, 240],
  ]);
  const renew = { ...extending, window: "run", lease: 2 * MINUTE };
  refuses(project, renew, START + 240 * SECOND, "conflict", /run is not active: it has ended/);
});
