import assert from "node:assert/strict";
import { test } from "node:test";
import {
  exampleForm,
  exampleInstance,
  keyEdit,
  overrideEdit,
  stateFrom,
  windowEdit,
} from "../../../server/test/example-project.ts";
import { exampleProposal } from "../../../server/test/example-proposal.ts";
import { cancelling, completing, extending, moving, starting } from "../../../server/test/maintained-project.ts";
import { pluck } from "../../../server/test/pluck.ts";
import { type ProjectState, soleId } from "../project/project-state.ts";
import type { Edit, Proposal } from "../project/resource.ts";
import { applyMaintenanceVerb, type MaintenanceVerb } from "../verbs/maintenance-verb.ts";
import { applyEdits } from "./edit.ts";
import { plan } from "./plan.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const hour = 3_600_000;
const fourEyes: Edit = { kind: "protection", id: soleId, value: { fourEyes: true, reasonRequired: true } };
const open = stateFrom(exampleForm, keyEdit("k1", {}));
const guarded = applyEdits(open, [fourEyes]);

function isRefused(state: ProjectState, ...edits: Edit[]): boolean {
  return plan(state, edits, now).guards.some(({ code }) => code === "four_eyes");
}

const verb = (state: ProjectState, one: MaintenanceVerb): readonly Edit[] => applyMaintenanceVerb(state, one, now).edits;

const header = open.project.get(soleId)?.value ?? null;
const ios = open.platform.get("ios")?.value ?? null;

const configuration: Readonly<Record<string, Edit>> = {
  "what the project says about itself": { kind: "project", id: soleId, value: header && { ...header, name: "New" } },
  "the end of the project": { kind: "project", id: soleId, value: null },
  "a policy": { kind: "platform", id: "ios", value: ios && { ...ios, policy: { ...ios.policy, minimum: "9" } } },
  "an instance": { kind: "instance", id: "eu-2", value: exampleInstance({ name: "Two" }) },
  "a planned window": windowEdit("later", { start: "2027-01-01T02:00" }),
  "the end of a planned window": { kind: "window", id: "db-upgrade", value: null },
  "its own end": { kind: "protection", id: soleId, value: { fourEyes: false, reasonRequired: false } },
};

for (const [what, edit] of Object.entries(configuration))
  test(`four eyes review ${what}, if the project requires it`, () => {
    assert.equal(isRefused(guarded, edit), true);
    assert.equal(isRefused(open, edit), false);
  });

test("switching it on takes two eyes", () => assert.equal(isRefused(open, fourEyes), false));

test("keys, members, tokens and what changes nothing go on", () => {
  assert.equal(isRefused(guarded, keyEdit("k2", {})), false);
  assert.equal(isRefused(guarded, { kind: "grant", id: "u_1", value: { role: "viewer" } }), false);
  assert.equal(isRefused(guarded, { kind: "platform", id: "ios", value: ios }), false);
});

test("maintenance begins, is extended, ends and is canceled by two eyes; only a move takes four", () => {
  const running = applyEdits(guarded, [windowEdit("now", { start: "2026-11-21T11:00" })]);
  assert.equal(isRefused(guarded, ...verb(guarded, { ...starting, id: "fix" })), false);
  assert.equal(isRefused(guarded, ...verb(guarded, { ...starting, window: "db-upgrade" })), false);
  assert.equal(isRefused(running, ...verb(running, { ...extending, window: "now", by: hour })), false);
  assert.equal(isRefused(running, ...verb(running, { ...completing, window: "now" })), false);
  assert.equal(isRefused(guarded, ...verb(guarded, { ...cancelling, window: "db-upgrade" })), false);
  assert.equal(isRefused(guarded, ...verb(guarded, { ...moving, window: "db-upgrade", start: "2026-12-07T02:00" })), true);
});

test("one that was moved before is extended and canceled like any other", () => {
  const at = now + 30 * hour;
  const moved = applyEdits(guarded, [overrideEdit("db-upgrade", "2026-12-06T02:00", { start: at, end: at + hour })]);
  const occurrence = "db-upgrade/2026-12-06T02:00";
  assert.equal(isRefused(moved, ...verb(moved, { ...extending, occurrence, by: hour })), false);
  assert.equal(isRefused(moved, ...verb(moved, { ...cancelling, occurrence })), false);
});

