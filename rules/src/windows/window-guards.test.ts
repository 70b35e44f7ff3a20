import assert from "node:assert/strict";
import { test } from "node:test";
import {
  exampleInstance,
  type Form,
  formWith,
  overrideEdit,
  stateFrom,
  windowEdit,
} from "../../../server/test/example-project.ts";
import {
  completing,
  DAY,
  extending,
  HOUR,
  moving,
  once,
  START,
  starting,
  weekly,
} from "../../../server/test/maintained-project.ts";
import { applyEdits } from "../changes/edit.ts";
import { plan } from "../changes/plan.ts";
import { rollbackEdits } from "../changes/rollback.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { applyMaintenanceVerb, type MaintenanceVerb } from "../verbs/maintenance-verb.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const empty = stateFrom(formWith({}));

function refused(state: ProjectState, edits: readonly Edit[], at = now): string[] {
  const { guards } = plan(state, edits, at);
  return guards.flatMap((guard) => (guard.code === "long_maintenance" ? [`${guard.path} ${guard.duration}`] : []));
}

function verb(state: ProjectState, one: MaintenanceVerb, at = now): string[] {
  return refused(state, applyMaintenanceVerb(state, one, at).edits, at);
}

/** Times of a window, and its length if it is too long; null means it is not. */
const windows: [Form, string | null][] = [
  [{ duration: "PT24H" }, null],
  [{ duration: "PT24H1S" }, "PT24H1S"],
  [{ duration: undefined, end: "2026-12-07T02:01" }, "PT24H1M"],
  // The clock goes back at 03:00 on 25 October 2026, and forward at 02:00 on 28 March 2027: a day of 25 hours, and one of 23.
  [{ duration: undefined, start: "2026-10-25T00:00", end: "2026-10-26T00:00", zone: "Europe/Rome" }, "PT25H"],
  [{ duration: undefined, start: "2027-03-28T00:00", end: "2027-03-29T00:30", zone: "Europe/Rome" }, null],
  [
    {
      duration: undefined,
      start: "2026-12-08T02:00",
      end: "2026-12-09T02:00",
      zone: "Europe/Rome",
      repeat: "FREQ=WEEKLY;BYDAY=TU",
    },
    null,
  ],
  [
    {
      duration: undefined,
      start: "2026-12-06T00:00",
      end: "2026-12-07T00:00",
      zone: "Europe/Rome",
      repeat: "FREQ=WEEKLY;BYDAY=SU",
    },
    "PT25H",
  ],
  [{ duration: "PT24H", start: "2026-12-06T00:00", zone: "Europe/Rome", repeat: "FREQ=WEEKLY;BYDAY=SU" }, null],
];

for (const [form, length] of windows)
  test(`${JSON.stringify(form)} is ${length === null ? "not too long" : `too long, ${length}`}`, () =>
    assert.deepEqual(refused(empty, [windowEdit("w", form)]), length === null ? [] : [`windows.w ${length}`]));

const long = stateFrom(formWith({}), windowEdit("w", { duration: "P2D" }));

test("a long window that stood before stops no edit that makes it no longer", () => {
  assert.deepEqual(refused(long, [windowEdit("w", { duration: "P2D", message: { en: "Later." } })]), []);
  assert.deepEqual(refused(long, [windowEdit("w", { duration: "PT30H" })]), []);
  assert.deepEqual(refused(long, [windowEdit("w", { duration: "P3D" })]), ["windows.w P3D"]);
  assert.deepEqual(refused(long, [windowEdit("w", { duration: "P2D", repeat: "FREQ=MONTHLY" })]), ["windows.w P2D"]);
  assert.deepEqual(refused(long, [{ kind: "instance", id: "eu-1", value: exampleInstance({ name: "Europe" }) }]), []);
});

test("a window by hand is refused once, whatever it takes to write it", () => {
  assert.deepEqual(verb(empty, { ...starting, id: "fix", for: 30 * HOUR }, now + 250), ["windows.fix PT30H"]);
  assert.deepEqual(verb(empty, { ...starting, id: "fix", until: now + 25 * HOUR }), ["windows.fix PT25H"]);
  assert.deepEqual(verb(empty, { ...starting, id: "fix", for: 24 * HOUR }), []);
});

const planned = stateFrom(formWith({}), windowEdit("w", { duration: "PT2H" }));

