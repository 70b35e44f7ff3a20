import assert from "node:assert/strict";
import { test } from "node:test";
import { windowFrom } from "../../../server/test/example-project.ts";
import {
  DAY,
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
import { findOccurrence } from "../occurrence/window-occurrences.ts";

test("a window that is started early begins now and keeps its planned length, and what was planned is told beside it", () => {
  const project = once();
  const now = START - 3 * HOUR;
  const { status } = project.do({ ...starting, window: "w" }, now);
  const { occurrence, end, state } = status;
  assert.deepEqual(
    [occurrence.start, end, occurrence.plannedStart, occurrence.plannedEnd, state],
    [now, now + 2 * HOUR, START, START + 2 * HOUR, "active"],
  );
  assert.deepEqual(project.times("w", now), [[-3, -1, "active"]]);
});

test("a window that is started again goes on, and with a length ends no earlier than that", () => {
  const project = once();
  const start = { ...starting, window: "w" };
  project.do(start, START - HOUR);
  assert.equal(project.do(start, START - MINUTE).changed, false);
  assert.equal(project.do({ ...start, for: MINUTE }, START - MINUTE).changed, false);
  const later = project.do({ ...start, for: 5 * HOUR }, START);
  assert.deepEqual([later.changed, later.status.end], [true, START + 5 * HOUR]);
  assert.equal(project.do({ ...start, until: START + 5 * HOUR }, START + HOUR).changed, false);
});

test("of a recurring window the next occurrence is started, and the others stay where the rule plans them", () => {
  const project = once(weekly);
  const now = START + 5 * DAY;
  const { status } = project.do({ ...starting, window: "w" }, now);
  assert.equal(status.occurrence.name, "w/2026-12-13T02:00");
  assert.deepEqual(project.times("w", now).slice(0, 3), [
    [0, 2, "ended"],
    [120, 122, "active"],
    [336, 338, "scheduled"],
  ]);
  assert.deepEqual(project.state.window, once(weekly).state.window);
});

test("a window that is over cannot be started, and one that is not there is not found", () => {
  refuses(
    once(),
    { ...starting, window: "w" },
    START + 2 * HOUR,
    "conflict",
    /w has no upcoming occurrence.*w\/2026-12-06T02:00 ended at 2026-12-06T04:00:00.000\+00:00/,
  );
  refuses(once(), { ...starting, window: "v" }, START, "not_found", /no such window/);
});

test("without a window, one is created by hand: the whole project, for an hour, and not a moment longer", () => {
  const project = new MaintainedProject();
  const now = START + 12 * SECOND + 345;
  const { status } = project.do(starting, now);
  const { occurrence, window, end, state } = status;
  assert.deepEqual(
    [occurrence.name, occurrence.start, end - occurrence.start, state],
    ["by-hand-20261206t020012/2026-12-06T02:00:12", now, HOUR, "active"],
  );
  assert.deepEqual([window.platforms, window.instances, window.overrun, window.origin], [null, null, "end", "hand"]);
  assert.equal(findOccurrence(project.state, occurrence.name, now + HOUR - 1).state, "active");
  assert.equal(findOccurrence(project.state, occurrence.name, now + HOUR).state, "ended");
});

test("by hand it has the name, scope, length, message and overrun that are asked for", () => {
  const form = { instances: ["eu-1"], message: { en: "Back at {end_time}." }, overrun: "end" };
  const { status } = new MaintainedProject().do({ ...starting, id: "deploy", for: 2 * MINUTE, form }, START);
  const { window, occurrence, end } = status;
  assert.deepEqual([occurrence.name, end], ["deploy/2026-12-06T02:00", START + 2 * MINUTE]);
  assert.deepEqual([window.instances, window.message, window.overrun], [["eu-1"], { en: "Back at {end_time}." }, "end"]);
});

test("all errors in a window by hand are reported together, at the members of the request", () => {
  const form = { platforms: [], instances: ["eu-1"], message: { xx_: "?" }, overrun: "stay" };
  refuses(new MaintainedProject(), { ...starting, form }, START, "invalid", /instances .*platforms .*overrun .*message/);
  refuses(new MaintainedProject(), { ...starting, id: "Not a slug" }, START, "invalid", /id expected/);
  refuses(
    once(),
    { ...starting, window: "w", id: "v", form: { overrun: "end" } },
    START,
    "invalid",
    /id applies only.*overrun applies only/,
  );
  refuses(once(), { ...starting, for: 1, until: START + 1 }, START, "invalid", /until `for` and `until`/);
  refuses(once(), { ...starting, until: START }, START, "invalid", /until .*future/);
  refuses(once(), { ...starting, until: START + 367 * DAY }, START, "invalid", /until .*366/);
});

test("a name that is active goes on, and its end is never earlier", () => {
  const project = new MaintainedProject();
  const start = { ...starting, id: "deploy", for: 30 * MINUTE };
  project.do(start, START);
  const again = project.do(start, START + 10 * MINUTE);
  assert.deepEqual([again.changed, again.status.end], [true, START + 40 * MINUTE]);
  assert.equal(project.do({ ...start, for: MINUTE }, START + 11 * MINUTE).changed, false);
  assert.equal(project.state.window.size, 1);
});

test("an active name with another scope is a conflict: the requested apps would not be covered", () => {
  const project = new MaintainedProject();
  project.do({ ...starting, id: "deploy", form: { instances: ["eu-1"] } }, START);
  assert.equal(project.do({ ...starting, id: "deploy", form: { instances: ["eu-1"] } }, START + 1).changed, false);
  refuses(
    project,
    { ...starting, id: "deploy", form: { instances: ["us-1"], overrun: "hold" } },
    START + 1,
    "conflict",
    /deploy already exists with different instances and overrun/,
  );
});

test("starting an ended window by hand fails with a hint to use its name", () => {
  const project = new MaintainedProject();
  project.do({ ...starting, id: "deploy", for: MINUTE, form: { overrun: "end" } }, START);
  const start = { ...starting, window: "deploy" };
  refuses(project, start, START + MINUTE, "conflict", /deploy\/.* ended at .*send its id as `id`/);
  refuses(once(), { ...start, window: "w" }, START + 2 * HOUR, "conflict", /w\/.* ended at [^ ]*\. *$/);
});

test("the name of a window that was planned is not taken for one by hand", () => {
  refuses(once(), { ...starting, id: "w" }, START - 1, "conflict", /w is a planned window/);
  assert.equal(once().do({ ...starting, id: "w" }, START).changed, false);
});

test("two that are started by hand in the same second are two", () => {
  const project = new MaintainedProject();
  const names = [0, 1, 2].map((ms) => project.do(starting, START + ms).status.occurrence.window);
  assert.deepEqual(names, ["by-hand-20261206t020000", "by-hand-20261206t020000-2", "by-hand-20261206t020000-3"]);
});

test("a window by hand is one that can be printed and read again", () => {
  const { window } = new MaintainedProject().do({ ...starting, until: START + 90 * SECOND + 1 }, START + 1).status;
  assert.deepEqual(windowFrom({ start: window.start, duration: "PT1M30S" }, "hand"), window);
});
