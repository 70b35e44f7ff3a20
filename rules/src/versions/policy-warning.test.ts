import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import { entryText, versionOf, versionText } from "../../../server/test/arbitrary-version.ts";
import { formWith, manifestFrom, stateFrom } from "../../../server/test/example-project.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { pluck } from "../../../server/test/pluck.ts";
import { manifestEdits } from "../changes/manifest.ts";
import { plan } from "../changes/plan.ts";
import type { Warning } from "../wire/warning.ts";
import { compilePolicy, decide, parsePolicy } from "./version-policy.ts";

const stores = { apple: "https://example.com/a" };

/** Warnings about `blocked` and problems of applying `ios` with an upgrade text to a project that has neither. */
function reviewed(upgrade: string, ios: Record<string, unknown>) {
  const before = stateFrom(formWith({ stores }));
  const form = formWith({ stores, messages: { upgrade: { en: "Plain.", de: upgrade } }, platforms: { ios } });
  const { warnings, problems } = plan(before, manifestEdits(before, manifestFrom(form)), 0);
  return {
    warnings: warnings.filter((warning) => warning.code === "downgrade"),
    problems: problems.map(({ path }) => path),
  };
}

const both = { minimum: "2.5.0", recommended: "2.6" };

test("a review warns where a blocked version is at or above the version that the message names", () => {
  assert.deepEqual(reviewed("Update to {minimum_version}", { minimum: "2.5.0", blocked: ["1.*", "2.7.0"] }), {
    warnings: [
      {
        code: "downgrade",
        path: "platforms.ios.blocked",
        platform: "ios",
        member: "minimum",
        version: "2.5.0",
        blocked: ["2.7.0"],
        more: 0,
        text: "messages.upgrade",
      },
    ],
    problems: [],
  });
  for (const blocked of [["2.5.0"], ["2.5"], ["2.5.*"], [">2"], ["2.5.0+7"], ["2.6.0-rc.1"]])
    assert.equal(reviewed("{minimum_version}", { ...both, blocked }).warnings.length, 1, String(blocked));
});

test("no review warns if no user is sent to a lower version", () => {
  for (const blocked of [["2.4.9"], ["2.4.*"], ["<2.5"], [">=2.4 <2.5.0"], ["2.5.0-rc.1"]])
    assert.deepEqual(reviewed("{minimum_version}", { ...both, blocked }).warnings, [], String(blocked));
  assert.deepEqual(reviewed("{minimum_version}", { ...both, blocked: ["2.7"], exempt: ["2.7"] }).warnings, []);
  assert.deepEqual(reviewed("Update now.", { ...both, blocked: ["2.7"] }).warnings, []);
  assert.deepEqual(reviewed("{update_to}", { ...both, blocked: ["2.5.0"] }), { warnings: [], problems: [] });
});

test("the recommended version is a way back, too", () => {
  const [warning] = reviewed("{recommended_version}", { ...both, blocked: ["2.7"] }).warnings;
  assert.deepEqual([warning?.member, warning?.version, warning?.blocked], ["recommended", "2.6", ["2.7"]]);
  assert.deepEqual(reviewed("{recommended_version}", { ...both, blocked: ["2.5.0"] }).warnings, []);
});

test("with many blocked entries, a few are named and the rest are counted", () => {
  const blocked = Array.from({ length: 8 }, (_, index) => `3.${index}`);
  const [warning] = reviewed("{minimum_version}", { ...both, blocked }).warnings;
  assert.deepEqual([warning?.blocked.at(-1), warning?.more], ["3.4", 3]);
});

test("a title sends users back as a message does, on each platform", () => {
  const before = stateFrom(formWith({ stores }));
  const titles = { upgrade: { en: "Get {minimum_version}" } };
  const messages = { upgrade: { en: "Too old." } };
  const platforms = { ios: { minimum: "2.5.0", blocked: ["2.7"], messages: { upgrade: { en: "An update of its own." } } } };
  const { warnings } = plan(before, manifestEdits(before, manifestFrom(formWith({ stores, messages, titles, platforms }))), 0);
  const found = warnings.filter((warning) => warning.code === "downgrade");
  assert.deepEqual(pluck(found, "blocked", "text"), [[["2.7"], "titles.upgrade"]]);
});

test("the warning comes with each change of the platform or of the project, and with no other", () => {
  const form = formWith({
    stores,
    messages: { upgrade: { en: "Update to {minimum_version}" } },
    platforms: { ios: { ...both, blocked: ["2.7"] }, android: { minimum: "1" } },
  });
  const state = stateFrom(form);
  const warned = (changed: object) => {
    const { warnings } = plan(state, manifestEdits(state, manifestFrom({ ...form, ...changed })), 0);
    return warnings.filter(({ path }) => path === "platforms.ios.blocked").length;
  };
  const { android, ios } = form.platforms as Record<string, object>;
  assert.equal(warned({ platforms: { android, ios: { ...ios, exempt: ["9.9"] } } }), 1);
  assert.equal(warned({ name: "Another name" }), 1);
  assert.equal(warned({ platforms: { android: { minimum: "1.1" }, ios } }), 0);
});

