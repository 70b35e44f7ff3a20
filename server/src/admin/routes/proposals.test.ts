import assert from "node:assert/strict";
import { describe } from "node:test";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import type { ApprovedProposal, Proposal, ProposalDetail, ProposalList, ProposedChange } from "drawbridge-rules/wire/proposal.ts";
import {
  acme,
  adminServerWithProject,
  beforeNextCommit,
  creating,
  replacing,
  type TestAnswer,
} from "../../../test/admin-server.ts";
import { countRequests } from "../../../test/counted-requests.ts";
import { pluck } from "../../../test/pluck.ts";
import { type ProjectPerson, personIn, tokenWithoutPerson } from "../../../test/project-people.ts";
import { testWith } from "../../../test/test-with.ts";

type World = Awaited<ReturnType<typeof guarded>>;

/** A project under four eyes: two editors, an owner and an operator. */
async function guarded() {
  const server = await adminServerWithProject();
  const ada = await personIn(server, "acme", "ada", "editor");
  const bob = await personIn(server, "acme", "bob", "editor");
  const owner = await personIn(server, "acme", "owner", "owner");
  const operator = await personIn(server, "acme", "operator", "operator");
  const form = { four_eyes: true, reason_required: false };
  assert.equal((await server.of("PUT", "acme/protection", { body: form, headers: replacing })).status, 200);
  return { server, ada, bob, owner, operator };
}

const raise = { body: { minimum: "3.0.0" }, headers: replacing };

async function proposed(answer: Promise<TestAnswer>): Promise<ProposedChange> {
  const { status, text, json } = await answer;
  assert.equal(status, 202, text);
  return json<ProposedChange>();
}

function raised(by: ProjectPerson, query = "", minimum = "3.0.0"): Promise<ProposedChange> {
  return proposed(by.of("PATCH", `acme/platforms/ios?propose=true${query}`, { body: { minimum }, headers: replacing }));
}

function verb(by: ProjectPerson, id: string, name: string, body: object = {}): Promise<TestAnswer> {
  return by.of("POST", `acme/proposals/${id}/${name}`, { body });
}

const said = async (answer: Promise<TestAnswer>): Promise<string> => (await answer).said;

async function minimum({ server }: World): Promise<string | undefined> {
  return (await server.of("GET", "acme/platforms/ios")).json<Platform>().minimum;
}

const test = testWith(guarded);

test("an edit is refused, proposed, approved by a second person and published, in one commit that names everyone involved", async (world) => {
  const { server, ada, bob } = world;
  const refused = await ada.of("PATCH", "acme/platforms/ios", raise);
  assert.deepEqual(pluck(refused.json<ProblemDocument>().guards, "code", "path"), [["four_eyes", "platforms.ios"]]);
  const { proposal, hash, plan } = await raised(ada, "&reason=2.4+loses+orders");
  assert.deepEqual([proposal.state, proposal.author, proposal.role], ["open", { actor: "t_ada", person: "u_ada" }, "editor"]);
  assert.equal(proposal.approvals_required, 1);
  assert.deepEqual(plan.differences, [{ path: "platforms.ios.minimum", before: "2.4.0", after: "3.0.0" }]);
  assert.ok(plan.effects?.length);
  assert.equal(await minimum(world), "2.4.0");
  assert.equal(await said(verb(ada, proposal.id, "publish", { hash })), "409 conflict");
  assert.equal(await said(verb(ada, proposal.id, "approve", { hash })), "403 forbidden");
  assert.equal((await verb(bob, proposal.id, "approve", { hash })).json<Proposal>().state, "approved");
  const done = (await verb(ada, proposal.id, "publish", { hash })).json<Proposal>();
  assert.equal(done.state, "published");
  assert.equal(await minimum(world), "3.0.0");
  const [commit] = (await server.of("GET", "acme/history?limit=1")).json<History>().commits;
  assert.deepEqual(
    [commit?.revision, commit?.actor, commit?.reason, commit?.overridden],
    [done.revision, "t_ada", "2.4 loses orders", []],
  );
  assert.deepEqual(pluck(commit?.changes, "kind", "id"), [
    ["platform", "ios"],
    ["proposal", proposal.id],
  ]);
  const after = commit?.changes[1]?.after as unknown as Proposal;
  assert.deepEqual([after.author.person, after.approval?.person, after.closed?.person], ["u_ada", "u_bob", "u_ada"]);
});

