import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { arbitraryState } from "../../../server/test/arbitrary-manifest.ts";
import { exampleForm, formWith, keyEdit, overrideEdit, stateFrom, windowEdit } from "../../../server/test/example-project.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { type Kind, kinds } from "../project/kind.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { readProjectState } from "../project/stored-value.ts";
import { DrawbridgeError } from "../values/errors.ts";
import { runSteps } from "../values/steps.ts";
import type { Warning } from "../wire/warning.ts";
import { applyEdits } from "./edit.ts";
import { plan } from "./plan.ts";
import { type RevisionChange, undoRefusal, undoSteps } from "./undo.ts";

/** Changes of a revision that led from one state to the other. */
function changesBetween(before: ProjectState, after: ProjectState): RevisionChange[] {
  return (Object.keys(kinds) as Kind[]).flatMap((kind) =>
    after[kind].differingFrom(before[kind] as never).map((id) => {
      const [was, is] = [before, after].map((state) => state[kind].get(id)?.value ?? null);
      return { kind, id, before: was, after: is } as RevisionChange;
    }),
  );
}

const undo = (present: ProjectState, changes: readonly RevisionChange[]) => runSteps(undoSteps(present, 7, changes));

function undone(present: ProjectState, changes: readonly RevisionChange[]): ProjectState {
  return applyEdits(present, plan(present, undo(present, changes).edits, 0).changes);
}

const configuration = ["project", "platform", "instance", "window"] as const;

/** In the order of ids; without the instant from which a window's rule plans, which is the plan's to set. */
function said(state: ProjectState): unknown {
  return configuration.map((kind) =>
    [...state[kind]]
      .map(([id, { value }]) => [id, { ...value, since: undefined }])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );
}

const ios = (state: ProjectState) => state.platform.get("ios")?.value.policy;

/** Sets these fields in the policy of ios, and keeps the others. */
function withIos(state: ProjectState, fields: object): ProjectState {
  const platform = state.platform.get("ios")?.value;
  assert.ok(platform);
  const edit: Edit = { kind: "platform", id: "ios", value: { ...platform, policy: { ...platform.policy, ...fields } } };
  return applyEdits(state, [edit]);
}

const first = stateFrom(exampleForm);
const bad = withIos(first, { minimum: "25.0" });
const itsChanges = changesBetween(first, bad);

test("undo reverses the revision, and says nothing where nothing came between", () => {
  assert.deepEqual(ios(undone(bad, itsChanges)), ios(first));
  assert.deepEqual(undo(bad, itsChanges).warnings, []);
});

const outcomeOf = (warning: Warning | undefined): string | null => (warning?.code === "changed_since" ? warning.outcome : null);

test("changes of later revisions stay, even in the same resource", () => {
  const present = applyEdits(withIos(bad, { recommended: "26.0" }), [windowEdit("later", {})]);
  const result = undone(present, itsChanges);
  assert.deepEqual(ios(result), { ...ios(first), recommended: "26.0" });
  assert.ok(result.window.has("later"));
  const place = { path: "platforms.ios", kind: "platform", id: "ios" };
  assert.deepEqual(undo(present, itsChanges).warnings, [{ code: "changed_since", ...place, revision: 0, outcome: "unchanged" }]);
  assert.deepEqual(undo(result, itsChanges), { edits: [], warnings: [{ code: "already_undone", ...place, revision: 7 }] });
});

test("where a later revision changed the same value, the older one is written, and said to replace it", () => {
  const present = withIos(bad, { minimum: "2.5" });
  assert.equal(ios(undone(present, itsChanges))?.minimum, "2.4.0");
  assert.equal(outcomeOf(undo(present, itsChanges).warnings[0]), "replaced");
});

test("items that the revision added to or removed from a list are reversed, and those of later revisions keep their position", () => {
  const blocked = (state: ProjectState) => ios(state)?.blocked;
  const added = withIos(first, { blocked: ["2.5.0", ">=2.5.3 <2.5.5", "2.6.1"] });
  const present = withIos(added, { blocked: ["1.9", "2.5.0", "2.6.1", "2.7"] });
  assert.deepEqual(blocked(undone(present, changesBetween(first, added))), ["1.9", "2.5.0", "2.7"]);
  const removed = withIos(first, { blocked: [">=2.5.3 <2.5.5"] });
  const later = withIos(removed, { blocked: [">=2.5.3 <2.5.5", "2.7"] });
  assert.deepEqual(blocked(undone(later, changesBetween(first, removed))), ["2.5.0", ">=2.5.3 <2.5.5", "2.7"]);
  const all = withIos(first, { blocked: [] });
  const another = withIos(all, { blocked: ["2.7"] });
  assert.deepEqual(blocked(undone(another, changesBetween(first, all))), ["2.5.0", ">=2.5.3 <2.5.5", "2.7"]);
});

