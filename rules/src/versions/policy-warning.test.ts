import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleForm, formWith, manifestFrom, stateFrom } from "../../../server/test/example-project.ts";
import { manifestEdits } from "../changes/manifest-edits.ts";
import { plan } from "../changes/plan.ts";
import type { Edit } from "../project/resource.ts";
import { parsePolicy } from "./version-policy.ts";

const stores = { apple: "https://example.com/a" };

/** Warnings about `blocked` and problems of applying `ios` with an upgrade text to a project that has neither. */
function reviewed(upgrade: string, ios: Record<string, unknown>) {
  const before = stateFrom(formWith({ stores }));
  const form = formWith({ stores, messages: { upgrade: { en: "Plain.", de: upgrade } }, platforms: { ios } });
  const { warnings, problems } = plan(before, manifestEdits(before, manifestFrom(form)), 0);
  return {
    warnings: warnings.filter(({ path }) => path === "platforms.ios.blocked").map(({ message }) => message),
    problems: problems.map(({ path }) => path),
  };
}

const both = { minimum: "2.5.0", recommended: "2.6" };

test("a review warns where a blocked version is at or above the version that the message names", () => {
  assert.deepEqual(reviewed("Update to {minimum_version}", { minimum: "2.5.0", blocked: ["1.*", "2.7.0"] }), {
    warnings: [
      'blocks versions at or above 2.5.0 ("2.7.0"), and messages.upgrade tells users on them to update to {minimum_version}, which is 2.5.0: their own version or an older one. Use {update_to} instead',
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
  assert.match(reviewed("{recommended_version}", { ...both, blocked: ["2.7"] }).warnings.join(), /2\.6 \("2\.7"\)/);
  assert.deepEqual(reviewed("{recommended_version}", { ...both, blocked: ["2.5.0"] }).warnings, []);
});

test("with many blocked entries, a few are named and the rest are counted", () => {
  const blocked = Array.from({ length: 8 }, (_, index) => `3.${index}`);
  assert.match(reviewed("{minimum_version}", { ...both, blocked }).warnings.join(), /"3\.4" and 3 more/);
});

test("a title sends users back as a message does, on each platform", () => {
  const before = stateFrom(formWith({ stores }));
  const titles = { upgrade: { en: "Get {minimum_version}" } };
  const messages = { upgrade: { en: "Too old." } };
  const platforms = { ios: { minimum: "2.5.0", blocked: ["2.7"], messages: { upgrade: { en: "An update of its own." } } } };
  const { warnings } = plan(before, manifestEdits(before, manifestFrom(formWith({ stores, messages, titles, platforms }))), 0);
  const found = warnings.filter(({ path }) => path === "platforms.ios.blocked");
  assert.equal(found.length, 1);
  assert.match(found[0]?.message ?? "", /\("2\.7"\), and titles\.upgrade tells users/);
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

test("the warning comes with the change that brings it about, and with each that adds to it", () => {
  const withBlocked = (...blocked: string[]) => ({
    ...exampleForm,
    platforms: { ios: { minimum: "2.4.0", recommended: "2.6.0", blocked } },
  });
  const warned = (before: readonly string[], after: readonly string[]) => {
    const state = stateFrom(withBlocked(...before));
    const { warnings } = plan(state, manifestEdits(state, manifestFrom(withBlocked(...after))), 0);
    return warnings.filter(({ path }) => path === "platforms.ios.blocked").length;
  };
  assert.equal(warned([], ["2.5.0"]), 1);
  assert.equal(warned(["2.5.0"], ["2.5.0"]), 0);
  assert.equal(warned(["2.5.0"], ["2.5.0", "2.5.1"]), 1);
  assert.equal(warned(["2.5.0"], []), 0);
});

test("an edit of a policy that takes the last version to update to away is refused", () => {
  const form = (ios: Record<string, unknown>) =>
    formWith({ stores, messages: { upgrade: { en: "Update to {update_to}." } }, platforms: { ios } });
  const state = stateFrom(form({ ...both, blocked: ["2.5.7"] }));
  const ios = state.platform.get("ios")?.value;
  assert.ok(ios);
  const problemsOf = (policy: Record<string, unknown>) => {
    const edit: Edit = { kind: "platform", id: "ios", value: { ...ios, policy: parsePolicy(policy, "", []) } };
    return plan(state, [edit], 0).problems.map(({ message }) => message.slice(0, 54));
  };
  assert.deepEqual(problemsOf({ ...both, blocked: ["2.5.7", "2.6.1"] }), [
    "{update_to} has no value for version 2.6.1 on ios: the",
  ]);
  assert.deepEqual(problemsOf({ minimum: "2.5.0", blocked: ["2.5.7"] }), [
    "{update_to} has no value for version 2.5.7 on ios: the",
  ]);
  assert.deepEqual(problemsOf({ ...both, recommended: "2.6.2", blocked: ["2.5.7", "2.6.1"] }), []);
});