test("a proposal changed after its approval does not publish, even when both happen concurrently", async (world) => {
  const { ada, bob } = world;
  for (let round = 0; round < 20; round++) {
    const { proposal, hash } = await raised(ada);
    await verb(bob, proposal.id, "approve", { hash });
    const amending = ada.of("PATCH", `acme/platforms/ios?propose=${proposal.id}`, {
      body: { minimum: "9.9.9" },
      headers: replacing,
    });
    const [amended, published] = await Promise.all([said(amending), said(verb(ada, proposal.id, "publish", { hash }))]);
    const now = (await ada.of("GET", `acme/proposals/${proposal.id}`)).json<ProposalDetail>();
    assert.notEqual(await minimum(world), "9.9.9");
    if (amended === "202") {
      assert.deepEqual([published, now.state, now.approval], ["412 stale", "open", null]);
      assert.equal(await said(verb(ada, proposal.id, "publish", { hash })), "412 stale");
      assert.equal(await said(verb(ada, proposal.id, "publish", { hash: now.hash })), "409 conflict");
    } else assert.deepEqual([amended, published, now.state], ["409 conflict", "200", "published"]);
    if (published === "200") break;
  }
});

test("the same texts in another order are another proposal: the first language of a message is what most are told", async ({
  ada,
  bob,
}) => {
  const inOrder = async (query: string, ...languages: string[]) => {
    const message = Object.fromEntries(languages.map((language) => [language, language]));
    const body = { start: "2026-12-20T02:00", duration: "PT1H", message };
    const path = `acme/windows/new?${query}&override=first_language&reason=no+other`;
    return proposed(ada.of("PUT", path, { body, headers: creating }));
  };
  const { proposal, hash } = await inOrder("propose=true", "fr", "it");
  const amended = await inOrder(`propose=${proposal.id}`, "it", "fr");
  assert.notEqual(amended.hash, hash);
  assert.equal(await said(verb(bob, proposal.id, "approve", { hash })), "412 stale");
});

test("approving, publishing and rejecting take the role that the change itself takes", async ({ ada, bob, operator, owner }) => {
  const { proposal, hash } = await raised(ada);
  for (const [name, body] of [
    ["approve", { hash }],
    ["publish", { hash }],
    ["reject", { reason: "no" }],
  ] as const)
    assert.equal(await said(verb(operator, proposal.id, name, body)), "403 forbidden", name);
  const on = { body: { four_eyes: true, reason_required: true }, headers: replacing };
  const ofOwner = await proposed(owner.of("PUT", "acme/protection?propose=true", on));
  assert.equal(await said(verb(bob, ofOwner.proposal.id, "approve", { hash: ofOwner.hash })), "403 forbidden");
  const window = { body: { start: "2027-01-01T00:00", duration: "PT1H" }, headers: creating };
  const ofOperator = await proposed(operator.of("PUT", "acme/windows/one?propose=true", window));
  assert.equal(ofOperator.proposal.role, "operator");
  assert.equal(await said(verb(bob, ofOperator.proposal.id, "approve", { hash: ofOperator.hash })), "200");
  assert.equal(await said(verb(operator, ofOperator.proposal.id, "publish", { hash: ofOperator.hash })), "200");
});

test("an approval whose giver loses their role just before the commit does not count", async ({ server, ada, bob }) => {
  const { proposal, hash } = await raised(ada);
  assert.equal(await said(verb(bob, proposal.id, "approve", { hash })), "200");
  const edits = () => [{ kind: "grant", id: bob.id, value: null } as const];
  const leaving = { project: "acme", actor: "system", reason: "", edits };
  beforeNextCommit(server, "acme", () => undefined);
  const left = server.publisher.publish(leaving);
  assert.equal(await said(verb(ada, proposal.id, "publish", { hash })), "409 conflict");
  await left;
});

/** An owner's edit past the approval. */
async function edit({ owner }: World, resource: string, body: object): Promise<void> {
  const path = `acme/${resource}?override=four_eyes&reason=night`;
  assert.equal(await said(owner.of("PATCH", path, { body, headers: replacing })), "200");
}

