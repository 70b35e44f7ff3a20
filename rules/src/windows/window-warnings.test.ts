import assert from "node:assert/strict";
import { test } from "node:test";
import { type Form, formWith, overrideEdit, stateFrom, windowEdit } from "../../../server/test/example-project.ts";
import { plan } from "../changes/plan.ts";
import { findWindow, statusesAround } from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import type { Warning } from "../wire/warning.ts";
import { shiftWarnings, windowWarnings } from "./window-warnings.ts";

const HOUR = 3_600_000;
/** 02:00 to 04:00 UTC, of every window here that does not say another. */
const START = Date.UTC(2026, 11, 6, 2);
const place = { path: "windows.w", window: "w" };
const instances = { "eu-1": { name: "EU", reminder: "PT30H" }, "us-1": { name: "US" } };

function warned(form: Form, now: number, ...edits: readonly Edit[]): Warning[] {
  const state = stateFrom(formWith({ instances, reminder: "PT2H" }), windowEdit("w", form), ...edits);
  return windowWarnings(state, findWindow(state, "w"), now);
}

function shifts(form: Form, ...edits: readonly Edit[]): Warning[] {
  const state = stateFrom(formWith({}), windowEdit("w", form), ...edits);
  const now = Date.parse(`${String(form.start)}Z`) - 12 * HOUR;
  return statusesAround(findWindow(state, "w"), now).flatMap(shiftWarnings);
}

test("an upcoming or active window that covers all instances causes no warning", () => {
  for (const form of [{}, { instances: ["eu-1", "us-1"] }, { platforms: ["ios"] }])
    assert.deepEqual([...warned(form, START - HOUR), ...warned(form, START)], []);
});

test("a window of which nothing is to come is past, or was canceled", () => {
  assert.deepEqual(warned({ instances: ["eu-1"] }, START + 2 * HOUR), [{ code: "window_ended", ...place, canceled: false }]);
  assert.deepEqual(warned({}, START - HOUR, overrideEdit("w", "2026-12-06T02:00", { canceled: true })), [
    { code: "window_ended", ...place, canceled: true },
  ]);
});

test("a window by hand that is over is nothing to warn of: it took place", () => {
  const state = stateFrom(formWith({ instances }), windowEdit("w", {}, "hand"));
  assert.deepEqual(windowWarnings(state, findWindow(state, "w"), START + 3 * HOUR), []);
});

/** Scope and reminder, and the lead time that exceeds the 22 hours between occurrences; null means none does. */
const leads: [Form, string | null][] = [
  [{}, "PT30H"],
  [{ instances: ["eu-1"] }, "PT30H"],
  [{ instances: ["us-1"] }, null],
  [{ reminder: "PT22H" }, null],
  [{ reminder: "PT23H" }, "PT23H"],
];

for (const [form, lead] of leads)
  test(`a daily window of two hours with ${JSON.stringify(form)} is announced ${lead === null ? "with" : "without"} a pause`, () => {
    const found = warned({ ...form, repeat: "FREQ=DAILY" }, START).filter(({ code }) => code === "constant_reminder");
    const expected = { code: "constant_reminder", path: "windows.w.reminder", window: "w", reminder: lead, gap: "PT22H" };
    assert.deepEqual(found, lead === null ? [] : [expected]);
  });

const rome = { zone: "Europe/Rome" };
const skipped = { code: "skipped_time", window: "w", ...rome, time: "2027-03-28T02:30", start: "2027-03-28T03:30" };

test("a time that the clock skips, has twice, or shifts within is told of with what becomes of it", () => {
  assert.deepEqual(shifts({ ...rome, start: "2027-03-28T02:30", duration: "PT1H" }), [{ ...skipped, path: "windows.w" }]);
  assert.deepEqual(shifts({ ...rome, start: "2027-10-31T02:30", duration: "PT15M" }), [
    { code: "repeated_time", ...place, ...rome, time: "2027-10-31T02:30" },
  ]);
  assert.deepEqual(shifts({ ...rome, start: "2027-03-28T01:00", duration: "PT2H" }), [
    { code: "clock_change", ...place, ...rome, start: "2027-03-28T01:00", end: "2027-03-28T04:00", duration: "PT2H" },
  ]);
  assert.deepEqual(shifts({ ...rome, start: "2027-07-01T02:30", duration: "PT1H" }), []);
});

test("a moved occurrence causes no warning: an operator chose its time", () => {
  const moved = overrideEdit("w", "2027-03-28T02:30", { start: Date.UTC(2027, 2, 28, 5), end: Date.UTC(2027, 2, 28, 6) });
  assert.deepEqual(shifts({ ...rome, start: "2027-03-28T02:30", duration: "PT1H" }, moved), []);
});

const NOW = Date.UTC(2026, 10, 21);
const sundays: Form = { start: "2026-12-06T02:30", zone: "Europe/Rome", repeat: "FREQ=WEEKLY;BYDAY=SU" };
const empty = stateFrom(formWith({}));

