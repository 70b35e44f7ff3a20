/** Proposals of a token without a person behind it: its holder must not count as both of two people. */

import assert from "node:assert/strict";
import { describe } from "node:test";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { ProposalDetail, ProposedChange, Proposal as WireProposal } from "drawbridge-rules/wire/proposal.ts";
import { adminServerWithProject, replacing, type TestAnswer } from "../../../test/admin-server.ts";
import { type ProjectPerson, personIn, tokenWithoutPerson } from "../../../test/project-people.ts";
import { testWith } from "../../../test/test-with.ts";

async function guarded() {
  const server = await adminServerWithProject();
  const of = (name: string, role: "editor" | "owner") => personIn(server, "acme", name, role);
  const script = await tokenWithoutPerson(server, "acme", "script", "editor");
  const people = { ada: await of("ada", "editor"), bob: await of("bob", "editor"), cleo: await of("cleo", "editor") };
  const owner = await of("owner", "owner");
  const form = { four_eyes: true, reason_required: false };
  assert.equal((await server.of("PUT", "acme/protection", { body: form, headers: replacing })).status, 200);
  return { server, script, ...people, owner };
}

type World = Awaited<ReturnType<typeof guarded>>;
const test = testWith(guarded);

async function raised({ script }: World, to: string): Promise<ProposedChange> {
  const answer = await script.of("PATCH", "acme/platforms/ios?propose=true", { body: { minimum: to }, headers: replacing });
  assert.equal(answer.status, 202, answer.text);
  return answer.json<ProposedChange>();
}

const does = (by: ProjectPerson, verb: string, { proposal, hash }: ProposedChange) =>
  by.of("POST", `acme/proposals/${proposal.id}/${verb}`, { body: { hash } });

const stateOf = (answer: TestAnswer) => {
  const { state, approval, approvals, approvals_required: required } = answer.json<WireProposal>();
  return [state, approval?.person ?? null, approvals.map(({ person }) => person), required];
};

async function refused(answer: Promise<TestAnswer>, text: RegExp): Promise<void> {
  const { status, text: said } = await answer;
  assert.equal(status, 409, said);
  assert.match(said, text);
}

describe("a proposal of a token that counts as no person", () => {
  test("takes the approval of two different people", async (world) => {
    const { server, script, ada, bob } = world;
    const made = await raised(world, "3.0.0");
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

  test("takes the approval of one owner, or of an administrator, who are owners of every project", async (world) => {
    const { server, script, ada, owner } = world;
    const first = await raised(world, "3.0.0");
    assert.deepEqual(stateOf(await does(owner, "approve", first)), ["approved", "u_owner", ["u_owner"], 2]);
    assert.equal((await does(script, "publish", first)).status, 200);

    const admin = { kind: "grant", id: "u_ada", value: { role: "administrator" } } as const;
    const second = await raised(world, "3.1.0");
    assert.deepEqual(stateOf(await does(ada, "approve", second)).slice(0, 1), ["open"]);
    await server.publisher.publish({
      project: "",
      actor: "test",
      reason: "",
      override: [],
      dryRun: false,
      edits: () => [admin],
    });
    assert.deepEqual(stateOf(await does(ada, "approve", second)).slice(0, 1), ["approved"]);
    assert.equal((await does(script, "publish", second)).status, 200);
  });

  test("counts, when it is published, only those who could still approve it", async (world) => {
    const { server, script, ada, bob, cleo, owner } = world;
    const made = await raised(world, "3.0.0");
    for (const by of [ada, bob]) await does(by, "approve", made);
    await server.store.accounts.setDisabled("u_ada", server.now);
    await refused(does(script, "publish", made), /It has 1 valid approval/);
    assert.deepEqual(stateOf(await does(cleo, "approve", made)), ["approved", "u_cleo", ["u_ada", "u_bob", "u_cleo"], 2]);
    assert.equal((await does(script, "publish", made)).status, 200);

    const owned = await raised(world, "3.1.0");
    await does(owner, "approve", owned);
    const lesser = { kind: "grant", id: "u_owner", value: { role: "editor" } } as const;
    await server.publisher.publish({
      project: "acme",
      actor: "test",
      reason: "",
      override: [],
      dryRun: false,
      edits: () => [lesser],
    });
    await refused(does(script, "publish", owned), /It has 1 valid approval/);
    await does(bob, "approve", owned);
    assert.equal((await does(script, "publish", owned)).status, 200);
  });

  test("an amended proposal loses its earlier approvals", async (world) => {
    const { script, ada, bob } = world;
    const made = await raised(world, "3.0.0");
    await does(ada, "approve", made);
    const path = `acme/platforms/ios?propose=${made.proposal.id}`;
    const amended = await script.of("PATCH", path, { body: { minimum: "4.0.0" }, headers: replacing });
    const now = amended.json<ProposedChange>();
    assert.deepEqual(now.proposal.approvals, []);
    assert.equal((await does(bob, "approve", made)).status, 412);
    assert.deepEqual(stateOf(await does(bob, "approve", now)), ["open", null, ["u_bob"], 2]);
  });

  test("is no rule for what a person proposes: one other person is enough, by hand or by a token of theirs", async (world) => {
    const { ada, bob } = world;
    const made = await raised({ ...world, script: ada }, "3.0.0");
    assert.equal(made.proposal.approvals_required, 1);
    assert.deepEqual(stateOf(await does(bob, "approve", made)), ["approved", "u_bob", ["u_bob"], 1]);
    assert.equal((await does(ada, "publish", made)).status, 200);
  });
});