async function detailOf({ ada }: World, { proposal }: ProposedChange): Promise<ProposalDetail> {
  return (await ada.of("GET", `acme/proposals/${proposal.id}`)).json<ProposalDetail>();
}

test("a proposal whose member was changed is out of date until anyone with the role updates it, and then asks for approval again", async (world) => {
  const { ada, bob, operator } = world;
  const made = await raised(ada);
  const { id } = made.proposal;
  await verb(bob, id, "approve", { hash: made.hash });
  assert.equal((await verb(bob, id, "update", { hash: made.hash })).json<Proposal>().hash, made.hash, "it is not out of date");
  await edit(world, "platforms/ios", { minimum: "3.0.0" });
  assert.deepEqual((await detailOf(world, made)).out_of_date, [], "its value is there already");
  await edit(world, "platforms/ios", { minimum: "2.5.0" });
  const { out_of_date } = await detailOf(world, made);
  const values = { path: "platforms.ios.minimum", before: "2.4.0", current: "2.5.0", proposed: "3.0.0" };
  const actual = out_of_date.map(({ detail: _, ...member }) => member);
  assert.deepEqual(actual, [values]);
  const late = await verb(ada, id, "publish", { hash: made.hash });
  assert.deepEqual([late.status, late.paths], [412, [values.path]]);
  assert.equal(await said(verb(operator, id, "update", { hash: made.hash })), "403 forbidden");
  assert.equal(await said(verb(bob, id, "update", { hash: "a".repeat(43) })), "412 stale");
  const updated = (await verb(bob, id, "update", { hash: made.hash })).json<Proposal>();
  assert.deepEqual([updated.state, updated.approvals, updated.out_of_date], ["open", [], []]);
  assert.deepEqual([updated.author.person, updated.updated?.person], ["u_ada", "u_bob"]);
  assert.equal(await said(verb(bob, id, "approve", { hash: made.hash })), "412 stale");
  assert.equal(await said(verb(bob, id, "approve", { hash: updated.hash })), "200");
  assert.equal(await said(verb(ada, id, "publish", { hash: updated.hash })), "200");
  assert.equal(await minimum(world), "3.0.0");
});

test("an approval publishes a proposal that says so, in one commit with its reason, and the last of two does", async (world) => {
  const { server, ada, bob } = world;
  const { proposal, hash } = await raised(ada, "&publish_when_approved=true&reason=2.4+loses+orders");
  assert.equal(proposal.publish_when_approved, true);
  const revision = (await server.publisher.state("acme")).revision;
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => said(verb(bob, proposal.id, "approve", { hash }))));
  assert.equal(outcomes.filter((outcome) => outcome === "200").length, 1, "it is published once");
  const [commit] = (await server.of("GET", "acme/history?limit=1")).json<History>().commits;
  assert.deepEqual([commit?.revision, commit?.actor, commit?.reason], [revision + 1, "t_bob", "2.4 loses orders"]);
  assert.equal(await minimum(world), "3.0.0");
  const script = await tokenWithoutPerson(server, "acme", "script", "editor");
  const path = "acme/platforms/ios?propose=true&publish_when_approved=true";
  const second = await proposed(script.of("PATCH", path, { body: { minimum: "3.1.0" }, headers: replacing }));
  const states: string[] = [];
  for (const by of [ada, bob])
    states.push((await verb(by, second.proposal.id, "approve", { hash: second.hash })).json<Proposal>().state);
  assert.deepEqual(states, ["open", "published"]);
  assert.equal(await said(ada.of("PATCH", "acme/platforms/ios?publish_when_approved=true", raise)), "422 invalid");
});

