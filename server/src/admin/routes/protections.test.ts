import assert from "node:assert/strict";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import type { Protection } from "drawbridge-rules/wire/protection.ts";
import { type adminServerWithProject, creating, replacing } from "../../../test/admin-server.ts";
import { pluck } from "../../../test/pluck.ts";
import { acmeTest as test } from "../../../test/server-test.ts";
import { signedIn } from "../../../test/signed-in.ts";

const on = { four_eyes: true, reason_required: false };

async function protection(server: Awaited<ReturnType<typeof adminServerWithProject>>) {
  return (await server.of("GET", "acme/protection")).json<Protection>();
}

test("a project has no protection by default, and that state can be read and edited", async (server) => {
  const none = await protection(server);
  assert.deepEqual([none.four_eyes, none.reason_required, none.revision], [false, false, 0]);
  assert.equal((await server.of("PUT", "acme/protection", { body: on })).status, 428);
  assert.equal((await server.of("PUT", "acme/protection", { body: on, headers: creating })).status, 412, "it is never made");
  const answer = await server.of("PUT", "acme/protection", { body: on, headers: { "if-match": none.etag } });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(
    answer.json<ChangeAnswer>().differences,
    [
      { path: "protection.four_eyes", before: undefined, after: true },
      { path: "protection.reason_required", before: undefined, after: false },
    ].map(({ path, after }) => ({ path, after })),
  );
  const now = await protection(server);
  assert.equal(now.etag, answer.headers.get("etag"));
  assert.deepEqual([now.four_eyes, now.reason_required], [true, false]);
});

test("requiring approval warns if fewer than two people can approve, in a dry run too", async (server) => {
  const warnings = async (query = "", body = on) => {
    const answer = await server.of("PUT", `acme/protection${query}`, { body, headers: replacing });
    return answer.json<ChangeAnswer>().warnings.map(({ path, detail }) => `${path} ${detail.split(" who")[0]}`);
  };
  assert.deepEqual(await warnings("?dry_run=true"), ["protection.four_eyes No person"]);
  assert.deepEqual(await warnings("?dry_run=true", { ...on, four_eyes: false }), []);
  await signedIn(server, "ada", { acme: "editor" });
  await signedIn(server, "otto", { acme: "operator" });
  assert.deepEqual(await warnings("?dry_run=true"), ["protection.four_eyes Only one person"]);
  await signedIn(server, "bob", "administrator");
  assert.deepEqual(await warnings(), []);
});

test("where a reason is asked for, an edit without one is invalid, and a dry run says that one will be needed", async (server) => {
  await server.of("PUT", "acme/protection", { body: { four_eyes: false, reason_required: true }, headers: replacing });
  const edit = (query: string) =>
    server.of("PATCH", `acme/platforms/ios${query}`, { body: { minimum: "3" }, headers: replacing });
  for (const query of ["", "?reason=", "?reason=%20"]) {
    const answer = await edit(query);
    assert.equal(answer.status, 422);
    assert.deepEqual(pluck(answer.json<ProblemDocument>().errors, "path", "parameter"), [["reason", "reason"]]);
  }
  assert.equal((await edit("?dry_run=true")).json<ChangeAnswer>().reason_required, true);
  assert.equal((await edit("?reason=2.4+loses+orders")).status, 200);
});
