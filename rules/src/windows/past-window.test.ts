import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { arbitraryManifest, arbitraryState, instant } from "../../../server/test/arbitrary-manifest.ts";
import {
  exampleInstance,
  type Form,
  formWith,
  manifestFrom,
  overrideEdit,
  stateFrom,
  windowEdit,
  windowFrom,
} from "../../../server/test/example-project.ts";
import { exampleProposal } from "../../../server/test/example-proposal.ts";
import { manifestDrift } from "../../../server/test/finished-steps.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { pluck } from "../../../server/test/pluck.ts";
import { applyEdits } from "../changes/edit.ts";
import { manifestEdits, ownedDocument } from "../changes/manifest.ts";
import { plan } from "../changes/plan.ts";
import { rollbackEdits } from "../changes/rollback.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit, Proposal } from "../project/resource.ts";
import { DrawbridgeError } from "../values/errors.ts";
import { runSteps } from "../values/steps.ts";
import { applyMaintenanceVerb } from "../verbs/maintenance-verb.ts";
import { endedEdits, nextEnded } from "./past-window.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 02:00 to 04:00 UTC, of every window here that does not say another. */
const END = Date.UTC(2026, 11, 6, 4);
const NAME = "2026-12-06T02:00";
const LEAVES = END + 30 * DAY;

const another = windowEdit("another", { start: "2030-01-01T00:00" });

/** The windows that are left after the server's own commit. */
function leftAt(now: number, ...edits: readonly Edit[]): string[] {
  return [...cleaned(stateFrom(formWith({}), ...edits), now).window.keys()];
}

function cleaned(state: ProjectState, now: number): ProjectState {
  const edits = runSteps(endedEdits(state, now));
  const { changes, problems } = plan(state, edits, now);
  assert.deepEqual(problems, []);
  assert.deepEqual(changes.map(nameOf).sort(), edits.map(nameOf).sort());
  return applyEdits(state, edits);
}

const nameOf = ({ kind, id }: Edit): string => `${kind} ${id}`;

function changed(before: ProjectState, now: number, edits: readonly Edit[] = [another]) {
  const planned = plan(before, edits, now);
  return { state: applyEdits(before, planned.changes), warnings: planned.warnings, changes: planned.changes };
}

test("a window that ended 30 days ago and is edited stays, and the plan says that the daily cleanup deletes it", () => {
  const state = stateFrom(formWith({}), windowEdit("w", {}));
  const { changes, warnings } = changed(state, LEAVES + DAY, [windowEdit("w", { overrun: "hold" })]);
  assert.ok(changes.map(nameOf).includes("window w"));
  assert.ok(changes.every(({ kind, value }) => kind !== "window" || value !== null));
  assert.deepEqual(warnings.at(-1), { code: "past_window", path: "windows.w", window: "w", created: true });
});

/** Form, override, and days from the planned end of the first occurrence until the window is deleted; null means never. */
const ages: [string, Form, Partial<Parameters<typeof overrideEdit>[2]>, number | null][] = [
  ["that was extended by a day", {}, { end: END + DAY }, 31],
  ["that was started ten days early and completed", {}, { start: END - 10 * DAY, end: END - 9 * DAY, completed: true }, 30],
  ["that was moved to ten days later", {}, { start: END + 10 * DAY, end: END + 11 * DAY }, 41],
  ["that was canceled", {}, { canceled: true }, 30],
  ["that held to its limit", { overrun: "hold" }, {}, 31],
  ["that would hold and was completed", { overrun: "hold" }, { end: END + HOUR, completed: true }, 31],
  ["that recurs without end", { repeat: "FREQ=WEEKLY;BYDAY=SU" }, {}, null],
  ["that recurs three times", { repeat: "FREQ=WEEKLY;BYDAY=SU;COUNT=3" }, {}, 44],
  ["whose last is excepted", { repeat: "FREQ=WEEKLY;BYDAY=SU;COUNT=2", except: ["2026-12-13"] }, {}, 30],
];

for (const [what, form, done, days] of ages)
  test(`a window ${what} leaves ${days === null ? "never" : `after ${days} days`}`, () => {
    const edits = [windowEdit("w", form), overrideEdit("w", NAME, done)];
    if (days === null) assert.deepEqual(leftAt(END + 4_000 * DAY, ...edits), ["w"]);
    else {
      assert.deepEqual(leftAt(END + days * DAY - 1, ...edits), ["w"]);
      assert.deepEqual(leftAt(END + days * DAY, ...edits), []);
    }
  });

