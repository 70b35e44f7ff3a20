import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  exampleForm,
  exampleInstance,
  type Form,
  keyEdit,
  manifestFrom,
  overrideEdit,
  stateFrom,
} from "../../../server/test/example-project.ts";
import { exampleProposal } from "../../../server/test/example-proposal.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { pluck } from "../../../server/test/pluck.ts";
import { type ProjectState, soleId } from "../project/project-state.ts";
import type { Edit, Proposal } from "../project/resource.ts";
import { runSteps } from "../values/steps.ts";
import { applyEdits } from "./edit.ts";
import { buildManifest, manifestDocument, manifestEdits } from "./manifest.ts";
import { plan } from "./plan.ts";
import { rebaseSteps } from "./proposal-rebase.ts";
import { isDeepEqual, setValueAt } from "./three-way-merge.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const state = stateFrom(exampleForm, keyEdit("k1", {}));
const rebase = (present: ProjectState, proposal: Proposal) => runSteps(rebaseSteps(present, proposal));
const pathsOf = (present: ProjectState, proposal: Proposal) => rebase(present, proposal).outOfDate.map(({ path }) => path);

function documentOf(present: ProjectState): object {
  const manifest = buildManifest(present, false);
  assert.ok(manifest);
  return manifestDocument(manifest);
}

function applied(present: ProjectState, edits: readonly Edit[]): ProjectState {
  return applyEdits(present, plan(present, edits, now).changes);
}

type Values = Readonly<Record<string, unknown>>;

/** Values by path that a change gives a member, each another than `exampleForm` has; undefined removes it. */
const members: Readonly<Record<string, readonly unknown[]>> = {
  name: ["Acme", "Acme Stores"],
  languages: [
    ["en", "de"],
    ["en", "it", "de"],
  ],
  "messages.maintenance.de": ["Bald zurück.", "Wir sind bald zurück."],
  "platforms.ios.recommended": ["2.7.0", undefined],
  "platforms.ios.blocked": [["2.5.1"], ["2.5.2"], undefined],
  "platforms.huawei.recommended": ["2.6.0", "2.7.0"],
  "instances.eu-1.reminder": ["PT2H", undefined],
  "instances.us-1.name.de": ["USA", undefined],
  "windows.db-upgrade.duration": ["PT1H", "PT3H"],
  "windows.db-upgrade.instances": [["us-1"], ["eu-1", "us-1"]],
};
const change = fc
  .uniqueArray(fc.constantFrom(...Object.keys(members)), { minLength: 1, maxLength: 4 })
  .chain((paths) => fc.tuple(...paths.map((path) => fc.tuple(fc.constant(path), fc.constantFrom(...(members[path] ?? []))))))
  .map((pairs): Values => Object.fromEntries(pairs));

function formAfter(...changes: readonly Values[]): Form {
  const pairs = changes.flatMap((values) => Object.entries(values));
  return pairs.reduce<Form>((form, [path, value]) => setValueAt(form, path.split("."), value), exampleForm);
}

test("a proposal published after any edit equals both, one after the other, or is out of date with exactly the members of both", () => {
  const found = { applied: 0, outdated: 0 };
  const before = stateFrom(exampleForm);
  const editsTo = (form: Form) => manifestEdits(before, manifestFrom(form));
  forAll([change, change], 200, (edit, proposal) => {
    const after = applied(before, editsTo(formAfter(edit)));
    const { edits, outOfDate, problems } = rebase(after, exampleProposal(before, editsTo(formAfter(proposal))));
    assert.deepEqual(problems, []);
    const both = Object.keys(edit).filter((path) => path in proposal && !isDeepEqual(edit[path], proposal[path]));
    assert.deepEqual(outOfDate.map(({ path }) => path).sort(), both.sort());
    found[both.length === 0 ? "applied" : "outdated"]++;
    if (both.length === 0)
      assert.ok(isDeepEqual(documentOf(applied(after, edits)), documentOf(stateFrom(formAfter(edit, proposal)))));
  });
  assert.ok(Math.min(found.applied, found.outdated) >= 15, JSON.stringify(found));
});

