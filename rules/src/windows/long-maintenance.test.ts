import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleInstance } from "../../../server/test/example-instance.ts";
import { type Form, formWith, overrideEdit, stateFrom, windowEdit } from "../../../server/test/example-project.ts";
import { plan } from "../changes/plan.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { applyMaintenanceVerb, type MaintenanceVerb } from "../verbs/maintenance-verb.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const hour = 3_600_000;
const empty = stateFrom(formWith({}));

function refused(state: ProjectState, edits: readonly Edit[], at = now): string[] {
  return plan(state, edits, at)
    .refusals.filter(({ guard }) => guard === "long_maintenance")
    .map(({ path, message }) => `${path} ${/PT?\w+/.exec(message)?.[0]}`);
}

function verb(state: ProjectState, wanted: Partial<MaintenanceVerb> & Pick<MaintenanceVerb, "verb">, at = now): string[] {
  const nothing = {
    window: null,
    occurrence: null,
    name: null,
    for: null,
    until: null,
    by: null,
    lease: null,
    end: null,
    form: {},
  };
  return refused(state, applyMaintenanceVerb(state, { ...nothing, ...wanted } as MaintenanceVerb, at).edits, at);
}

/** Times of a window, and its length if it is too long; null: it is not. */
const windows: [Form, string | null][] = [
  [{ duration: "PT24H" }, null],
  [{ duration: "PT24H1S" }, "PT24H1S"],
  [{ duration: "P2D" }, "P2D"],
  [{ duration: undefined, end: "2026-12-07T02:00" }, null],
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

for (const [form, length] of windows) {
  test(`${JSON.stringify(form)} is ${length === null ? "not too long" : `too long, ${length}`}`, () => {
    assert.deepEqual(refused(empty, [windowEdit("w", form)]), length === null ? [] : [`windows.w ${length}`]);
  });
}

const long = stateFrom(formWith({}), windowEdit("w", { duration: "P2D" }));

test("a long window that stood before stops no edit that makes it no longer", () => {
  assert.deepEqual(refused(long, [windowEdit("w", { duration: "P2D", message: { en: "Later." } })]), []);
  assert.deepEqual(refused(long, [windowEdit("w", { duration: "PT30H" })]), []);
  assert.deepEqual(refused(long, [windowEdit("w", { duration: "P3D" })]), ["windows.w P3D"]);
  assert.deepEqual(refused(long, [windowEdit("w", { duration: "P2D", repeat: "FREQ=MONTHLY" })]), ["windows.w P2D"]);
  assert.deepEqual(refused(long, [{ kind: "instance", id: "eu-1", value: exampleInstance({ name: "Europe" }) }]), []);
});

test("a window by hand is refused once, whatever it takes to write it", () => {
  assert.deepEqual(verb(empty, { verb: "start", name: "fix", for: 30 * hour }, now + 250), ["windows.fix PT30H"]);
  assert.deepEqual(verb(empty, { verb: "start", name: "fix", until: now + 25 * hour }), ["windows.fix PT25H"]);
  assert.deepEqual(verb(empty, { verb: "start", name: "fix", for: 24 * hour }), []);
});

const planned = stateFrom(formWith({}), windowEdit("w", { duration: "PT2H" }));

test("an occurrence that is started, extended or moved is refused where that makes it longer than a day", () => {
  const running = stateFrom(formWith({}), windowEdit("w", { start: "2026-11-21T11:00", duration: "PT2H" }));
  assert.deepEqual(verb(planned, { verb: "start", window: "w", for: 25 * hour }), ["windows.w PT25H"]);
  assert.deepEqual(verb(running, { verb: "extend", window: "w", by: 23 * hour }), ["windows.w PT25H"]);
  assert.deepEqual(verb(running, { verb: "extend", window: "w", by: 22 * hour }), []);
  assert.deepEqual(verb(planned, { verb: "move", window: "w", start: "2026-12-08T02:00", for: 25 * hour }), ["windows.w PT25H"]);
  assert.deepEqual(verb(planned, { verb: "move", window: "w", start: "2026-12-08T02:00" }), []);
});

test("one that was allowed to be long begins and moves as long as it is, and ends", () => {
  assert.deepEqual(verb(long, { verb: "start", window: "w" }), []);
  assert.deepEqual(verb(long, { verb: "move", window: "w", start: "2026-12-08T02:00" }), []);
  const started = stateFrom(
    formWith({}),
    windowEdit("w", { duration: "P2D" }),
    overrideEdit("w", "2026-12-06T02:00", { start: now - hour, end: now + 47 * hour }),
  );
  assert.deepEqual(verb(started, { verb: "complete", window: "w" }), []);
  assert.deepEqual(verb(started, { verb: "extend", window: "w", by: hour }), ["windows.w PT49H"]);
});

test("an override that the plan adds for an active occurrence triggers no guard", () => {
  const running = stateFrom(formWith({}), windowEdit("w", { start: "2026-11-21T11:00", duration: "P2D" }));
  const edited = plan(running, [windowEdit("w", { start: "2026-12-06T02:00", duration: "PT1H" })], now);
  assert.ok(edited.changes.some(({ kind }) => kind === "override"));
  assert.deepEqual(edited.refusals, []);
});