test("undo never widens a window: where its scope changed again, the scope before the revision replaces it", () => {
  type Lists = { instances?: string[]; platforms?: string[] };
  const instances = (...names: string[]): Lists => ({ instances: names });
  const platforms = (...names: string[]): Lists => ({ platforms: names });
  const cases: [before: Lists, after: Lists, present: Lists, result: Lists, isReplaced: boolean][] = [
    [instances("i"), instances("i", "j"), instances("j"), instances("i"), true],
    [{}, instances("i"), instances("i", "j"), {}, true],
    [instances("i"), {}, instances("j"), instances("i"), true],
    [instances("i"), instances("i", "j"), {}, instances("i"), true],
    [instances("i"), platforms("ios"), {}, instances("i"), true],
    [instances("i"), {}, platforms("ios"), instances("i"), true],
    [instances("i"), instances("i", "j"), instances("i", "j", "k"), instances("i", "k"), false],
    [platforms("ios", "android"), platforms("ios"), platforms("ios", "web"), platforms("ios", "android", "web"), false],
  ];
  const withWindow = (scope: Lists) =>
    stateFrom(
      formWith({
        instances: { i: { name: "I" }, j: { name: "J" }, k: { name: "K" } },
        platforms: { web: { store: "none" }, android: {}, ios: {} },
      }),
      windowEdit("w", scope),
    );
  for (const [before, after, present, result, isReplaced] of cases) {
    const [was, is, now] = [before, after, present].map(withWindow) as [ProjectState, ProjectState, ProjectState];
    const changes = changesBetween(was, is);
    const { platforms: p, instances: i } = undone(now, changes).window.get("w")?.value ?? {};
    const actual = { platforms: p, instances: i };
    assert.deepEqual(actual, { platforms: result.platforms ?? null, instances: result.instances ?? null });
    const warning = undo(now, changes).warnings.find(({ path }) => path === "windows.w");
    assert.equal(outcomeOf(warning), isReplaced ? "replaced" : "unchanged");
  }
});

test("a project keeps a language: where undo would leave none, those before the revision come back", () => {
  const withLanguages = (...languages: string[]) => stateFrom(formWith({ languages }));
  const changes = changesBetween(withLanguages("en"), withLanguages("en", "it"));
  const present = withLanguages("it");
  assert.deepEqual([...undone(present, changes).project.values()][0]?.value.languages, ["en"]);
  const warning = undo(present, changes).warnings.find(({ path }) => path === "");
  assert.equal(outcomeOf(warning), "replaced");
});

test("a deleted window comes back with its overrides, and those of a window that stays are left alone", () => {
  const done = overrideEdit("db-upgrade", "2026-12-06T02:00", { completed: true, end: 1 });
  const canceled = overrideEdit("db-upgrade", "2026-12-07T02:00", { canceled: true });
  const before = applyEdits(first, [done, canceled]);
  const after = applyEdits(before, plan(before, [{ kind: "window", id: "db-upgrade", value: null }], 0).changes);
  assert.equal(after.override.size, 0);
  const changes = changesBetween(before, after);
  assert.deepEqual(undo(after, changes).warnings, []);
  const result = undone(after, changes);
  for (const { kind, id, value } of [done, canceled]) assert.deepEqual(result[kind].get(id)?.value, value);
  const only = changesBetween(before, applyEdits(before, [{ ...done, value: null } as Edit]));
  assert.match(undoRefusal(before, 7, only) ?? "", /plan maintenance instead/);
});

test("a deleted window comes back with the instant from which its rule plans", () => {
  const rule = windowEdit("w", { repeat: "FREQ=DAILY" });
  const before = applyEdits(first, [{ ...rule, value: { ...rule.value, since: 5 } } as Edit]);
  const after = applyEdits(before, [{ kind: "window", id: "w", value: null }]);
  const { edits } = undo(after, changesBetween(before, after));
  assert.equal(applyEdits(after, plan(after, edits, 9).changes).window.get("w")?.value.since, 5);
});

