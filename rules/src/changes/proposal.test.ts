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
import { editsToPropose } from "../../../server/test/finished-steps.ts";
import type { Edit, Proposal } from "../project/resource.ts";
import { applyEdits } from "./edit.ts";
import { plan } from "./plan.ts";
import { checkMoveInTime, maxProposalCharacters, pastProposals, proposalsOverLimit } from "./proposal.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const day = 86_400_000;
const state = stateFrom(exampleForm, keyEdit("k1", {}));
const instance: Edit = { kind: "instance", id: "eu-1", value: exampleInstance({ name: "New" }) };

function namesOf(found: readonly { readonly kind: string; readonly id: string }[]): string[] {
  return found.map(({ kind, id }) => `${kind} ${id}`);
}

test("only effective edits of a change are proposed", () => {
  const same = state.instance.get("us-1")?.value ?? null;
  assert.deepEqual(namesOf(editsToPropose(state, [instance, { kind: "instance", id: "us-1", value: same }])), ["instance eu-1"]);
});

test("a move whose time has come, or whose occurrence has begun, is too late", () => {
  const at = now + 10 * day;
  const moved = overrideEdit("db-upgrade", "2026-12-06T02:00", { start: at, end: at + 3_600_000 });
  const one = exampleProposal(state, [moved]);
  assert.doesNotThrow(() => checkMoveInTime(state, one.edits, now));
  assert.throws(() => checkMoveInTime(state, one.edits, at), { code: "conflict" });
  const soon = stateFrom(exampleForm, windowEdit("now", { start: "2026-11-21T11:00" }));
  const late = exampleProposal(soon, [overrideEdit("now", "2026-11-21T11:00", { start: at, end: at + 1_000 })]);
  assert.throws(() => checkMoveInTime(soon, late.edits, now), { code: "conflict" });
});

test("proposals closed 30 days ago are past, open ones are not, and no change of another proposal deletes them", () => {
  const closed = (at: number): Partial<Proposal> => ({
    state: "rejected",
    closed: { actor: "u_2", person: "u_2", at, reason: "" },
  });
  const held: Edit[] = [
    { kind: "proposal", id: "p_old", value: exampleProposal(state, [instance], closed(now - 30 * day)) },
    { kind: "proposal", id: "p_new", value: exampleProposal(state, [instance], closed(now - 30 * day + 1)) },
    { kind: "proposal", id: "p_open", value: exampleProposal(state, [instance], { createdAt: 0 }) },
  ];
  const with3 = applyEdits(state, held);
  assert.deepEqual(namesOf(pastProposals(with3, now)), ["proposal p_old"]);
  const next: Edit = { kind: "proposal", id: "p_next", value: exampleProposal(state, [instance]) };
  assert.deepEqual(namesOf(plan(with3, [next], now).changes), ["proposal p_next"]);
  assert.deepEqual(namesOf(plan(with3, [keyEdit("k2", {})], now).changes), ["read_key k2"]);
});

test("when the room runs out, closed proposals are deleted earlier, the oldest first", () => {
  const large: Edit = { kind: "instance", id: "eu-1", value: exampleInstance({ name: "x".repeat(maxProposalCharacters / 3) }) };
  const closedAt = (at: number): Edit => ({
    kind: "proposal",
    id: `p_${at}`,
    value: exampleProposal(state, [large], {
      state: "withdrawn",
      closed: { actor: "u_1", person: "u_1", at: now - at, reason: "" },
    }),
  });
  const full = applyEdits(state, [closedAt(1), closedAt(3), closedAt(2)]);
  assert.deepEqual(namesOf(proposalsOverLimit(full)), ["proposal p_3"]);
});
