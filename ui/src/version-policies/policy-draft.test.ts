import assert from "node:assert/strict";
import { test } from "node:test";
import { parseVersion } from "drawbridge-rules/versions/app-version.ts";
import {
  checkPolicyDraft,
  newStep,
  readStep,
  repeatedReleases,
  stepState,
  toSentPolicy,
  toSentReleases,
  withAppliedStep,
  withDeclared,
  withMovedStep,
} from "./policy-draft.ts";

test("an edit sends back the releases and the step that it does not change", () => {
  const hidden = {
    releases: [{ version: "2.6.0", date: "2026-11-16", notes: "Faster checkout" }],
    step: { at: "2027-03-01T09:00", zone: "Europe/Rome", minimum: "2.6.0" },
  };
  assert.deepEqual(toSentPolicy({ ...hidden, minimum: " 2.4.0 ", blocked: [""] }), { ...hidden, minimum: "2.4.0" });
});

test("a spelling that only apps may send is answered with the accepted one", () => {
  const step = { at: "2027-10-31T02:30", minimum: "2.1.0.foss" };
  const { problems } = checkPolicyDraft({
    minimum: "2.5.0 (45)",
    blocked: ["2.5.x", ">= V2.5"],
    releases: [{ version: "V2" }],
    step,
  });
  assert.deepEqual(Object.fromEntries(problems), {
    minimum: { kind: "version", spelled: "2.5.0+45" },
    "blocked.0": { kind: "entry", spelled: "2.5.*" },
    "blocked.1": { kind: "entry", spelled: ">=2.5" },
    "step.minimum": { kind: "version", spelled: "2.1.0-foss" },
    "releases.0.version": { kind: "version", spelled: "2" },
  });
});

test("a draft is read without what is wrong, which is said at its line", () => {
  const { policy, problems } = checkPolicyDraft({
    recommended: " 2.6 ",
    blocked: ["", "2.5.0", "x y", "2.5.0"],
    exempt: [">= 3.0.0-beta,  <3.0.0"],
  });
  const { recommended, blocked, exempt } = policy;
  assert.deepEqual([recommended, blocked, exempt], ["2.6", ["2.5.0"], [">=3.0.0-beta <3.0.0"]]);
  assert.deepEqual(Object.fromEntries(problems), {
    "blocked.2": { kind: "entry" },
    "blocked.3": { kind: "twice", line: 2 },
  });
});

test("declared releases are targets of updates, and all problems of a draft are found together", () => {
  const releases = [{ version: "2.6.0" }, { version: "latest" }, { version: "2.6" }, { version: "" }];
  const step = { at: "2027-10-31T02:30", minimum: "two", recommended: "2.7" };
  const { policy, rules, problems } = checkPolicyDraft({ minimum: "x", releases, step });
  assert.deepEqual(rules.releases, [parseVersion("2.6.0"), parseVersion("2.6")]);
  assert.deepEqual([policy.step?.minimum, policy.step?.recommended], [null, "2.7"]);
  assert.deepEqual(Object.fromEntries(problems), {
    minimum: { kind: "version" },
    "step.minimum": { kind: "version" },
    "releases.2.version": { kind: "twice", line: 1 },
    "releases.1.version": { kind: "version" },
  });
});

test("a version is declared once, however it is spelled", () => {
  const form = { minimum: "2", releases: [{ version: "2.6" }] };
  assert.equal(withDeclared(form, { version: "2.6.0", date: "2027-03-01" }), form);
  assert.deepEqual(withDeclared(form, { version: "2.7.0" }).releases, [{ version: "2.6" }, { version: "2.7.0" }]);
  const versions = ["2.6", "2.7", " 2.6.0", "x", "x", "2.6.0.0"];
  assert.deepEqual(
    [...repeatedReleases(versions.map((version) => ({ version })))],
    [
      [2, 0],
      [5, 0],
    ],
  );
});

test("empty lines are not sent", () => {
  const lines = [{ version: "" }, { version: " 2.6 ", notes: " new " }, { version: "", date: "2027-03-01" }];
  assert.deepEqual(toSentReleases(lines), [
    { version: "2.6", notes: "new" },
    { version: "", date: "2027-03-01" },
  ]);
});

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