test("where a guard refuses the publication, or its author lost the role, a proposal is approved and the answer says why", async (world) => {
  const { server, ada, bob, owner } = world;
  const approve = async ({ proposal, hash }: ProposedChange, by = bob) =>
    (await verb(by, proposal.id, "approve", { hash })).json<ApprovedProposal>();
  const made = await raised(ada, "&publish_when_approved=true");
  countRequests(server, "ios", { "2.4.0": 900, "3.0.0": 100 });
  const { state, not_published } = await approve(made);
  assert.deepEqual(
    [state, not_published?.code, not_published?.guards.map(({ code }) => code)],
    ["approved", "refused", ["locks_out"]],
  );
  assert.equal(await said(verb(bob, made.proposal.id, "publish", { hash: made.hash })), "409 refused");
  assert.equal(await minimum(world), "2.4.0");
  const path = "acme/platforms/android?propose=true&publish_when_approved=true";
  const second = await proposed(ada.of("PATCH", path, { body: { minimum: "2.5" }, headers: replacing }));
  await server.of("POST", "acme/tokens/t_ada/revoke", { body: {} });
  const left = await approve(second, owner);
  assert.deepEqual([left.state, left.not_published?.code], ["approved", "conflict"]);
  assert.match(left.not_published?.detail ?? "", /author no longer has the role editor/);
  assert.equal(await said(verb(bob, second.proposal.id, "publish", { hash: second.hash })), "200");
});

test("other guards stand when it is proposed, and are overridden by its own words when it is published", async (world) => {
  const { ada, bob, server } = world;
  const blocking = { body: { blocked: [">=0"] }, headers: replacing };
  const path = "acme/platforms/ios";
  assert.equal(await said(ada.of("PATCH", `${path}?propose=true`, blocking)), "409 refused");
  const { proposal, hash } = await proposed(
    ada.of("PATCH", `${path}?propose=true&override=every_version_blocked&reason=end+of+life`, blocking),
  );
  await verb(bob, proposal.id, "approve", { hash });
  assert.equal(await said(verb(bob, proposal.id, "publish", { hash })), "200");
  const [commit] = (await server.of("GET", "acme/history?limit=1")).json<History>().commits;
  assert.deepEqual(commit?.overridden, ["every_version_blocked"]);
});

test("only an owner breaks the glass, with a reason, and history says so", async (world) => {
  const { server, ada, owner } = world;
  assert.equal(await said(ada.of("PATCH", "acme/platforms/ios?override=four_eyes&reason=now", raise)), "403 forbidden");
  assert.equal(await said(owner.of("PATCH", "acme/platforms/ios?override=four_eyes", raise)), "422 invalid");
  assert.equal(await said(owner.of("PATCH", "acme/platforms/ios?override=four_eyes&reason=users+locked+out", raise)), "200");
  const [commit] = (await server.of("GET", "acme/history?limit=1")).json<History>().commits;
  assert.deepEqual([commit?.actor, commit?.overridden, commit?.reason], ["t_owner", ["four_eyes"], "users locked out"]);
  assert.equal(
    await said(
      ada.of("PATCH", "acme/platforms/ios?propose=true&override=four_eyes&reason=now", { ...raise, body: { minimum: "4" } }),
    ),
    "202",
  );
});

test("a manifest, a rollback and the end of a project are proposed like anything else", async (world) => {
  const { server, ada, bob, owner } = world;
  const publish = async ({ proposal, hash }: ProposedChange, by: ProjectPerson, approver: ProjectPerson) => {
    assert.equal(await said(verb(approver, proposal.id, "approve", { hash })), "200");
    assert.equal(await said(verb(by, proposal.id, "publish", { hash })), "200");
  };
  const manifest = { body: { ...acme, name: "New", platforms: { ios: { minimum: "2.5" } } }, headers: replacing };
  await publish(await proposed(ada.of("PUT", "acme/manifest?propose=true", manifest)), ada, bob);
  assert.equal(await minimum(world), "2.5");
  await publish(await proposed(ada.of("POST", "acme/undo?propose=true&reason=back", { body: { to: 1 } })), bob, bob);
  assert.equal(await minimum(world), "2.4.0");
  const second = await personIn(server, "acme", "second", "owner");
  await publish(await proposed(owner.of("DELETE", "acme?propose=true", { headers: replacing })), owner, second);
  assert.equal((await server.of("GET", "acme")).status, 404);
  const [commit] = (await server.of("GET", "acme/history?limit=1")).json<History>().commits;
  const before = commit?.changes.find(({ kind, after }) => kind === "proposal" && after === null)?.before;
  assert.ok(before);
  assert.deepEqual([...server.catalog.projects()], []);
});

test("a key that was made while the end of its project waited stops that end", async ({ server, owner }) => {
  const second = await personIn(server, "acme", "second", "owner");
  const end = owner.of("DELETE", "acme?propose=true&override=in_use&reason=over", { headers: replacing });
  const { proposal, hash } = await proposed(end);
  await verb(second, proposal.id, "approve", { hash });
  await owner.of("POST", "acme/keys", { body: { name: "new" } });
  assert.match((await verb(owner, proposal.id, "publish", { hash })).text, /"code":"stale".*key new was added/i);
});

