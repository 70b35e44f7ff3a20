import assert from "node:assert/strict";
import { test } from "node:test";
import { parseVersion } from "drawbridge-rules/versions/app-version.ts";
import { checkPolicyDraft, repeatedReleases, toSentPolicy, toSentReleases, withDeclared } from "./policy-draft.ts";

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
