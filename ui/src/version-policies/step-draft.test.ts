import assert from "node:assert/strict";
import { test } from "node:test";
import { newStep, readStep, stepState, withAppliedStep, withMovedStep } from "./step-draft.ts";

const now = Date.parse("2027-03-10T12:30:00Z");
const step = { at: "2027-03-01T09:00", zone: "Europe/Rome", minimum: "2.6.0", recommended: " 2.7 " };
const form = { minimum: "2.4.0", blocked: ["2.5.0"], step };

test("a new step is a week ahead at 09:00, and requires what is recommended", () => {
  assert.deepEqual(newStep({ recommended: "2.6" }, "Europe/Rome", now), {
    at: "2027-03-17T09:00",
    zone: "Europe/Rome",
    minimum: "2.6",
  });
  assert.deepEqual(newStep({}, "UTC", now), { at: "2027-03-17T09:00", minimum: "" });
});

test("a step can be read once it has a time and a version, and takes place by the clock", () => {
  assert.equal(readStep(undefined), null);
  assert.equal(readStep({ at: "", minimum: "2" }), null);
  assert.equal(readStep({ at: "2027-03-01T09:00", minimum: "two" }), null);
  const read = readStep(step);
  assert.deepEqual(read, { ...step, recommended: "2.7" });
  const at = Date.parse("2027-03-01T08:00:00Z");
  assert.deepEqual(
    [at - 1, at].map((time) => read && stepState(read, time)),
    ["future", "past"],
  );
});

test("a step moves into the rules, or to a time more than a day ahead if it is due; each of them once", () => {
  const applied = withAppliedStep(form);
  assert.deepEqual(applied, { minimum: "2.6.0", recommended: "2.7", blocked: ["2.5.0"] });
  assert.deepEqual(withAppliedStep(applied), applied);
  assert.equal(withMovedStep(form, now), form);
  const due = { ...form, step: { ...step, at: "2027-03-10T09:00" } };
  const moved = withMovedStep(due, now);
  assert.deepEqual(moved, { ...form, step: { ...step, at: "2027-03-12T09:00" } });
  assert.equal(withMovedStep(moved, now), moved);
});