test("an occurrence that is started, extended or moved is refused where that makes it longer than a day", () => {
  const running = stateFrom(formWith({}), windowEdit("w", { start: "2026-11-21T11:00", duration: "PT2H" }));
  assert.deepEqual(verb(planned, { ...starting, window: "w", for: 25 * HOUR }), ["windows.w PT25H"]);
  assert.deepEqual(verb(running, { ...extending, window: "w", by: 23 * HOUR }), ["windows.w PT25H"]);
  assert.deepEqual(verb(running, { ...extending, window: "w", by: 22 * HOUR }), []);
  assert.deepEqual(verb(planned, { ...moving, window: "w", start: "2026-12-08T02:00", for: 25 * HOUR }), ["windows.w PT25H"]);
  assert.deepEqual(verb(planned, { ...moving, window: "w", start: "2026-12-08T02:00" }), []);
});

test("one that was allowed to be long begins and moves as long as it is, and ends", () => {
  assert.deepEqual(verb(long, { ...starting, window: "w" }), []);
  assert.deepEqual(verb(long, { ...moving, window: "w", start: "2026-12-08T02:00" }), []);
  const started = stateFrom(
    formWith({}),
    windowEdit("w", { duration: "P2D" }),
    overrideEdit("w", "2026-12-06T02:00", { start: now - HOUR, end: now + 47 * HOUR }),
  );
  assert.deepEqual(verb(started, { ...completing, window: "w" }), []);
  assert.deepEqual(verb(started, { ...extending, window: "w", by: HOUR }), ["windows.w PT49H"]);
});

test("an override that the plan adds for an active occurrence triggers no guard", () => {
  const running = stateFrom(formWith({}), windowEdit("w", { start: "2026-11-21T11:00", duration: "P2D" }));
  const edited = plan(running, [windowEdit("w", { start: "2026-12-06T02:00", duration: "PT1H" })], now);
  assert.ok(edited.changes.some(({ kind }) => kind === "override"));
  assert.deepEqual(edited.guards, []);
});

/** 04:00 UTC: the windows here last from 02:00 until then. */
const END = START + 2 * HOUR;
const hold = windowEdit("w", { overrun: "hold" });

function heldOver(state: ProjectState, edits: readonly Edit[], now: number): string[] {
  return plan(state, edits, now).guards.flatMap(({ code, path }) => (code === "past_end" ? [path] : []));
}

test("a window that holds is refused from its planned end until its hold is over, and at no other time", () => {
  for (const [now, isRefused] of [
    [END - 1, false],
    [END, true],
    [END + DAY - 1, true],
    [END + DAY, false],
  ] as const)
    assert.deepEqual(heldOver(empty, [hold], now), isRefused ? ["windows.w"] : [], String((now - END) / HOUR));
});

test("the guard has when it was planned to end, and until when it would hold", () => {
  const [refusal] = plan(empty, [hold], END + 3 * HOUR).guards;
  assert.deepEqual(refusal, {
    code: "past_end",
    path: "windows.w",
    window: "w",
    planned_end: "2026-12-06T04:00:00.000+00:00",
    active_until: "2026-12-07T04:00:00.000+00:00",
  });
});

test("a recurring window is refused while its last occurrence would be held over, and not during a planned one", () => {
  const every = windowEdit("w", { ...weekly, overrun: "hold" });
  for (const week of [7 * DAY, 70 * DAY]) {
    assert.deepEqual(heldOver(empty, [every], START + week + HOUR), []);
    assert.deepEqual(heldOver(empty, [every], END + week + HOUR), ["windows.w"]);
    assert.deepEqual(heldOver(empty, [every], END + week + 2 * DAY), []);
  }
});

test("one that is active already, held over, is edited and applied again as before", () => {
  const state = applyEdits(empty, [hold]);
  assert.deepEqual(heldOver(state, [windowEdit("w", { overrun: "hold", message: { en: "Longer" } })], END + HOUR), []);
  assert.deepEqual(heldOver(state, [windowEdit("v", {})], END + HOUR), []);
});

test("a window that is moved into the past, or is brought back by a rollback, is refused as a new one is", () => {
  const ahead = applyEdits(empty, [windowEdit("w", { start: "2027-06-01T02:00", overrun: "hold" })]);
  assert.deepEqual(heldOver(ahead, [hold], END + HOUR), ["windows.w"]);
  const past = applyEdits(empty, [hold]);
  assert.deepEqual(heldOver(empty, rollbackEdits(empty, past), END + HOUR), ["windows.w"]);
});

test("maintenance that is started now is not refused, however long ago it was planned", () => {
  const project = once({ overrun: "hold", start: "2026-12-20T02:00" });
  const planned = applyMaintenanceVerb(project.state, { ...starting, window: "w" }, END + HOUR).edits;
  const byHand = applyMaintenanceVerb(project.state, { ...starting, id: "deploy" }, END + HOUR).edits;
  for (const edits of [planned, byHand]) assert.deepEqual(heldOver(project.state, edits, END + HOUR), []);
});