test("a resource that one of them deletes, or that both create, is whole", () => {
  const instance = (id: string, name: string | null): Edit => {
    return { kind: "instance", id, value: name === null ? null : exampleInstance({ name, reminder: 86_400_000 }) };
  };
  const pathsAfter = (edit: Edit, proposal: Edit) => pathsOf(applyEdits(state, [edit]), exampleProposal(state, [proposal]));
  const [deleted, renamed] = [instance("eu-1", null), instance("eu-1", "Europe")];
  assert.deepEqual(pathsAfter(deleted, renamed), ["instances.eu-1.name"]);
  assert.deepEqual(pathsAfter(renamed, deleted), ["instances.eu-1.name"]);
  assert.deepEqual(pathsAfter(deleted, deleted), []);
  assert.deepEqual(pathsAfter(instance("eu-9", "Nine"), instance("eu-9", "Neun")), ["instances.eu-9.name"]);
});

const ios = state.platform.get("ios")?.value;
assert.ok(ios);
const withPolicy = (policy: object): Edit => ({
  kind: "platform",
  id: "ios",
  value: { ...ios, policy: { ...ios.policy, ...policy } },
});
const raised = exampleProposal(state, [withPolicy({ minimum: "2.5.0" })]);

test("a change that was undone leaves the proposal as it was", () => {
  const bad = applyEdits(state, [withPolicy({ minimum: "25.0" })]);
  assert.deepEqual(rebase(bad, raised).outOfDate, [
    { path: "platforms.ios.minimum", before: "2.4.0", current: "25.0", proposed: "2.5.0" },
  ]);
  assert.deepEqual(rebase(applyEdits(bad, [withPolicy({})]), raised).edits, raised.edits);
});

test("an overridden guard was judged with the whole resource, so another member of it outdates the proposal", () => {
  const wider = applyEdits(state, [withPolicy({ exempt: [] })]);
  assert.deepEqual(pathsOf(wider, raised), []);
  assert.deepEqual(pathsOf(wider, { ...raised, override: ["locks_out"] }), ["platforms.ios.exempt"]);
});

test("a clock time is not merged with another zone, and the order of languages stays as the later change wrote it", () => {
  const window = state.window.get("db-upgrade")?.value;
  const project = state.project.get(soleId)?.value;
  assert.ok(window && project);
  const moved = exampleProposal(state, [{ kind: "window", id: "db-upgrade", value: { ...window, start: "2026-12-07T02:00" } }]);
  const elsewhere = applyEdits(state, [{ kind: "window", id: "db-upgrade", value: { ...window, zone: "UTC" } }]);
  assert.deepEqual(pathsOf(elsewhere, moved), ["windows.db-upgrade.zone"]);
  const renamed = exampleProposal(state, [{ kind: "project", id: soleId, value: { ...project, name: "New" } }]);
  const upgrade = { de: "Bitte auf {minimum_version} aktualisieren.", en: "Please update to {minimum_version}." };
  const turned: Edit = { kind: "project", id: soleId, value: { ...project, messages: { ...project.messages, upgrade } } };
  const [edit] = rebase(applyEdits(state, [turned]), renamed).edits;
  assert.deepEqual(edit?.kind === "project" && Object.keys(edit.value?.messages.upgrade ?? {}), ["de", "en"]);
});

test("the end of a project touches everything in it: a key that came meanwhile, too, but no other proposal", () => {
  const end = exampleProposal(state, [{ kind: "project", id: soleId, value: null }]);
  assert.deepEqual(pathsOf(state, end), []);
  assert.deepEqual(pathsOf(applyEdits(state, [keyEdit("k2", {})]), end), ["keys.k2"]);
  assert.deepEqual(pathsOf(applyEdits(state, [{ kind: "proposal", id: "p_2", value: end }]), end), []);
  const other: Edit = { kind: "instance", id: "eu-1", value: exampleInstance({ name: "Other", reminder: 86_400_000 }) };
  assert.deepEqual(pathsOf(applyEdits(state, [other]), end), ["instances.eu-1.name"]);
});

test("an occurrence that was moved meanwhile is named by its times", () => {
  const [one, other] = [now + 86_400_000, now + 2 * 86_400_000];
  const move = (start: number) => overrideEdit("db-upgrade", "2026-12-06T02:00", { start, end: start + 3_600_000 });
  const [first, ...rest] = rebase(applyEdits(state, [move(other)]), exampleProposal(state, [move(one)])).outOfDate;
  assert.deepEqual(first, {
    path: "windows.db-upgrade.occurrences.2026-12-06T02:00.start",
    before: undefined,
    current: "2026-11-23T12:00:00.000+00:00",
    proposed: "2026-11-22T12:00:00.000+00:00",
  });
  assert.deepEqual(pluck(rest, "path"), ["windows.db-upgrade.occurrences.2026-12-06T02:00.end"]);
});
