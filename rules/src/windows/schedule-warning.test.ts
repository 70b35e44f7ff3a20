import assert from "node:assert/strict";
import { test } from "node:test";
import { type Form, formWith, overrideEdit, stateFrom, windowEdit } from "../../../server/test/example-project.ts";
import { costOf } from "../../../server/test/work-cost.ts";
import { plan } from "../changes/plan.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 21);
const sundays: Form = { start: "2026-12-06T02:30", zone: "Europe/Rome", repeat: "FREQ=WEEKLY;BYDAY=SU" };
const empty = stateFrom(formWith({}));
const twoInstances = stateFrom(formWith({ instances: { "eu-1": { name: "EU" }, "us-1": { name: "US" } } }));

function warned(state: ProjectState, edits: readonly Edit[], now = NOW): string[] {
  return plan(state, edits, now).warnings.map(({ path, message }) => `${path} ${message}`);
}

/** Forms, and their warnings about clock changes in the next year. */
const shifts: [Form, string[]][] = [
  [sundays, ["windows.w.start on 2027-03-28, 02:30 does not exist in Europe/Rome: it starts at 03:30"]],
  [{ ...sundays, start: "2026-12-06T03:00" }, []],
  [{ ...sundays, repeat: "FREQ=WEEKLY;UNTIL=20270321" }, []],
  [
    { ...sundays, except: ["2027-03-28"] },
    ["windows.w.start on 2027-10-31, 02:30 occurs twice in Europe/Rome: it starts at the first"],
  ],
  [{ ...sundays, except: ["2027-03-28", "2027-10-31"] }, []],
  [{ ...sundays, zone: "Asia/Kolkata" }, []],
  [
    { ...sundays, start: "2026-12-06T02:15", zone: "Australia/Lord_Howe" },
    ["windows.w.start on 2027-10-03, 02:15 does not exist in Australia/Lord_Howe: it starts at 02:45"],
  ],
  [
    { start: "2027-03-28T02:30", zone: "Europe/Rome" },
    ["windows.w.start on 2027-03-28, 02:30 does not exist in Europe/Rome: it starts at 03:30"],
  ],
];

for (const [form, said] of shifts) {
  test(`of ${JSON.stringify(form)} ${said.length === 0 ? "no shift is told" : "the first shift is told, once"}`, () => {
    assert.deepEqual(warned(empty, [windowEdit("w", form)]), said);
  });
}

test("what was told of a window is not told again when it is edited", () => {
  const state = stateFrom(formWith({}), windowEdit("w", sundays));
  assert.deepEqual(warned(state, [windowEdit("w", { ...sundays, message: { en: "Soon." } })]), []);
  assert.equal(warned(state, [windowEdit("w", { ...sundays, start: "2026-12-06T02:45" })]).length, 1);
});

test("a date that leaves nothing out is told", () => {
  assert.deepEqual(
    warned(empty, [windowEdit("w", { repeat: "FREQ=WEEKLY", except: ["2026-12-13", "2026-12-14", "2026-11-29"] })]),
    [
      "windows.w.except.0 has no effect: no occurrence is planned on 2026-11-29",
      "windows.w.except.2 has no effect: no occurrence is planned on 2026-12-14",
    ],
  );
});

test("a window that is wholly past when it is written is told, one that is not over is not", () => {
  const past: Form[] = [{ start: "2026-11-20T02:00" }, { start: "2026-11-10T02:00", repeat: "FREQ=DAILY;COUNT=5" }];
  for (const form of past) assert.match(warned(empty, [windowEdit("w", form)]).join(), /windows\.w has ended/);
  const alive: Form[] = [
    { start: "2026-11-20T23:00" },
    { start: "2026-11-10T02:00", repeat: "FREQ=DAILY;COUNT=12" },
    { start: "2020-11-10T02:00", repeat: "FREQ=DAILY" },
  ];
  for (const form of alive) assert.deepEqual(warned(empty, [windowEdit("w", form)]), [], JSON.stringify(form));
});

test("a lead that reaches back over the occurrence before is told", () => {
  const daily = { repeat: "FREQ=DAILY", reminder: "PT22H" };
  assert.deepEqual(warned(empty, [windowEdit("w", daily)]), []);
  assert.match(
    warned(empty, [windowEdit("w", { ...daily, reminder: "PT23H" })]).join(),
    /windows\.w\.reminder is PT23H before the start/,
  );
});

test("two windows that cover the same askers at the same time are told once, with the first time", () => {
  const state = stateFrom(formWith({}), windowEdit("nightly", { repeat: "FREQ=DAILY" }));
  assert.deepEqual(warned(state, [windowEdit("w", { start: "2026-12-06T03:00", repeat: "FREQ=WEEKLY" })]), [
    "windows.w w/2026-12-06T03:00 overlaps nightly/2026-12-06T02:00: apps that both cover see one interruption",
  ]);
});

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
  for (const [before, form] of others) assert.deepEqual(warned(before, [windowEdit("w", form)]), [], JSON.stringify(form));
  const met = [{ platforms: ["ios"] }, {}, { platforms: ["android", "ios"], start: "2026-12-06T03:59" }];
  for (const form of met) assert.match(warned(state, [windowEdit("w", form)]).join(), /w\/.* overlaps v\//, JSON.stringify(form));
});

test("a window on one instance overlaps windows on the whole project, but not those on other instances", () => {
  const state = stateFrom(
    formWith({ instances: { "eu-1": { name: "EU" }, "us-1": { name: "US" } } }),
    windowEdit("all", { start: "2026-12-08T02:00" }),
    windowEdit("us", { instances: ["us-1"] }),
  );
  const said = warned(state, [windowEdit("eu", { instances: ["eu-1"], repeat: "FREQ=DAILY" })]);
  assert.deepEqual(
    said.filter((text) => text.includes("overlaps")),
    ["windows.eu eu/2026-12-08T02:00 overlaps all/2026-12-08T02:00: apps that both cover see one interruption"],
  );
});

test("an occurrence that was cancelled overlaps nothing", () => {
  const state = stateFrom(formWith({}), windowEdit("v", {}), overrideEdit("v", "2026-12-06T02:00", { cancelled: true }));
  assert.deepEqual(warned(state, [windowEdit("w", {})]), []);
});

test("a rule on some of the instances is told of those that are not covered", () => {
  const said = warned(twoInstances, [windowEdit("w", { instances: ["eu-1"], repeat: "FREQ=WEEKLY" })]);
  assert.deepEqual(said, ["windows.w.instances covers 1 of 2 instances: apps that only request /config do not see it"]);
});

test("checking two thousand windows written in one change costs less than two thousand million steps of a loop", () => {
  const edits = Array.from({ length: 2_000 }, (_, i) => windowEdit(`w${i}`, { repeat: "FREQ=DAILY", zone: "Europe/Rome" }));
  const cost = costOf(() => plan(empty, edits, NOW + HOUR), 2);
  assert.ok(cost < 2_000, `${cost} million steps`);
});