test("one that was moved before takes four eyes for another start, and for an earlier end by the same start", () => {
  const at = now + 30 * hour;
  const moved = applyEdits(guarded, [overrideEdit("db-upgrade", "2026-12-06T02:00", { start: at, end: at + hour })]);
  const move = { ...moving, occurrence: "db-upgrade/2026-12-06T02:00" } as const;
  assert.equal(isRefused(moved, ...verb(moved, { ...move, start: at + hour })), true);
  assert.equal(isRefused(moved, ...verb(moved, { ...move, start: at, for: hour / 60 })), true);
  assert.equal(isRefused(moved, ...verb(moved, { ...move, start: at, for: 2 * hour })), false);
});

test("a window by hand is no way to plan one: made to recur or to come later it takes four eyes", () => {
  const byHand = applyEdits(guarded, verb(guarded, { ...starting, id: "fix" }));
  const form = { start: "2026-11-21T12:00", duration: "PT1H" };
  assert.equal(isRefused(byHand, windowEdit("fix", { ...form, message: { en: "Soon." } }, "hand")), false);
  assert.equal(isRefused(byHand, { kind: "window", id: "fix", value: null }), false);
  assert.equal(isRefused(byHand, windowEdit("fix", { ...form, repeat: "FREQ=DAILY" }, "hand")), true);
  assert.equal(isRefused(byHand, windowEdit("fix", { ...form, start: "2026-11-22T12:00" }, "hand")), true);
  assert.equal(isRefused(guarded, windowEdit("db-upgrade", form, "hand")), true);
});

/** A proposal of the edits by one person, approved by another. */
function proposed(state: ProjectState, edits: readonly Edit[], more: Partial<Proposal> = {}): ProjectState {
  const approval = { actor: "u_2", person: "u_2", at: now, hash: "h" };
  const value = exampleProposal(state, edits, { state: "approved", approval, ...more });
  return applyEdits(state, [{ kind: "proposal", id: "p_1", value }]);
}

function published(state: ProjectState): Edit {
  const value = state.proposal.get("p_1")?.value;
  const closed = { actor: "u_1", person: "u_1", at: now, reason: "" };
  return { kind: "proposal", id: "p_1", value: value ? { ...value, state: "published", closed } : null };
}

test("the approved change passes, and no similar one does", () => {
  const edits = [configuration["a policy"], configuration["an instance"]].filter((edit) => edit !== undefined);
  const approved = proposed(guarded, edits);
  const [policy, instance] = approved.proposal.get("p_1")?.value.edits ?? [];
  assert.ok(policy && instance);
  assert.equal(isRefused(approved, policy, instance, published(approved)), false);
  assert.equal(isRefused(approved, policy, instance), true);
  assert.equal(isRefused(approved, policy, published(approved)), true);
  assert.equal(isRefused(approved, policy, windowEdit("later", { start: "2027-01-01T02:00" }), published(approved)), true);
  const approval = { actor: "u_2", person: "u_2", at: now, hash: "of an earlier one" };
  for (const more of [{ approval }, { approval: null }]) {
    const not = proposed(guarded, edits, more);
    assert.equal(isRefused(not, policy, instance, published(not)), true, JSON.stringify(more));
  }
});

test("the end of a project is approved as such, and takes all of it along", () => {
  const approved = proposed(guarded, [{ kind: "project", id: soleId, value: null }]);
  const end = plan(approved, [{ kind: "project", id: soleId, value: null }, published(approved)], now);
  assert.deepEqual(pluck(end.guards, "code"), ["in_use"]);
  assert.deepEqual([...new Set(end.changes.map(({ value }) => value))], [null]);
  assert.ok(end.changes.some(({ kind }) => kind === "proposal") && end.changes.some(({ kind }) => kind === "read_key"));
});

test("the refusal names an instance whose id has dots by its path", () => {
  const { guards } = plan(guarded, [{ kind: "instance", id: "eu.2", value: exampleInstance({ name: "Two" }) }], now);
  assert.deepEqual(pluck(guards, "path"), ['instances."eu.2"']);
});

test("an edit needs a reason if the project requires one, and a verb does not", () => {
  const asks = (state: ProjectState, ...edits: Edit[]) => plan(state, edits, now).needsReason;
  for (const edit of Object.values(configuration)) assert.equal(asks(guarded, edit), true);
  assert.equal(asks(open, configuration["a policy"] as Edit), false);
  assert.equal(asks(guarded, { kind: "grant", id: "u_1", value: { role: "viewer" } }), true);
  assert.equal(asks(guarded, keyEdit("k2", {})), false);
  assert.equal(asks(guarded, ...verb(guarded, { ...starting, id: "fix" })), false);
  assert.equal(asks(guarded, ...verb(guarded, { ...cancelling, window: "db-upgrade" })), false);
  assert.equal(asks(guarded, { kind: "platform", id: "ios", value: ios }), false);
});
