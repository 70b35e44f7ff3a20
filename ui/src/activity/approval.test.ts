import assert from "node:assert/strict";
import { test } from "node:test";
import type { Member } from "drawbridge-rules/wire/member.ts";
import type { ProposalDetail } from "drawbridge-rules/wire/proposal.ts";
import { type Approver, actorText, approvalBlocker, closedProposals, openProposals, publicationBlocker } from "./approval.ts";

const proposal: ProposalDetail = {
  id: "p_1",
  state: "open",
  hash: "h",
  author: { actor: "u_ada", person: "u_ada" },
  role: "editor",
  reason: "",
  override: [],
  edits: [],
  created_at: "2026-11-21T12:00:00.000+00:00",
  approval: null,
  approvals: [],
  approvals_required: 1,
  closed: null,
  revision: 1,
  names: { u_ada: "Ada", u_bob: "Bob", t_1: "deploy script" },
  plan: null,
  out_of_date: [],
  title: "iOS minimum 2.4.0 → 2.6.0",
  updated: null,
  publish_when_approved: false,
};
const approval = { actor: "u_bob", person: "u_bob", at: "2026-11-21T12:00:00.000+00:00", hash: "h" };
const approved: ProposalDetail = { ...proposal, state: "approved", approval, approvals: [approval] };
const of = (person: string, actor = person): Approver => ({ actor, person: { id: person, login: person, name: person } });

test("another person approves, regardless of the token that the author used", () => {
  assert.equal(approvalBlocker(proposal, of("u_bob"), "editor"), null);
  assert.equal(approvalBlocker(proposal, of("u_ada"), "owner")?.kind, "author");
  assert.equal(approvalBlocker(proposal, of("u_ada", "t_1"), "owner")?.kind, "author");
  assert.equal(approvalBlocker(proposal, { actor: "environment", person: null }, "owner")?.kind, "noPerson");
});

test("a user who cannot make such a change cannot approve it", () => {
  for (const role of [null, "viewer", "operator"] as const)
    assert.deepEqual(approvalBlocker(proposal, of("u_bob"), role), { kind: "role", role: "editor" });
});

test("an approval is given once, and another one takes its place", () => {
  assert.equal(approvalBlocker(approved, of("u_bob"), "editor")?.kind, "approved");
  assert.equal(approvalBlocker(approved, of("u_cy"), "editor"), null);
});

test("what is approved is published, unless something came in between", () => {
  const plan = { guards: [{ path: "", detail: "", code: "store_link" }], problems: [] } as never;
  const kinds = [
    approved,
    proposal,
    { ...approved, out_of_date: [{ path: "name", detail: "" }] },
    { ...approved, plan },
    { ...approved, plan, override: ["store_link"] as const },
    { ...approved, names: { u_ada: "Ada" } },
  ].map((each) => publicationBlocker(each, "editor", [])?.kind ?? null);
  assert.deepEqual(kinds, [null, "unapproved", "outdated", "wrong", null, "approver"]);
  const away = [{ person: "u_bob", disabled: true }] as unknown as readonly Member[];
  assert.equal(publicationBlocker(approved, "editor", away)?.kind, "approver");
});

test("a token is named beside the person whom it counts as", () => {
  assert.equal(actorText({ actor: "u_ada", person: "u_ada" }, proposal.names), "Ada");
  assert.equal(actorText({ actor: "t_1", person: "u_ada" }, proposal.names), "Ada (deploy script)");
  assert.equal(actorText({ actor: "u_gone", person: "u_gone" }, proposal.names), "Erased user");
  assert.equal(actorText({ actor: "environment", person: null }, proposal.names), "Setup token");
});

test("what waits longest stands first, and what was closed last", () => {
  const at = (minute: number) => `2026-11-21T12:0${minute}:00.000+00:00`;
  const done = (id: string, minute: number) => ({
    ...proposal,
    id,
    state: "rejected" as const,
    closed: { actor: "u_bob", person: "u_bob", at: at(minute), reason: "" },
  });
  const all = [
    done("a", 3),
    { ...proposal, id: "b", created_at: at(2) },
    done("c", 4),
    { ...approved, id: "d", created_at: at(1) },
  ];
  const ids = [...openProposals(all), ...closedProposals(all)].map(({ id }) => id);
  assert.deepEqual(ids, ["d", "b", "c", "a"]);
});

test("a proposal of a token without a person requires two people, or one owner", () => {
  const nobodys: ProposalDetail = { ...proposal, author: { actor: "t_1", person: null }, approvals_required: 2 };
  assert.equal(publicationBlocker(nobodys, "editor", [])?.kind, "unapprovedByTwo");
  assert.equal(approvalBlocker(nobodys, of("u_bob"), "editor"), null);
  const once: ProposalDetail = { ...nobodys, approvals: [approval] };
  assert.equal(approvalBlocker(once, of("u_bob"), "editor")?.kind, "approved");
  assert.equal(approvalBlocker(once, of("u_bob"), "owner"), null, "who became an owner since approves it alone");
  assert.equal(approvalBlocker(once, of("u_cy"), "editor"), null);
  const second = { ...approval, actor: "u_cy", person: "u_cy" };
  const twice: ProposalDetail = { ...nobodys, state: "approved", approval: second, approvals: [approval, second] };
  assert.equal(publicationBlocker(twice, "editor", []), null, "as far as the console knows: the server counts who still could");
  assert.equal(publicationBlocker({ ...twice, names: {} }, "editor", [])?.kind, "approver");
});
