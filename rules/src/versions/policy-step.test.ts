import assert from "node:assert/strict";
import { test } from "node:test";
import { pluck } from "../../../server/test/pluck.ts";
import type { Problem } from "../values/errors.ts";
import { runSteps } from "../values/steps.ts";
import { parsePlatform, printPlatform } from "./platform-schema.ts";
import {
  isStepDue,
  laterStepTime,
  policiesOverTime,
  policyAfterStep,
  policyAt,
  policyBeforeStep,
  stepInstant,
  stepTime,
} from "./policy-step.ts";
import { updateGap, updateTargets } from "./update-target.ts";
import { compilePolicy } from "./version-policy.ts";

function problemsIn(value: object): string[] {
  const problems: Problem[] = [];
  parsePlatform(value, "platforms.ios", "ios", problems);
  return problems.map(({ path, message }) => `${path}: ${message}`);
}

function policyOf(value: object) {
  const problems: Problem[] = [];
  const platform = parsePlatform(value, "platforms.ios", "ios", problems);
  assert.deepEqual(problems, []);
  assert.ok(platform);
  assert.deepEqual(printPlatform(platform, "ios"), value);
  return platform.policy;
}

test("a step is planned on the clock of its zone: in a doubled hour at the first, in a gap at its end", () => {
  const cases: Readonly<Record<string, string>> = {
    "2027-03-01T09:00": "2027-03-01T08:00:00.000Z",
    "2026-10-25T02:30": "2026-10-25T00:30:00.000Z",
    "2027-03-28T02:30": "2027-03-28T01:30:00.000Z",
  };
  for (const [at, instant] of Object.entries(cases)) {
    const policy = policyOf({ step: { at, zone: "Europe/Rome", minimum: "2" } });
    assert.equal(new Date(stepInstant(policy) ?? 0).toISOString(), instant);
  }
});

test("a step replaces the versions that it names from its instant on, and no others", () => {
  const rules = { minimum: "2.4.0", recommended: "2.5.0", blocked: ["2.4.1"] };
  const policy = policyOf({ ...rules, step: { at: "2027-03-01T09:00", minimum: "2.6.0" } });
  const at = Date.parse("2027-03-01T09:00:00Z");
  const before = { ...rules, exempt: [] };
  assert.deepEqual(policyAt(policy, at - 1), before);
  assert.deepEqual(policyAt(policy, at), { ...before, minimum: "2.6.0" });
  assert.equal(policyAt(policy, at), policyAfterStep(policy));
  assert.deepEqual(policiesOverTime(policy), [policyBeforeStep(policy), policyAfterStep(policy)]);
});

test("a step is due from a day before to a day after its instant, and can be moved to a time more than a day ahead", () => {
  const { step } = policyOf({ step: { at: "2027-03-28T02:30", zone: "Europe/Rome", minimum: "2" } });
  assert.ok(step);
  const at = stepTime(step);
  const day = 86_400_000;
  const actual = [at - day - 1, at - day, at, at + day, at + day + 1].map((now) => isStepDue(step, now));
  assert.deepEqual(actual, [false, true, true, true, false]);
  assert.equal(laterStepTime(step, at - 30 * 3_600_000), "2027-03-29T02:30");
  assert.equal(laterStepTime(step, at - 60_000), "2027-03-30T02:30");
  assert.equal(laterStepTime(step, at + 10 * day), "2027-04-09T02:30");
  for (let hour = -24; hour <= 24; hour++) {
    const now = at + hour * 3_600_000;
    assert.equal(isStepDue({ ...step, at: laterStepTime(step, now) }, now), false, String(hour));
  }
});

test("a policy without a step is its own at all times, and stores no member for it", () => {
  const policy = policyOf({ minimum: "2.4.0" });
  assert.deepEqual(Object.keys(policy), ["minimum", "recommended", "blocked", "exempt"]);
  assert.equal(policyAt(policy, 0), policy);
  assert.deepEqual(policiesOverTime(policy), [policy]);
});

test("every problem of a step is reported with its path", () => {
  const wrong = { at: "2027-03-01T09:00Z", zone: "+01:00", minimum: 2.1, more: 1 };
  const found = problemsIn({ step: wrong });
  const actual = found.map((problem) => problem.split(":")[0]).sort();
  assert.deepEqual(
    actual,
    ["at", "minimum", "more", "zone"].map((member) => `platforms.ios.step.${member}`),
  );
  assert.match(problemsIn({ step: { at: "2027-03-01T09:00" } }).join(), /step.minimum: is missing: a step requires/);
  assert.match(problemsIn({ step: { minimum: "2" } }).join(), /step.at: is missing: expected a wall-clock time/);
});

test("a declared release is a version to update to if it may run", () => {
  const policy = policyOf({
    blocked: ["<=2.4.0", "2.7.0"],
    releases: [{ version: "2.7.0" }, { version: "2.6.0", date: "2026-11-16", notes: "Faster checkout" }, { version: "2.3.0" }],
  });
  assert.deepEqual(pluck(updateTargets(compilePolicy(policy)), "text"), ["2.6.0"]);
  const gap = (releases: object[]) => runSteps(updateGap(policyOf({ blocked: ["<=2.4.0"], releases })));
  assert.equal(gap([{ version: "2.4.1" }]), null);
  assert.notEqual(gap([{ version: "2.4.0" }]), null);
});

test("releases are a bounded list of different versions in quotes", () => {
  const numbered = Array.from({ length: 201 }, (_, index) => ({ version: `1.${index}` }));
  assert.deepEqual(problemsIn({ releases: numbered }), ["platforms.ios.releases: expected at most 200 releases"]);
  assert.match(problemsIn({ releases: [{ version: 2.1 }] }).join(), /releases.0.version: expected a version in quotes/);
  assert.match(problemsIn({ releases: [{}] }).join(), /releases.0.version: is missing/);
  const twice = [{ version: "2.6" }, { version: "2.6.0" }];
  assert.match(problemsIn({ releases: twice }).join(), /releases.1.version: expected each version once/);
  const wrong = [{ version: "2", date: "2026-02-30", notes: "a\nb" }];
  const actual = problemsIn({ releases: wrong }).map((problem) => problem.split(":")[0]);
  assert.deepEqual(actual, ["platforms.ios.releases.0.date", "platforms.ios.releases.0.notes"]);
  assert.match(problemsIn({ releases: [{ version: "2", notes: "x".repeat(501) }] }).join(), /releases.0.notes/);
});