test("the reviewed change is the proposed one, and a dry run proposes nothing", async ({ server, ada }) => {
  const plan = (await ada.of("PATCH", "acme/platforms/ios?propose=true&dry_run=true", raise)).json<ChangeAnswer>();
  assert.equal(plan.dry_run, true);
  assert.equal((await server.publisher.state("acme")).proposal.size, 0);
  assert.equal((await ada.of("PATCH", `acme/platforms/ios?propose=true&reviewed=${"a".repeat(43)}`, raise)).status, 412);
  await raised(ada, `&reviewed=${plan.reviewed}`);
});

test("a proposal needs what an edit needs: a precondition, a good form, and something to change", async ({ ada }) => {
  const path = "acme/platforms/ios?propose=true";
  assert.equal(await said(ada.of("PATCH", path, { body: { minimum: "3" } })), "428 precondition_required");
  assert.equal(await said(ada.of("PATCH", path, { body: { minimum: "x" }, headers: replacing })), "422 invalid");
  assert.equal(await said(ada.of("PATCH", path, { body: { minimum: "2.4.0" }, headers: replacing })), "409 conflict");
  assert.equal(await said(ada.of("PATCH", "acme/platforms/ios?propose=maybe", raise)), "422 invalid");
  assert.equal(await said(ada.of("PATCH", "acme/platforms/ios?propose=p_unknown", raise)), "404 not_found");
  assert.equal(await said(verb(ada, "p_unknown", "approve", {})), "422 invalid");
});

test("a proposal can be rejected with a reason, and amended and taken back by its author alone", async ({ ada, bob }) => {
  const first = await raised(ada);
  assert.equal(await said(bob.of("PATCH", `acme/platforms/ios?propose=${first.proposal.id}`, raise)), "403 forbidden");
  assert.equal(await said(verb(bob, first.proposal.id, "withdraw")), "403 forbidden");
  assert.equal(await said(verb(bob, first.proposal.id, "reject", { reason: " " })), "422 invalid");
  const rejected = (await verb(bob, first.proposal.id, "reject", { reason: "not before the holidays" })).json<Proposal>();
  assert.deepEqual([rejected.state, rejected.closed?.reason], ["rejected", "not before the holidays"]);
  for (const [name, body] of [
    ["approve", { hash: first.hash }],
    ["publish", { hash: first.hash }],
    ["reject", { reason: "again" }],
    ["withdraw", {}],
  ] as const)
    assert.equal(await said(verb(name === "withdraw" ? ada : bob, first.proposal.id, name, body)), "409 conflict", name);
  const second = await raised(ada);
  assert.equal((await verb(ada, second.proposal.id, "withdraw")).json<Proposal>().state, "withdrawn");
  assert.equal(await said(ada.of("PATCH", `acme/platforms/ios?propose=${second.proposal.id}`, raise)), "409 conflict");
});

test("proposals are listed by state, each with its current effects", async ({ server, ada, bob }) => {
  const gone = await raised(ada);
  const open = await raised(bob);
  await verb(ada, gone.proposal.id, "withdraw");
  const viewer = await personIn(server, "acme", "viewer", "viewer");
  const list = async (query: string) =>
    (await viewer.of("GET", `acme/proposals${query}`)).json<ProposalList>().proposals.map(({ id }) => id);
  assert.deepEqual(await list("?state=open"), [open.proposal.id]);
  assert.deepEqual(await list("?state=withdrawn"), [gone.proposal.id]);
  const { errors } = (await viewer.of("GET", "acme/proposals?state=gone")).json<ProblemDocument>();
  assert.equal(errors?.[0]?.detail, "expected open, approved, published, rejected or withdrawn");
  assert.deepEqual((await list("")).sort(), [open.proposal.id, gone.proposal.id].sort());
  assert.equal((await viewer.of("GET", "acme/proposals")).json<ProposalList>().names.u_ada, "ada");
  const detail = (await viewer.of("GET", `acme/proposals/${open.proposal.id}`)).json<ProposalDetail>();
  assert.deepEqual(detail.plan?.differences, open.plan.differences);
  assert.equal((await viewer.of("GET", `acme/proposals/${gone.proposal.id}`)).json<ProposalDetail>().plan, null);
  assert.equal(await said(viewer.of("GET", "acme/proposals/p_nobody")), "404 not_found");
  assert.equal(await said(bob.of("GET", "other/proposals")), "404 not_found");
});

