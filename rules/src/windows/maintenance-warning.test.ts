import assert from "node:assert/strict";
import { test } from "node:test";
import { type Form, formWith, overrideEdit, stateFrom, windowEdit } from "../../../server/test/example-project.ts";
import type { Edit } from "../project/resource.ts";
import { shiftWarnings, windowWarnings } from "./maintenance-warning.ts";
import { heldWindow, standingsAround } from "./standing-occurrence.ts";

const HOUR = 3_600_000;
/** 02:00 to 04:00 UTC, of every window here that does not say another. */
const START = Date.UTC(2026, 11, 6, 2);
const instances = { "eu-1": { name: "EU", reminder: "PT30H" }, "us-1": { name: "US" } };

function warned(form: Form, now: number, ...edits: readonly Edit[]): string[] {
  const state = stateFrom(formWith({ instances, reminder: "PT2H" }), windowEdit("w", form), ...edits);
  return windowWarnings(state, heldWindow(state, "w"), now).map(({ path, message }) => `${path} ${message}`);
}

function shifts(form: Form, ...edits: readonly Edit[]): string[] {
  const state = stateFrom(formWith({}), windowEdit("w", form), ...edits);
  const now = Date.parse(`${String(form.start)}Z`) - 12 * HOUR;
  return standingsAround(heldWindow(state, "w"), now)
    .flatMap(shiftWarnings)
    .map(({ message }) => message);
}

test("a window that is to come, or in force, and covers everybody is nothing to warn of", () => {
  for (const form of [{}, { instances: ["eu-1", "us-1"] }, { platforms: ["ios"] }]) {
    assert.deepEqual([...warned(form, START - HOUR), ...warned(form, START)], []);
  }
});

test("a window of which nothing is to come is past, or was cancelled", () => {
  assert.deepEqual(warned({ instances: ["eu-1"] }, START + 2 * HOUR), ["windows.w is past: nothing of it is to come"]);
  assert.deepEqual(warned({}, START - HOUR, overrideEdit("w", "2026-12-06T02:00", { cancelled: true })), [
    "windows.w has nothing to come that was not cancelled",
  ]);
});

test("a window by hand that is over is nothing to warn of: it took place", () => {
  const state = stateFrom(formWith({ instances }), windowEdit("w", {}, "hand"));
  assert.deepEqual(windowWarnings(state, heldWindow(state, "w"), START + 3 * HOUR), []);
});

/** Whom it covers and how long before it is announced, and the lead that is longer than the 22 hours between two; null: none is. */
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
    const expected = `windows.w.reminder is announced ${lead} ahead, but comes again PT22H after its end: apps announce it without a pause`;
    assert.deepEqual(found, lead === null ? [] : [expected]);
  });
}

const rome = { zone: "Europe/Rome" };

test("a time that the clock skips, has twice, or shifts within is told of with what becomes of it", () => {
  assert.deepEqual(shifts({ ...rome, start: "2027-03-28T02:30", duration: "PT1H" }), [
    "w/2027-03-28T02:30: that time does not exist in Europe/Rome, it starts at 03:30",
  ]);
  assert.deepEqual(shifts({ ...rome, start: "2027-10-31T02:30", duration: "PT15M" }), [
    "w/2027-10-31T02:30: that time comes twice in Europe/Rome, the first counts",
  ]);
  assert.deepEqual(shifts({ ...rome, start: "2027-03-28T01:00", duration: "PT2H" }), [
    "w/2027-03-28T01:00: the clock in Europe/Rome shifts while it is in force: from 01:00 until 04:00 is PT2H",
  ]);
  assert.deepEqual(shifts({ ...rome, start: "2027-07-01T02:30", duration: "PT1H" }), []);
});

test("what was moved has its time from somebody who looked at it", () => {
  const moved = overrideEdit("w", "2027-03-28T02:30", { start: Date.UTC(2027, 2, 28, 5), end: Date.UTC(2027, 2, 28, 6) });
  assert.deepEqual(shifts({ ...rome, start: "2027-03-28T02:30", duration: "PT1H" }, moved), []);
});