test("a window by hand leaves 30 days after it was completed, since no manifest brings it again", () => {
  const edits = [windowEdit("w", {}, "hand"), overrideEdit("w", NAME, { end: END + HOUR, completed: true })];
  assert.deepEqual(leftAt(LEAVES + HOUR - 1, ...edits), ["w"]);
  assert.deepEqual(leftAt(LEAVES + HOUR, ...edits), []);
});

test("a window with a changed rule is deleted once it would also be past if created again", () => {
  const value = { ...windowFrom({ start: "2026-11-29T02:00", repeat: "FREQ=WEEKLY;BYDAY=SU;COUNT=2" }), since: END - 10 * DAY };
  const done = overrideEdit("w", "2026-11-01T02:00", {
    start: END - 40 * DAY,
    end: END - 39 * DAY,
    kept: { plannedStart: END - 40 * DAY, plannedEnd: END - 39 * DAY, lead: null },
  });
  for (const since of [END - 10 * DAY, END - DAY / 2]) {
    const edits: Edit[] = [{ kind: "window", id: "w", value: { ...value, since } }, done];
    assert.deepEqual(leftAt(LEAVES - 1, ...edits), ["w"]);
    assert.deepEqual(leftAt(LEAVES, ...edits), []);
  }
});

test("a window that is written when it has been over for 30 days is left out, and that is said", () => {
  const { changes, warnings } = changed(stateFrom(formWith({})), LEAVES, [windowEdit("w", {})]);
  assert.deepEqual(changes, []);
  assert.deepEqual(warnings, [{ code: "past_window", path: "windows.w", window: "w", created: false }]);
});

test("a kept occurrence of a continuing window is deleted too, unless the rule would plan it again", () => {
  const kept = { start: END - 2 * HOUR, end: END, completed: true };
  const times = { plannedStart: END - 2 * HOUR, plannedEnd: END, lead: null };
  const names = (form: Form, now: number) => {
    const edits = [windowEdit("w", form), overrideEdit("w", NAME, { ...kept, kept: times })];
    return [...cleaned(stateFrom(formWith({}), ...edits), now).override.keys()];
  };
  assert.deepEqual(names({ start: "2027-06-01T02:00" }, LEAVES + DAY - 1), [`w/${NAME}`]);
  assert.deepEqual(names({ start: "2027-06-01T02:00" }, LEAVES + DAY), []);
  assert.deepEqual(names({ repeat: "FREQ=WEEKLY;BYDAY=SU" }, LEAVES + 100 * DAY), [`w/${NAME}`]);
});

const windows = { w: { start: NAME, duration: "PT2H" }, v: { start: "2027-06-01T02:00", duration: "PT2H" } };

test("a manifest may go on naming what is past: it does not come back, and nothing of that is drift", () => {
  const form = formWith({ windows });
  const before = stateFrom(form);
  const still = changed(before, LEAVES, manifestEdits(before, manifestFrom({ ...form, ttl: "PT1M" })));
  assert.deepEqual([[...still.state.window.keys()].sort(), still.warnings], [["v", "w"], []]);
  const applied = cleaned(still.state, LEAVES);
  assert.deepEqual([...applied.window.keys()], ["v"]);
  for (const now of [LEAVES, LEAVES + 400 * DAY]) {
    const manifest = manifestFrom({ ...form, ttl: "PT1M" });
    const actual = manifestDrift(applied, manifest, now).filter(({ path }) => path.startsWith("windows.w"));
    assert.deepEqual(actual, []);
    const again = changed(applied, now, manifestEdits(applied, manifest));
    assert.ok(!again.state.window.has("w"));
    assert.ok(again.warnings.some(({ path }) => path === "windows.w"));
  }
  const later = changed(applied, LEAVES, manifestEdits(applied, manifestFrom({ ...form, ttl: "PT1M" })));
  assert.deepEqual(later.changes, []);
});

test("a deleted past window is no drift for a manifest that no longer names it, or creates it again", () => {
  const form = formWith({ windows });
  const gone = cleaned(stateFrom(form), LEAVES);
  const rest = formWith({ windows: { v: windows.v } });
  const anew = formWith({ windows: { ...windows, w: { start: "2027-08-01T02:00", duration: "PT3H" } } });
  for (const next of [rest, anew]) assert.deepEqual(manifestDrift(gone, manifestFrom(next), LEAVES), []);
  assert.ok(changed(gone, LEAVES, manifestEdits(gone, manifestFrom(anew))).state.window.has("w"));
});

test("a window that was deleted before it was past is drift", () => {
  const form = formWith({ windows });
  const state = changed(stateFrom(form), END, [{ kind: "window", id: "w", value: null }]).state;
  assert.deepEqual(pluck(manifestDrift(state, manifestFrom(form), LEAVES - 1), "path"), [
    "windows.w.start",
    "windows.w.duration",
  ]);
});

