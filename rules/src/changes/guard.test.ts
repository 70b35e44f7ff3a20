import assert from "node:assert/strict";
import { test } from "node:test";
import {
  emptyState,
  exampleForm,
  type Form,
  formWith,
  keyEdit,
  manifestFrom,
  stateFrom,
  windowEdit,
} from "../../../server/test/example-project.ts";
import { costOf } from "../../../server/test/work-cost.ts";
import type { ProjectState } from "../project/project-state.ts";
import { applyEdits } from "./edit.ts";
import { findGuards } from "./guard.ts";
import { manifestEdits } from "./manifest.ts";

const links = { android: "https://example.com/a", apple: "https://example.com/i" };

const applied = (state: ProjectState, form: Form): ProjectState => applyEdits(state, manifestEdits(state, manifestFrom(form)));

/** Guard and path of each refusal. */
function refused(before: ProjectState, after: ProjectState): string[] {
  return findGuards(before, after).map(({ code, path }) => `${code} ${path}`);
}

function between(before: Form, after: Form): string[] {
  const state = stateFrom(formWith(before));
  return refused(state, applied(state, formWith(after)));
}

/** Policy of a platform, links of the project, and whether the combination is a dead end. */
const blocks: [string, Form, Form, boolean][] = [
  ["ios", { minimum: "2" }, {}, true],
  ["ios", { blocked: ["2"] }, {}, true],
  ["ios", { recommended: "2", exempt: ["1"] }, {}, false],
  ["ios", { minimum: "2" }, { apple: links.apple }, false],
  ["ios", { minimum: "2" }, { android: links.android }, true],
  ["ios", { minimum: "2", stores: { apple: links.apple } }, {}, false],
  ["ios", { minimum: "2", store: "android" }, { android: links.android }, false],
  ["ios", { minimum: "2", store: "none" }, {}, false],
  ["android", { minimum: "2" }, { apple: links.apple }, true],
  ["huawei", { minimum: "2", store: "android" }, {}, true],
];

for (const [name, platform, stores, isDeadEnd] of blocks)
  test(`${name} ${JSON.stringify(platform)} with ${JSON.stringify(stores)} is ${isDeadEnd ? "a block without its store link" : "no dead end"}`, () =>
    assert.deepEqual(
      between({ stores }, { stores, platforms: { [name]: platform } }),
      isDeadEnd ? [`store_link platforms.${name}`] : [],
    ));

test("taking the link away from a platform that blocks is refused too", () => {
  const platforms = { ios: { minimum: "2" }, android: { minimum: "2" } };
  assert.deepEqual(between({ stores: links, platforms }, { stores: { android: links.android }, platforms }), [
    "store_link platforms.ios",
  ]);
});

test("an existing dead end refuses no other edit, but every change of that platform's policy", () => {
  const before = { platforms: { ios: { minimum: "2" }, android: {} } };
  assert.deepEqual(between(before, { name: "New", platforms: { ios: { minimum: "2" }, android: { recommended: "2" } } }), []);
  assert.deepEqual(between(before, { platforms: { ios: { minimum: "3" }, android: {} } }), ["store_link platforms.ios"]);
  assert.deepEqual(between(before, { platforms: { ios: { minimum: "2" }, android: { minimum: "2" } } }), [
    "store_link platforms.android",
  ]);
  assert.deepEqual(between(before, { platforms: { ios: {} } }), []);
});

const released = [{ version: "2.4.0" }, { version: "2.6.0" }, { version: "2.5" }];
const outruns: readonly (readonly [Readonly<Record<string, unknown>>, string | null])[] = [
  [{ minimum: "99.9.9" }, ""],
  [{ minimum: "2.6.1" }, ""],
  [{ minimum: "2.6.0" }, null],
  [{ blocked: ["<=2.6.0"] }, ""],
  [{ blocked: ["<=2.6.0"], exempt: ["2.6.0-qa"] }, ""],
  [{ blocked: ["<=2.6.0"], exempt: ["2.5"] }, null],
  [{ blocked: ["2.4.*", "2.5.*", "2.6.*"] }, null],
  [{ blocked: ["<2.4", "2.4.*", "2.5.*", "2.6.*"] }, ""],
  [{ minimum: "99.9.9", exempt: ["1.0.0", "3.0.0"] }, ""],
  [{ minimum: "2.4", step: { at: "2027-03-01T09:00", minimum: "3" } }, ".step"],
  [{ minimum: "2.4", step: { at: "2027-03-01T09:00", minimum: "2.6" } }, null],
  [{ minimum: "99.9.9", releases: [] }, null],
];
for (const [policy, place] of outruns)
  test(`${JSON.stringify(policy)} ${place === null ? "lets a declared release or one before it run" : "lets only unreleased versions run"}`, () => {
    const before = { platforms: { ios: { store: "none", releases: released } } };
    const after = { platforms: { ios: { store: "none", releases: released, ...policy } } };
    assert.deepEqual(between(before, after), place === null ? [] : [`unseen_version platforms.ios${place}`]);
  });

