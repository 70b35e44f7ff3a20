import assert from "node:assert/strict";
import { it } from "node:test";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { Proposal, ProposalList, ProposedChange } from "drawbridge-rules/wire/proposal.ts";
import type { Protection } from "drawbridge-rules/wire/protection.ts";
import type { ReadKeyList } from "drawbridge-rules/wire/read-key.ts";
import { type AdminServer, adminServer, creating, replacing } from "../../../test/admin-server.ts";
import { pluck } from "../../../test/pluck.ts";
import { personIn } from "../../../test/project-people.ts";
import { acmeTest as test } from "../../../test/server-test.ts";

function undo(server: AdminServer, revision: unknown, query = "", headers = {}) {
  return server.of("POST", `acme/undo${query}`, { body: { revision }, headers });
}

async function patchIos(server: AdminServer, fields: object): Promise<number> {
  const answer = await server.of("PATCH", "acme/platforms/ios", { body: fields, headers: replacing });
  assert.equal(answer.status, 200, answer.text);
  return answer.json<ChangeAnswer>().revision;
}

const policy = async (server: AdminServer) => (await server.of("GET", "acme/platforms/ios")).json<Platform>();

async function refusalOf(answer: ReturnType<typeof undo>): Promise<string> {
  const { status, text, json } = await answer;
  assert.equal(status, 422, text);
  const [error] = json<ProblemDocument>().errors ?? [];
  assert.deepEqual([error?.path, error?.pointer], ["revision", "#/revision"]);
  return error?.detail ?? "";
}

test("undo reverses one revision, as a new one, and keeps what came later", async (server) => {
  const { minimum } = await policy(server);
  const bad = await patchIos(server, { minimum: "25.0" });
  await patchIos(server, { recommended: "26.0" });
  await server.of("PUT", "acme/instances/new", { body: { name: "New" }, headers: creating });
  const dry = (await undo(server, bad, "?dry_run=true")).json<ChangeAnswer>();
  assert.deepEqual(dry.differences, [{ path: "platforms.ios.minimum", before: "25.0", after: minimum }]);
  const since = dry.warnings.filter(({ code }) => code === "changed_since");
  assert.deepEqual(pluck(since, "detail"), [`iOS was changed since, last by revision ${bad + 1}; those changes stay.`]);
  const done = await undo(server, bad, `?reviewed=${dry.reviewed}&reason=a+typo`);
  assert.deepEqual([done.status, done.json<ChangeAnswer>().revision], [200, bad + 3], done.text);
  const { minimum: now, recommended } = await policy(server);
  assert.deepEqual([now, recommended], [minimum, "26.0"]);
  assert.equal((await server.of("GET", "acme/instances/new")).status, 200);
  assert.equal((await undo(server, bad)).json<ChangeAnswer>().changed, false);
});

test("an impossible undo is refused with the reason, beside the field", async (server) => {
  await server.of("POST", "acme/keys", { body: { name: "ios" } });
  const { revision } = (await server.of("GET", "acme")).json<Project>();
  const actual = await refusalOf(undo(server, revision));
  assert.match(actual, /changes to keys and tokens cannot be undone: revoke one that was created/);
  assert.match(await refusalOf(undo(server, 1)), /to undo that, delete the project/);
  assert.match(await refusalOf(undo(server, revision + 1)), /expected a revision that changed this project/);
  for (const wrong of [0, -1, 1.5, "2", null]) await refusalOf(undo(server, wrong));
});

test("a proposed undo has the warnings of its dry run", async (server) => {
  const bad = await patchIos(server, { minimum: "25.0" });
  await patchIos(server, { recommended: "26.0" });
  const { warnings } = (await undo(server, bad, "?dry_run=true")).json<ChangeAnswer>();
  const proposed = (await undo(server, bad, "?propose=true&reason=x")).json<ProposedChange>();
  assert.ok(warnings.some(({ code }) => code === "changed_since"));
  assert.deepEqual(proposed.plan.warnings, warnings);
});

test("a published undo or restore names its revision in the history, also after its proposal was updated", async (server) => {
  const owner = await personIn(server, "acme", "olga", "owner");
  const bad = await patchIos(server, { minimum: "25.0" });
  const publish = async (body: object) => {
    const answer = await server.of("POST", "acme/undo?propose=true", { body });
    const { id } = answer.json<ProposedChange>().proposal;
    await patchIos(server, { minimum: "26.0" });
    const { hash } = (await server.of("GET", `acme/proposals/${id}`)).json<Proposal>();
    const updated = await owner.of("POST", `acme/proposals/${id}/update`, { body: { hash } });
    const reviewed = { body: { hash: updated.json<Proposal>().hash } };
    await owner.of("POST", `acme/proposals/${id}/approve`, reviewed);
    assert.equal((await owner.of("POST", `acme/proposals/${id}/publish`, reviewed)).status, 200);
    const [commit] = (await server.of("GET", "acme/history?limit=1")).json<History>().commits;
    return [commit?.undone, commit?.restored];
  };
  assert.deepEqual(await publish({ revision: bad }), [bad, null]);
  await patchIos(server, { minimum: "27.0" });
  assert.deepEqual(await publish({ to: bad - 1 }), [null, bad - 1]);
});

