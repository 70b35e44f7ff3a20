import assert from "node:assert/strict";
import { test } from "node:test";
import { type Form, formWith, overrideEdit, stateFrom, windowEdit } from "../../../server/test/example-project.ts";
import { findWindow, statusesAround } from "../occurrence/window-occurrences.ts";
import type { Edit } from "../project/resource.ts";
import { shiftWarnings, windowWarnings } from "./window-warnings.ts";

const HOUR = 3_600_000;
/** 02:00 to 04:00 UTC, of every window here that does not say another. */
const START = Date.UTC(2026, 11, 6, 2);
const instances = { "eu-1": { name: "EU", reminder: "PT30H" }, "us-1": { name: "US" } };

function warned(form: Form, now: number, ...edits: readonly Edit[]): string[] {
  const state = stateFrom(formWith({ instances, reminder: "PT2H" }), windowEdit("w", form), ...edits);
  return windowWarnings(state, findWindow(state, "w"), now).map(({ path, message }) => `${path} ${message}`);
}

function shifts(form: Form, ...edits: readonly Edit[]): string[] {
  const state = stateFrom(formWith({}), windowEdit("w", form), ...edits);
  const now = Date.parse(`${String(form.start)}Z`) - 12 * HOUR;
  return statusesAround(findWindow(state, "w"), now)
    .flatMap(shiftWarnings)
    .map(({ message }) => message);
}

test("an upcoming or active window that covers all instances causes no warning", () => {
  for (const form of [{}, { instances: ["eu-1", "us-1"] }, { platforms: ["ios"] }]) {
    assert.deepEqual([...warned(form, START - HOUR), ...warned(form, START)], []);
  }
});

test("a window of which nothing is to come is past, or was cancelled", () => {
  assert.deepEqual(warned({ instances: ["eu-1"] }, START + 2 * HOUR), ["windows.w has ended: it has no upcoming occurrence"]);
  assert.deepEqual(warned({}, START - HOUR, overrideEdit("w", "2026-12-06T02:00", { cancelled: true })), [
    "windows.w has no upcoming occurrence: the remaining ones were canceled",
  ]);
});

test("a window by hand that is over is nothing to warn of: it took place", () => {
  const state = stateFrom(formWith({ instances }), windowEdit("w", {}, "hand"));
  assert.deepEqual(windowWarnings(state, findWindow(state, "w"), START + 3 * HOUR), []);
});

/** Scope and reminder, and the lead time that exceeds the 22 hours between occurrences; null: none does. */
const leads: [Form, string | null][] = [
  [{}, "PT30H"],
  [{ instances: ["eu-1"] }, "PT30H"],
  [{ instances: ["us-1"] }, null],
  [{ reminder: "PT22H" }, null],
  [{ reminder: "PT23H" }, "PT23H"],
];

for (const [form, lead] of leads) {
  test(`a daily window of two hours with ${JSON.stringify(form)} is announced ${lead === null ? "with" : "without"} a pause`, () => {
    const found = warned({ ...form, repeat: "FREQ=DAILY" }, START).filter((text) => text.startsWith("windows.w.reminder"));
    const expected = `windows.w.reminder is ${lead} before the start, but the window recurs PT22H after its end: apps always show the reminder`;
    assert.deepEqual(found, lead === null ? [] : [expected]);
  });
}

const rome = { zone: "Europe/Rome" };

test("a time that the clock skips, has twice, or shifts within is told of with what becomes of it", () => {
  assert.deepEqual(shifts({ ...rome, start: "2027-03-28T02:30", duration: "PT1H" }), [
    "w/2027-03-28T02:30: this time does not exist in Europe/Rome, so it starts at 03:30",
  ]);
  assert.deepEqual(shifts({ ...rome, start: "2027-10-31T02:30", duration: "PT15M" }), [
    "w/2027-10-31T02:30: this time occurs twice in Europe/Rome, so it starts at the first",
  ]);
  assert.deepEqual(shifts({ ...rome, start: "2027-03-28T01:00", duration: "PT2H" }), [
    "w/2027-03-28T01:00: the clock in Europe/Rome changes while it is active: from 01:00 until 04:00 is PT2H",
  ]);
  assert.deepEqual(shifts({ ...rome, start: "2027-07-01T02:30", duration: "PT1H" }), []);
});

test("a moved occurrence causes no warning: an operator chose its time", () => {
  const moved = overrideEdit("w", "2027-03-28T02:30", { start: Date.UTC(2027, 2, 28, 5), end: Date.UTC(2027, 2, 28, 6) });
  assert.deepEqual(shifts({ ...rome, start: "2027-03-28T02:30", duration: "PT1H" }, moved), []);
});