test("the refusal of an unreleased version names the highest release, and an edit of another platform is not refused", () => {
  const ios = { store: "none", minimum: "99.9.9", releases: released };
  const state = stateFrom(formWith({ platforms: { ios } }));
  const other = applied(state, formWith({ platforms: { ios, android: { minimum: "1", store: "none" } } }));
  assert.deepEqual(findGuards(state, other), []);
  const [refusal] = findGuards(stateFrom(formWith({})), state);
  assert.equal(refusal?.code === "unseen_version" && refusal.release, "2.6.0");
});

test("an existing wall refuses no other edit, but every change of that platform's policy", () => {
  const wall = { store: "none", blocked: [">=0"] };
  const before = { platforms: { ios: wall } };
  assert.deepEqual(between({}, before), ["every_version_blocked platforms.ios.blocked"]);
  assert.deepEqual(between(before, { platforms: { ios: { ...wall, stores: links }, android: { recommended: "1" } } }), []);
  assert.deepEqual(between(before, { platforms: { ios: { ...wall, recommended: "1" } } }), [
    "every_version_blocked platforms.ios.blocked",
  ]);
});

const furnished = { platforms: { web: { store: "none" }, ios: {} }, instances: { "eu.a": { name: "A" }, b: { name: "B" } } };

test("a resource named by a window or a key's scope cannot be deleted, and the refusal says which one names it", () => {
  const state = applyEdits(stateFrom(formWith(furnished)), [
    windowEdit("db", { instances: ["eu.a", "b"] }),
    windowEdit("tv", { platforms: ["web"] }),
    keyEdit("k1", { name: "kiosk", instances: ["eu.a"] }),
    keyEdit("k2", { platforms: ["web"] }),
  ]);
  assert.deepEqual(findGuards(state, applied(state, formWith({ instances: { b: { name: "B" } } }))), [
    { code: "in_use", path: 'instances."eu.a"', instance: "eu.a", windows: ["db"], keys: ["k1"], more: 0 },
    { code: "in_use", path: "platforms.web", platform: "web", windows: ["tv"], keys: ["k2"], more: 0 },
  ]);
});

test("a resource can be deleted together with the window that names it, or if only a revoked key names it", () => {
  const window = { instances: ["eu.a"], start: "2026-12-06T02:00", duration: "PT2H" };
  assert.deepEqual(between({ ...furnished, windows: { w: window } }, {}), []);
  const state = stateFrom(formWith(furnished), keyEdit("k1", { instances: ["eu.a"], platforms: ["web"], revokedAt: 1 }));
  assert.deepEqual(refused(state, applied(state, formWith({}))), []);
});

test("ios and android exist without a policy, so their policies can be deleted even if a window or key names them", () => {
  const state = stateFrom(formWith(furnished), windowEdit("w", { platforms: ["ios"] }), keyEdit("k1", { platforms: ["ios"] }));
  assert.deepEqual(refused(state, applied(state, formWith({ ...furnished, platforms: { web: { store: "none" } } }))), []);
});

test("ten thousand instances that five thousand windows name are refused for less than five thousand million steps of a loop", () => {
  const names = Array.from({ length: 10_000 }, (_, i) => `i${i}`);
  const instances = Object.fromEntries(names.map((name) => [name, { name }]));
  const windows = Array.from({ length: 5_000 }, (_, i) => windowEdit(`w${i}`, { instances: names.slice(i, i + 20) }));
  const state = stateFrom(formWith({ instances }), ...windows);
  const after = applied(state, formWith({}));
  const cost = costOf(() => assert.equal(findGuards(state, after).length, 5_019), 1);
  assert.ok(cost < 5_000, `${cost} million steps`);
});

test("an existing dangling reference refuses no other edit", () => {
  const state = stateFrom(formWith({}), windowEdit("w", { instances: ["gone"], platforms: undefined }));
  assert.deepEqual(refused(state, applied(state, formWith({ name: "New" }))), []);
});

test("a project goes only when its keys are revoked, also when the keys go with it", () => {
  const state = stateFrom(
    exampleForm,
    keyEdit("k1", { name: "kiosk" }),
    keyEdit("k2", { revokedAt: 1 }),
    keyEdit("k3", { expiresAt: 1 }),
  );
  const withoutKeys = { ...emptyState, read_key: state.read_key };
  for (const after of [emptyState, withoutKeys]) assert.deepEqual(refused(state, after), ["in_use keys.k1", "in_use keys.k3"]);
  const revoked = [keyEdit("k1", { revokedAt: 2 }), keyEdit("k3", { revokedAt: 2 })];
  assert.deepEqual(refused(state, applyEdits(withoutKeys, revoked)), []);
});
