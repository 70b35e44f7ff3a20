import assert from "node:assert/strict";
import { test } from "node:test";
import { formWith, manifestFrom, stateFrom, windowEdit } from "../../../server/test/example-project.ts";
import { DAY, HOUR, once, START, starting, weekly } from "../../../server/test/maintained-project.ts";
import { applyEdits } from "../changes/edit.ts";
import { manifestEdits } from "../changes/manifest.ts";
import { plan } from "../changes/plan.ts";
import { rollbackEdits } from "../changes/rollback.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { applyMaintenanceVerb } from "../verbs/maintenance-verb.ts";

/** 04:00 UTC: the windows here last from 02:00 until then. */
const END = START + 2 * HOUR;
const empty = stateFrom(formWith({}));
const hold = windowEdit("w", { overrun: "hold" });

function refused(state: ProjectState, edits: readonly Edit[], now: number): string[] {
  return plan(state, edits, now).refusals.flatMap(({ guard, path }) => (guard === "past_end" ? [path] : []));
}

test("a window that holds is refused from its planned end until its hold is over, and at no other time", () => {
  for (const [now, isRefused] of [
    [START - HOUR, false],
    [START, false],
    [END - 1, false],
    [END, true],
    [END + 20 * HOUR, true],
    [END + DAY - 1, true],
    [END + DAY, false],
    [END + 40 * DAY, false],
  ] as const)
    assert.deepEqual(refused(empty, [hold], now), isRefused ? ["windows.w"] : [], String((now - END) / HOUR));
});

test("the refusal says when it was planned to end, until when it would hold, and what to change", () => {
  const [refusal] = plan(empty, [hold], END + 3 * HOUR).refusals;
  assert.equal(
    refusal?.message,
    "w/2026-12-06T02:00 was planned to end at 2026-12-06T04:00:00.000+00:00. Because of `overrun: hold` it would be active immediately, until completed or at the latest 2026-12-07T04:00:00.000+00:00; change its `start`, or set `overrun: end`",
  );
});

test("a window that ends at its planned end is applied at any time", () => {
  for (const now of [START, END, END + HOUR]) assert.deepEqual(refused(empty, [windowEdit("w", {})], now), []);
});

test("a recurring window is refused while its last occurrence would be held over, and not during a planned one", () => {
  const every = windowEdit("w", { ...weekly, overrun: "hold" });
  for (const week of [0, 7 * DAY, 70 * DAY]) {
    assert.deepEqual(refused(empty, [every], START + week + HOUR), []);
    assert.deepEqual(refused(empty, [every], END + week + HOUR), ["windows.w"]);
    assert.deepEqual(refused(empty, [every], END + week + 2 * DAY), []);
  }
});

test("a manifest that is applied to a new project names each window that would be held over", () => {
  const windows = {
    late: { start: "2026-12-06T02:00", duration: "PT2H", overrun: "hold" },
    later: { start: "2026-12-06T03:00", duration: "PT1H", overrun: "hold" },
    next: { start: "2026-12-07T02:00", duration: "PT2H", overrun: "hold" },
    ends: { start: "2026-12-06T02:00", duration: "PT2H" },
  };
  const edits = manifestEdits(empty, manifestFrom(formWith({ windows })));
  assert.deepEqual(refused(empty, edits, END + HOUR), ["windows.late", "windows.later"]);
});

test("one that is in force already, held over, is edited and applied again as before", () => {
  const state = applyEdits(empty, [hold]);
  assert.deepEqual(refused(state, [windowEdit("w", { overrun: "hold", message: { en: "Longer" } })], END + HOUR), []);
  assert.deepEqual(refused(state, [windowEdit("v", {})], END + HOUR), []);
});

test("a window that is moved into the past, or is brought back by a rollback, is refused as a new one is", () => {
  const ahead = applyEdits(empty, [windowEdit("w", { start: "2027-06-01T02:00", overrun: "hold" })]);
  assert.deepEqual(refused(ahead, [hold], END + HOUR), ["windows.w"]);
  const past = applyEdits(empty, [hold]);
  assert.deepEqual(refused(empty, rollbackEdits(empty, past), END + HOUR), ["windows.w"]);
});

test("maintenance that is started now is not refused, however long ago it was planned", () => {
  const project = once({ overrun: "hold", start: "2026-12-20T02:00" });
  const planned = applyMaintenanceVerb(project.state, { ...starting, window: "w" }, END + HOUR).edits;
  const byHand = applyMaintenanceVerb(project.state, { ...starting, name: "deploy" }, END + HOUR).edits;
  for (const edits of [planned, byHand]) assert.deepEqual(refused(project.state, edits, END + HOUR), []);
});