const suffixCodes = ["prerelease_bound", "counter_as_text", "dashed_version"] as const;
type SuffixWarning = Extract<Warning, { readonly code: (typeof suffixCodes)[number] }>;

/** Warnings about bounds with a suffix. */
function suffixWarnings(ios: Record<string, unknown>): SuffixWarning[] {
  const form = formWith({ stores, platforms: { ios } });
  const before = stateFrom(formWith({ stores }));
  const { warnings, problems } = plan(before, manifestEdits(before, manifestFrom(form)), 0);
  assert.deepEqual(problems, []);
  return warnings.filter((warning) => suffixCodes.some((code) => code === warning.code)) as SuffixWarning[];
}

function ruleOf(policy: Record<string, unknown>, version: string) {
  return decide(compilePolicy(parsePolicy(policy, "", [])), versionOf(version)).rule;
}

suite("a bound with a suffix warns of", () => {
  const hotfixes: readonly [string, string][] = [
    ["3.11.4-patch1", "3.11.4"],
    ["2.4.0-rc.1+7", "2.4.0"],
    ["1.2.3.4.5.6a", "1.2.3.4.5.6"],
  ];
  for (const [minimum, itself] of hotfixes)
    test(`${itself}, which the minimum ${minimum} lets run, and both ways to force it work`, () => {
      const [warning] = suffixWarnings({ minimum });
      assert.ok(warning?.code === "prerelease_bound");
      assert.deepEqual([warning.path, warning.version, warning.release], ["platforms.ios.minimum", minimum, itself]);
      assert.equal(ruleOf({ minimum }, itself), "current");
      const blocked = { minimum, blocked: [itself], exempt: [minimum] };
      assert.deepEqual([ruleOf(blocked, itself), ruleOf(blocked, minimum)], ["blocked", "exempt"]);
      const { next } = warning;
      assert.deepEqual([ruleOf({ minimum: next }, itself), ruleOf({ minimum: next }, next)], ["below_minimum", "current"]);
      assert.ok(suffixWarnings(blocked).every(({ code }) => code !== "prerelease_bound"));
    });

  const counters: readonly [string, string][] = [
    ["1.56b8", "1.56b10"],
    ["2026.03.11-5-FDroid", "2026.03.11-10-FDroid"],
    ["1.0-b.x9.3", "1.0-b.x10.3"],
    ["3.34.0-rc1", "3.34.0-RC2"],
  ];
  for (const [minimum, later] of counters)
    test(`${later}, which the minimum ${minimum} forces`, () => {
      const overtakenIn = (policy: Record<string, unknown>) =>
        suffixWarnings(policy).flatMap((warning) => (warning.code === "counter_as_text" ? [warning.overtaken] : []));
      assert.deepEqual(overtakenIn({ minimum }), [later]);
      assert.equal(ruleOf({ minimum }, later), "below_minimum");
      assert.ok(!overtakenIn({ minimum, exempt: [later] }).includes(later));
    });

  test("the same at the minimum of a step, and of a recommended version", () => {
    const step = { at: "2027-03-01T09:00", minimum: "1.56b8" };
    const actual = suffixWarnings({ step, recommended: "1.56b8" }).map(({ code, path }) => `${code} ${path}`);
    assert.deepEqual(actual, [
      "prerelease_bound platforms.ios.step.minimum",
      "counter_as_text platforms.ios.step.minimum",
      "prerelease_bound platforms.ios.recommended",
      "counter_as_text platforms.ios.recommended",
    ]);
  });

  for (const [minimum, dotted] of [
    ["2024-11-03", "2024.11.03"],
    ["1_000", "1.000"],
    ["2_5_0", "2.5.0"],
  ] as const)
    test(`numbers that ${minimum} has as a pre-release`, () => {
      const suggestions = suffixWarnings({ minimum }).map((each) => each.code === "dashed_version" && each.suggestion);
      assert.deepEqual(suggestions, [dotted]);
    });

  test("nothing where no version is on the other side", () => {
    for (const minimum of ["2.4.0", "2.4.0+50", "2024.11.03", "5"]) assert.deepEqual(suffixWarnings({ minimum }), []);
    for (const minimum of ["2.4.0-rc.1", "3.11.4-patch1", "2.0-b10", "2.4.0-01a.b01"])
      assert.deepEqual(
        suffixWarnings({ minimum }).filter(({ code }) => code !== "prerelease_bound"),
        [],
      );
  });

  test("only what the comparison says, for random bounds", () => {
    let found = 0;
    forAll([versionText, fc.uniqueArray(entryText, { maxLength: 3 })], 500, (minimum, blocked) => {
      for (const warning of suffixWarnings({ minimum, blocked })) {
        const rule = (version: string) => ruleOf({ minimum, blocked }, version);
        if (warning.code === "prerelease_bound") assert.ok(!["blocked", "below_minimum"].includes(rule(warning.release)));
        if (warning.code === "counter_as_text") assert.equal(rule(warning.overtaken), "below_minimum");
        found += 1;
      }
    });
    assert.ok(found > 100, `only ${found} warnings`);
  });
});