function planned(state: ProjectState, edits: readonly Edit[], now = NOW): readonly Warning[] {
  return plan(state, edits, now).warnings;
}

const atStart = { path: "windows.w.start", window: "w" };
const skippedStart = { ...skipped, ...atStart };
/** Forms, and their warnings about clock changes in the next year. */
const dateShifts: [Form, object[]][] = [
  [sundays, [skippedStart]],
  [{ ...sundays, start: "2026-12-06T03:00" }, []],
  [{ ...sundays, repeat: "FREQ=WEEKLY;UNTIL=20270321" }, []],
  [{ ...sundays, except: ["2027-03-28"] }, [{ code: "repeated_time", ...atStart, ...rome, time: "2027-10-31T02:30" }]],
  [{ ...sundays, except: ["2027-03-28", "2027-10-31"] }, []],
  [{ ...sundays, zone: "Asia/Kolkata" }, []],
  [
    { ...sundays, start: "2026-12-06T02:15", zone: "Australia/Lord_Howe" },
    [{ ...skippedStart, zone: "Australia/Lord_Howe", time: "2027-10-03T02:15", start: "2027-10-03T02:45" }],
  ],
  [{ start: "2027-03-28T02:30", zone: "Europe/Rome" }, [skippedStart]],
];

for (const [form, said] of dateShifts)
  test(`of ${JSON.stringify(form)} ${said.length === 0 ? "no shift is told" : "the first shift is told, once"}`, () =>
    assert.deepEqual(planned(empty, [windowEdit("w", form)]), said));

test("what was told of a window is not told again when it is edited", () => {
  const state = stateFrom(formWith({}), windowEdit("w", sundays));
  assert.deepEqual(planned(state, [windowEdit("w", { ...sundays, message: { en: "Soon." } })]), []);
  assert.equal(planned(state, [windowEdit("w", { ...sundays, start: "2026-12-06T02:45" })]).length, 1);
});

test("a date that leaves nothing out is told", () =>
  assert.deepEqual(
    planned(empty, [windowEdit("w", { repeat: "FREQ=WEEKLY", except: ["2026-12-13", "2026-12-14", "2026-11-29"] })]),
    [
      { code: "unplanned_exception", path: "windows.w.except.0", window: "w", date: "2026-11-29" },
      { code: "unplanned_exception", path: "windows.w.except.2", window: "w", date: "2026-12-14" },
    ],
  ));

test("two windows that cover the same askers at the same time are told once, with the first time", () => {
  const state = stateFrom(formWith({}), windowEdit("nightly", { repeat: "FREQ=DAILY" }));
  assert.deepEqual(planned(state, [windowEdit("w", { start: "2026-12-06T03:00", repeat: "FREQ=WEEKLY" })]), [
    { code: "overlap", ...place, other: "nightly", start: "2026-12-06T03:00:00.000+00:00" },
  ]);
});

function overlaps(warnings: readonly Warning[]): string[] {
  return warnings.flatMap((each) => (each.code === "overlap" ? [`${each.window} ${each.other}`] : []));
}

test("windows that only touch, that are apart, far ahead, or cover others are not told", () => {
  const state = stateFrom(
    formWith({ instances: { "eu-1": { name: "EU" }, "us-1": { name: "US" } } }),
    windowEdit("v", { platforms: ["ios"] }),
  );
  const others: [ProjectState, Form][] = [
    [state, { start: "2026-12-06T04:00", platforms: ["ios"] }],
    [state, { start: "2026-12-07T02:00" }],
    [state, { platforms: ["android"] }],
    [state, { instances: ["eu-1", "us-1"] }],
    [stateFrom(formWith({}), windowEdit("v", { start: "2027-01-06T02:00" })), { start: "2027-01-06T02:00" }],
  ];
  for (const [before, form] of others) assert.deepEqual(planned(before, [windowEdit("w", form)]), [], JSON.stringify(form));
  const met = [{ platforms: ["ios"] }, {}, { platforms: ["android", "ios"], start: "2026-12-06T03:59" }];
  for (const form of met) assert.deepEqual(overlaps(planned(state, [windowEdit("w", form)])), ["w v"], JSON.stringify(form));
});

test("a window on one instance overlaps windows on the whole project, but not those on other instances", () => {
  const state = stateFrom(
    formWith({ instances: { "eu-1": { name: "EU" }, "us-1": { name: "US" } } }),
    windowEdit("all", { start: "2026-12-08T02:00" }),
    windowEdit("us", { instances: ["us-1"] }),
  );
  const said = planned(state, [windowEdit("eu", { instances: ["eu-1"], repeat: "FREQ=DAILY" })]);
  assert.deepEqual(overlaps(said), ["eu all"]);
});

test("an occurrence that was canceled overlaps nothing", () => {
  const state = stateFrom(formWith({}), windowEdit("v", {}), overrideEdit("v", "2026-12-06T02:00", { canceled: true }));
  assert.deepEqual(planned(state, [windowEdit("w", {})]), []);
});