test("undo and rollback heed If-Match where it is sent", async (server) => {
  const bad = await patchIos(server, { minimum: "25.0" });
  const etag = (await server.of("GET", "acme")).headers.get("etag") ?? "";
  await patchIos(server, { recommended: "26.0" });
  const stale = { "if-match": etag };
  assert.equal((await undo(server, bad, "", stale)).json<ProblemDocument>().code, "stale");
  const back = await server.of("POST", "acme/undo", { body: { to: bad - 1 }, headers: stale });
  assert.equal(back.json<ProblemDocument>().code, "stale");
  assert.equal((await policy(server)).minimum, "25.0");
  const present = (await server.of("GET", "acme")).headers.get("etag") ?? "";
  assert.equal((await undo(server, bad, "", { "if-match": present })).status, 200);
});

test("a revision whose changes are no longer kept is refused with the first that is", async (server) => {
  const bad = await patchIos(server, { minimum: "25.0" });
  const good = await patchIos(server, { minimum: "2.4.0" });
  server.now += 500 * 86_400_000;
  await patchIos(server, { minimum: "2.5.0" });
  const { status, text } = await server.ask("POST", "/admin/v1/compact", { body: {} });
  assert.equal(status, 200, text);
  assert.match(await refusalOf(undo(server, bad)), new RegExp(`no longer in the history: expected a revision after ${good}`));
});

test("a request without `revision` and `to`, or with both, is refused", async (server) => {
  for (const body of [{}, { revision: 2, to: 1 }]) {
    const { status, text } = await server.of("POST", "acme/undo", { body });
    assert.equal(status, 422, text);
    assert.match(text, /exactly one of `revision` and `to`/);
  }
});

function rollBack(server: AdminServer, to: unknown, query = "", headers = {}) {
  return server.of("POST", `acme/undo${query}`, { body: { to }, headers });
}

test("a rollback restores the configuration as a new change", async (server) => {
  const before = (await server.of("GET", "acme/manifest")).text;
  await server.of("PATCH", "acme/platforms/ios", { body: { minimum: "9" }, headers: replacing });
  await server.of("PUT", "acme/instances/new", { body: { name: "New" }, headers: creating });
  const answer = await rollBack(server, 1, "?reason=9+was+a+mistake");
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.json<ChangeAnswer>().revision, 4);
  assert.equal((await server.of("GET", "acme/manifest")).text, before);
  assert.equal((await rollBack(server, 1)).json<ChangeAnswer>().changed, false);
});

it("a rollback to before the project existed, or to a future revision, is refused", async () => {
  const server = await adminServer();
  await server.of("PUT", "first", { body: {}, headers: creating });
  await server.of("PUT", "acme", { body: {}, headers: creating });
  for (const to of [1, 0, -1, 3, 1.5, "2", null, Number.MAX_SAFE_INTEGER]) {
    const answer = await rollBack(server, to);
    assert.deepEqual(answer.paths, ["to"], String(to));
  }
});

test("the review of a rollback lists the parts it leaves alone, by name", async (server) => {
  await server.of("POST", "acme/keys", { body: { name: "apps of 2026" } });
  await server.of("POST", "acme/tokens", { body: { name: "ci", role: "viewer" } });
  await server.of("POST", "acme/maintenance/start", { body: { id: "fix", whole_project: true } });
  await server.of("POST", "acme/maintenance/cancel", { body: { window: "december" } });
  await server.of("PUT", "acme/protection", { body: { four_eyes: false, reason_required: false }, headers: replacing });
  await server.of("PATCH", "acme?propose=true", { body: { name: "New" }, headers: replacing });
  const review = (await rollBack(server, 1, "?dry_run=true")).json<ChangeAnswer>();
  const named = review.unaffected?.map(({ kind, count, names }) => [kind, count, names[0]]);
  const [proposal] = (await server.of("GET", "acme/proposals")).json<ProposalList>().proposals;
  assert.deepEqual(named, [
    ["read_key", 1, "apps of 2026"],
    ["token", 1, "ci"],
    ["override", 1, "december/2026-12-06T02:00"],
    ["window", 1, "fix"],
    ["protection", 1, "acme"],
    ["proposal", 1, proposal?.id],
  ]);
  assert.equal((await rollBack(server, 1)).json<ChangeAnswer>().unaffected, undefined);
});

test("its review warns that no key opens a project that comes back, and that nothing protects it", async (server) => {
  await server.of("PUT", "acme/protection", { body: { four_eyes: true, reason_required: true }, headers: replacing });
  await server.of("POST", "acme/keys", { body: { name: "ios" } });
  await server.of("DELETE", "acme?override=four_eyes,in_use&reason=oops", { headers: replacing });
  const review = (await rollBack(server, 1, "?dry_run=true")).json<ChangeAnswer>();
  assert.match(review.warnings.map(({ detail }) => detail).join(), /apps get 401 until a key is created/);
  assert.deepEqual(review.unaffected, []);
  assert.equal((await rollBack(server, 1)).status, 200);
  assert.deepEqual((await server.of("GET", "acme/keys")).json<ReadKeyList>().keys, []);
  assert.equal((await server.of("GET", "acme/protection")).json<Protection>().four_eyes, false);
});