test("a project has room for 100 open proposals", async ({ ada }) => {
  const first = await raised(ada);
  const other = (patch: number) =>
    ada.of("PATCH", "acme/platforms/ios?propose=true", { body: { minimum: `4.0.${patch}` }, headers: replacing });
  for (let i = 1; i < 100; i++) await proposed(other(i));
  assert.equal(await said(other(100)), "409 conflict");
  assert.deepEqual((await raised(ada)).proposal, first.proposal);
  assert.equal(await said(ada.of("PATCH", `acme/platforms/ios?propose=${first.proposal.id}`, raise)), "202");
  await verb(ada, first.proposal.id, "withdraw");
  await raised(ada);
});

test("a repeated proposal is the first one with its reason and approval, while it is open and could be published", async (world) => {
  const { ada, bob, server } = world;
  const first = await raised(ada, "&reason=first");
  const history = async () => (await server.of("GET", "acme/history")).json<History>().commits.length;
  const length = await history();
  server.now += 3 * 3_600_000;
  const concurrent = await Promise.all([1, 2, 3].map((run) => raised(ada, `&reason=run+${run}`)));
  for (const { proposal, hash, plan, repeated } of concurrent) {
    assert.deepEqual([proposal, hash, repeated], [first.proposal, first.hash, true]);
    assert.deepEqual(plan.differences, first.plan.differences);
  }
  assert.deepEqual([first.repeated, await history()], [false, length]);
  // Another author, another change, other guards: another proposal.
  const others = [
    await raised(bob),
    await proposed(ada.of("PATCH", "acme/platforms/ios?propose=true", { body: { minimum: "3.0.1" }, headers: replacing })),
    await raised(ada, "&override=locks_out&reason=first"),
  ];
  assert.equal(new Set([first, ...others].map(({ proposal }) => proposal.id)).size, 4);
  assert.ok(others.every(({ repeated }) => !repeated));
  await verb(bob, first.proposal.id, "approve", { hash: first.hash });
  const approved = (await raised(ada)).proposal;
  assert.deepEqual([approved.id, approved.state, approved.approvals.length], [first.proposal.id, "approved", 1]);
  // Another member changes nothing about it; the same one, or its end, does.
  await edit(world, "platforms/ios", { recommended: "9" });
  assert.equal((await raised(ada)).proposal.id, first.proposal.id);
  await edit(world, "platforms/ios", { minimum: "2.5.0" });
  const later = await raised(ada);
  assert.deepEqual([later.repeated, later.proposal.id === first.proposal.id], [false, false]);
  await verb(ada, later.proposal.id, "withdraw");
  assert.equal((await raised(ada)).repeated, false);
});

test("proposals sent for the first time by several requests of one author together are one", async ({ ada }) => {
  const all = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => raised(ada)));
  assert.equal(new Set(all.map(({ proposal }) => proposal.id)).size, 1);
  assert.equal(all.filter(({ repeated }) => !repeated).length, 1);
});

test("a proposal by POST and every verb, sent again with the same Idempotency-Key, is carried out once and answered the same", async ({
  server,
  ada,
  bob,
}) => {
  await bob.of("PATCH", "acme?propose=true", { body: { name: "New" }, headers: replacing });
  await server.of("PATCH", "acme?override=four_eyes&reason=x", { body: { name: "New" }, headers: replacing });
  const twice = async (by: ProjectPerson, path: string, body: object) => {
    const send = () => by.of("POST", `acme/${path}`, { body, headers: { "idempotency-key": path } });
    const first = await send();
    assert.ok(first.status < 300, first.text);
    return [first, await send()];
  };
  const [made, again] = await twice(ada, "undo?propose=true", { to: 1 });
  const { proposal, hash } = made?.json<ProposedChange>() ?? assert.fail();
  assert.deepEqual(again?.json<ProposedChange>().proposal, proposal);
  for (const [by, name] of [
    [bob, "approve"],
    [ada, "publish"],
  ] as const) {
    const [first, second] = await twice(by, `proposals/${proposal.id}/${name}`, { hash });
    assert.deepEqual(second?.json(), first?.json());
  }
});