test("resources that are already deleted or as before are left alone, and reported", () => {
  const without = applyEdits(bad, [{ kind: "platform", id: "ios", value: null }]);
  assert.deepEqual(undo(without, itsChanges).edits, []);
  assert.equal(undo(without, itsChanges).warnings[0]?.code, "deleted_since");
  assert.deepEqual(undo(first, itsChanges).edits, []);
  assert.equal(undo(first, itsChanges).warnings[0]?.code, "already_undone");
});

test("one-way changes stay, and a revision without others says why and what to do", () => {
  const reasons: [Edit, RegExp][] = [
    [keyEdit("k1", { revokedAt: 1 }), /keys and tokens cannot be undone: .*replace one/],
    [overrideEdit("db-upgrade", "2026-12-06T02:00", { completed: true }), /plan maintenance instead/],
    [windowEdit("w", { overrun: "hold" }, "hand"), /complete it instead/],
    [{ kind: "grant", id: "u_1", value: { role: "editor" } }, /change the member's role/],
    [{ kind: "protection", id: "", value: { fourEyes: true, reasonRequired: false } }, /an owner can edit them/],
  ];
  for (const [edit, message] of reasons) {
    const after = applyEdits(first, [edit]);
    assert.match(undoRefusal(after, 7, changesBetween(first, after)) ?? "", message);
    const both = applyEdits(bad, [edit]);
    const changes = changesBetween(first, both);
    assert.equal(undoRefusal(both, 7, changes), null);
    assert.deepEqual(ios(undone(both, changes)), ios(first));
    assert.equal(undone(both, changes)[edit.kind].has(edit.id), true, edit.kind);
    assert.deepEqual(undo(both, changes).warnings, [{ code: "not_undone", path: "", kind: edit.kind }]);
  }
});

test("a project's creation is not undone, and its deletion is, once", () => {
  const none = readProjectState("acme-shop", 0, []);
  assert.match(undoRefusal(first, 7, changesBetween(none, first)) ?? "", /delete the project/);
  const deletion = changesBetween(first, none);
  assert.equal(undoRefusal(none, 7, deletion), null);
  assert.deepEqual(said(undone(none, deletion)), said(first));
  assert.match(undoRefusal(first, 7, deletion) ?? "", /restore revision 6/);
  assert.match(undoRefusal(none, 7, itsChanges) ?? "", /undo its deletion first/);
});

test("a result that would be no valid configuration is refused", () => {
  const set = (form: object) => stateFrom(formWith({ windows: { w: { start: "2027-01-01T02:00", ...form } } }));
  const before = set({ end: "2027-01-01T04:00" });
  const after = set({ end: "2027-01-01T09:00" });
  const later = stateFrom(formWith({ windows: { w: { start: "2027-01-01T08:00", end: "2027-01-01T09:00" } } }));
  assert.throws(
    () => undo(later, changesBetween(before, after)),
    (error) => error instanceof DrawbridgeError && error.problems[0]?.path === "windows.w.end",
  );
});

test("for any two configurations, undo of the change between them gives the first again, and undo of that the second", () => {
  const isByHand = ({ window }: ProjectState) => [...window.values()].some(({ value }) => value.origin === "hand");
  forAll([arbitraryState, arbitraryState], 25, (before, after) => {
    fc.pre(!isByHand(before) && !isByHand(after));
    const there = applyEdits(after, undo(after, changesBetween(before, after)).edits);
    assert.deepEqual(said(there), said(before));
    assert.deepEqual(said(applyEdits(there, undo(there, changesBetween(after, there)).edits)), said(after));
  });
});

test("for any later configuration, undo touches nothing that the revision did not", () =>
  forAll([arbitraryState, arbitraryState, arbitraryState], 40, (before, after, present) => {
    const changes = changesBetween(before, after);
    const named = new Set(changes.map(({ kind, id }) => `${kind} ${id}`));
    try {
      for (const { kind, id } of undo(present, changes).edits) {
        assert.ok(named.has(`${kind} ${id}`));
        assert.ok(kinds[kind].rollsBack || kind === "override");
      }
    } catch (error) {
      if (!(error instanceof DrawbridgeError)) throw error;
      assert.equal(error.code, "invalid");
    }
  }));