const times = fc.tuple(instant, fc.constantFrom(0, 29 * DAY, 30 * DAY, 31 * DAY, 800 * DAY)).map(([at, later]) => at + later);

test("a manifest applied twice is applied once, and deletes no window that it names or of another origin, whatever the clock says", () =>
  forAll([arbitraryState, arbitraryManifest, times], 60, (state, manifest, now) => {
    const after = changed(state, now, manifestEdits(state, manifest)).state;
    assert.deepEqual(changed(after, now, manifestEdits(after, manifest)).changes, []);
    assert.ok(manifestDrift(after, manifest, now).every(({ current }) => current !== undefined));
    assert.ok(Object.keys(ownedDocument(after).windows ?? {}).every((id) => Object.hasOwn(manifest.windows, id)));
    for (const [id, { value }] of state.window) {
      if (value.origin !== "manifest" || Object.hasOwn(manifest.windows, id)) assert.ok(after.window.has(id), id);
    }
    for (const id of state.override.keys()) {
      if (after.window.has(id.split("/")[0] ?? "")) assert.ok(after.override.has(id), id);
    }
  }));

test("no edit, verb or rollback deletes anything that it does not name, whatever the clock says", () => {
  const edit = fc.oneof(
    fc.constant(another),
    fc.constantFrom("w1", "w2", "eu-1").map((id) => ({ kind: "instance", id, value: exampleInstance({ name: id }) }) as Edit),
    fc.constantFrom("a", "b").map((id) => ({ kind: "window", id, value: null }) as Edit),
  );
  forAll([arbitraryState, arbitraryState, fc.array(edit, { maxLength: 4 }), times], 60, (state, past, edits, now) => {
    for (const wanted of [edits, rollbackEdits(state, past)]) {
      const named = new Set(wanted.filter(({ value }) => value === null).map(nameOf));
      for (const change of plan(state, wanted, now).changes) {
        if (change.value !== null || named.has(nameOf(change))) continue;
        // A deleted window goes with what was done to it.
        assert.ok(change.kind === "override" && named.has(`window ${change.id.split("/")[0]}`), nameOf(change));
      }
    }
    try {
      const verb = { verb: "start", window: null, id: "deploy", for: HOUR, until: null, form: {} } as const;
      const { edits: own } = applyMaintenanceVerb(state, verb, now);
      assert.ok(plan(state, own, now).changes.every(({ value }) => value !== null));
    } catch (error) {
      if (!(error instanceof DrawbridgeError && error.code === "conflict")) throw error;
    }
  });
});

test("`nextEnded` is never later than what leaves, and what is left does not leave again", () =>
  forAll([arbitraryState, times], 60, (state, now) => {
    const next = runSteps(nextEnded(state)) ?? Number.POSITIVE_INFINITY;
    if (runSteps(endedEdits(state, now)).length > 0) assert.ok(next <= now, `${next} > ${now}`);
    assert.deepEqual(runSteps(endedEdits(cleaned(state, now), now)), []);
  }));

test("what leaves is taken in parts, a window always with all of its overrides", () => {
  const names = ["a", "b", "c"].flatMap((id) => [windowEdit(id, {}), overrideEdit(id, NAME, { end: END - 1 })]);
  let state = stateFrom(formWith({}), ...names);
  const parts: string[][] = [];
  for (;;) {
    const edits = runSteps(endedEdits(state, LEAVES, 3));
    if (edits.length === 0) break;
    parts.push(edits.map(nameOf));
    state = applyEdits(state, edits);
  }
  assert.deepEqual(parts, [
    ["window a", `override a/${NAME}`, "window b", `override b/${NAME}`],
    ["window c", `override c/${NAME}`],
  ]);
});

test("a window that an open proposal would change stays until the proposal is closed", () => {
  const base = stateFrom(formWith({}), windowEdit("w", {}), windowEdit("v", {}));
  const edits = [windowEdit("w", { start: "2029-01-01T00:00" })];
  const doer = { actor: "u_a", person: "u_a" };
  const open = exampleProposal(base, edits);
  const closed = { ...open, state: "withdrawn", closed: { ...doer, at: LEAVES, reason: "" } } as const;
  const withProposal = (value: Proposal) => applyEdits(base, [{ kind: "proposal", id: "p_1", value }]);
  assert.deepEqual([...cleaned(withProposal(open), LEAVES).window.keys()], ["w"]);
  assert.deepEqual([...cleaned(withProposal(closed), LEAVES).window.keys()], []);
  assert.deepEqual([...cleaned(withProposal(closed), LEAVES + 30 * DAY).proposal.keys()], []);
});