/** Its holder must not count as both of two people. */
const byScript = testWith(async () => {
  const world = await guarded();
  const cleo = await personIn(world.server, "acme", "cleo", "editor");
  return { ...world, cleo, script: await tokenWithoutPerson(world.server, "acme", "script", "editor") };
});

const does = (by: ProjectPerson, name: string, { proposal, hash }: ProposedChange) => verb(by, proposal.id, name, { hash });

const stateOf = (answer: TestAnswer) => {
  const { state, approval, approvals, approvals_required: required } = answer.json<Proposal>();
  return [state, approval?.person ?? null, approvals.map(({ person }) => person), required];
};

async function refused(answer: Promise<TestAnswer>, text: RegExp): Promise<void> {
  const { status, text: said } = await answer;
  assert.equal(status, 409, said);
  assert.match(said, text);
}

describe("a proposal of a token that counts as no person", () => {
  byScript("takes the approval of two different people", async (world) => {
    const { server, script, ada, bob } = world;
    const made = await raised(script);
    assert.deepEqual([made.proposal.approvals_required, made.proposal.approvals], [2, []]);
    await refused(does(script, "publish", made), /requires approval from two people or one owner\. It has 0/);
    assert.deepEqual(stateOf(await does(ada, "approve", made)), ["open", null, ["u_ada"], 2]);
    assert.deepEqual(stateOf(await does(ada, "approve", made)), ["open", null, ["u_ada"], 2], "twice the same is one person");
    for (const by of [script, ada]) await refused(does(by, "publish", made), /two people or one owner\. It has 1 valid approval/);
    assert.deepEqual(stateOf(await does(bob, "approve", made)), ["approved", "u_bob", ["u_ada", "u_bob"], 2]);
    const shown = (await ada.of("GET", `acme/proposals/${made.proposal.id}`)).json<ProposalDetail>();
    assert.deepEqual([shown.names.u_ada, shown.names.u_bob], ["ada", "bob"]);
    assert.deepEqual(stateOf(await does(script, "publish", made)), ["published", "u_bob", ["u_ada", "u_bob"], 2]);
    assert.equal((await server.of("GET", "acme/platforms/ios")).json<Platform>().minimum, "3.0.0");
  });

  byScript("takes the approval of one owner, or of an administrator, who are owners of every project", async (world) => {
    const { server, script, ada, owner } = world;
    const first = await raised(script);
    assert.deepEqual(stateOf(await does(owner, "approve", first)), ["approved", "u_owner", ["u_owner"], 2]);
    assert.equal((await does(script, "publish", first)).status, 200);

    const second = await raised(script, "", "3.1.0");
    assert.deepEqual(stateOf(await does(ada, "approve", second)).slice(0, 1), ["open"]);
    assert.equal((await server.ask("PUT", "/admin/v1/administrators/u_ada", { headers: creating })).status, 201);
    assert.deepEqual(stateOf(await does(ada, "approve", second)).slice(0, 1), ["approved"]);
    assert.equal((await does(script, "publish", second)).status, 200);
  });

  byScript("counts, when it is published, only those who could still approve it", async (world) => {
    const { server, script, ada, bob, cleo, owner } = world;
    const made = await raised(script);
    for (const by of [ada, bob]) await does(by, "approve", made);
    await server.store.accounts.setDisabled("u_ada", server.now);
    await refused(does(script, "publish", made), /It has 1 valid approval/);
    assert.deepEqual(stateOf(await does(cleo, "approve", made)), ["approved", "u_cleo", ["u_ada", "u_bob", "u_cleo"], 2]);
    assert.equal((await does(script, "publish", made)).status, 200);

    const owned = await raised(script, "", "3.1.0");
    await does(owner, "approve", owned);
    await server.of("PUT", "acme/members/u_owner", { body: { role: "editor" }, headers: replacing });
    await refused(does(script, "publish", owned), /It has 1 valid approval/);
    await does(bob, "approve", owned);
    assert.equal((await does(script, "publish", owned)).status, 200);
  });
});
