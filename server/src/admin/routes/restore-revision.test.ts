import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { ProposalList } from "drawbridge-rules/wire/proposal.ts";
import type { Protection } from "drawbridge-rules/wire/protection.ts";
import type { ReadKeyList } from "drawbridge-rules/wire/read-key.ts";
import { type AdminServer, adminServer, adminServerWithProject, creating, replacing } from "../../../test/admin-server.ts";

function rollBack(server: AdminServer, to: unknown, query = "", headers = {}) {
  return server.of("POST", `acme/undo${query}`, { body: { to }, headers });
}

test("a rollback restores the configuration as a new change", async () => {
  const server = await adminServerWithProject();
  const before = (await server.of("GET", "acme/manifest")).text;
  await server.of("PATCH", "acme/platforms/ios", { body: { minimum: "9" }, headers: replacing });
  await server.of("PUT", "acme/instances/new", { body: { name: "New" }, headers: creating });
  const answer = await rollBack(server, 1, "?reason=9+was+a+mistake");
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.json<ChangeAnswer>().revision, 4);
  assert.equal((await server.of("GET", "acme/manifest")).text, before);
  assert.equal((await rollBack(server, 1)).json<ChangeAnswer>().changed, false);
});

test("a dry run shows the changes of a rollback, and changes nothing", async () => {
  const server = await adminServerWithProject();
  await server.of("PATCH", "acme", { body: { name: "New" }, headers: replacing });
  const answer = (await rollBack(server, 1, "?dry_run=true")).json<ChangeAnswer>();
  assert.deepEqual(answer.differences, [{ path: "name", before: "New", after: "Acme" }]);
  assert.equal((await server.of("GET", "acme")).json<Project>().name, "New");
});

test("a rollback to before the project existed, or to a future revision, is refused", async () => {
  const server = await adminServer();
  await server.of("PUT", "first", { body: {}, headers: creating });
  await server.of("PUT", "acme", { body: {}, headers: creating });
  for (const to of [1, 0, -1, 3, 1.5, "2", null, Number.MAX_SAFE_INTEGER]) {
    const answer = await rollBack(server, to);
    assert.deepEqual(
      answer.json<ProblemDocument>().errors?.map(({ path }) => path),
      ["to"],
      String(to),
    );
  }
});

test("the review of a rollback lists the parts it leaves alone, by name", async () => {
  const server = await adminServerWithProject();
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

test("its review warns that no key opens a project that comes back, and that nothing protects it", async () => {
  const server = await adminServerWithProject();
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
