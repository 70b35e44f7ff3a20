import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccessTokenList, CreatedAccessToken } from "drawbridge-rules/wire/access-token.ts";
import type { History } from "drawbridge-rules/wire/history.ts";
import { adminServer, adminServerWithProject } from "../../../test/admin-server.ts";
import { personIn } from "../../../test/project-people.ts";
import { AccessTokenIndex } from "../../accounts/access-token-index.ts";

test("the actor is the token's id, regardless of the body", async () => {
  const server = await adminServer();
  const { token, id } = (await server.ask("POST", "/admin/v1/tokens", { body: { name: "ci" } })).json<CreatedAccessToken>();
  await server.of("PUT", "acme", { body: {}, headers: { "if-none-match": "*" }, token });
  const [commit] = (await server.of("GET", "acme/history")).json<History>().commits;
  assert.equal(commit?.actor, id);
});

test("a list names the maker of a token, for as long as they have a name", async () => {
  const server = await adminServerWithProject();
  const ada = await personIn(server, "acme", "ada", "owner");
  await ada.of("POST", "acme/tokens", { body: { name: "deploy", role: "operator" } });
  const maker = async () => {
    const { tokens } = (await server.of("GET", "acme/tokens?query=deploy")).json<AccessTokenList>();
    return [tokens[0]?.made_by, tokens[0]?.made_by_name];
  };
  assert.deepEqual(await maker(), ["u_ada", "ada"]);
  await server.ask("POST", "/admin/v1/people/u_ada/erase");
  assert.deepEqual(await maker(), ["u_ada", null]);
});

test("without a token of the environment, none of that kind opens anything", () => {
  const none = new AccessTokenIndex(null);
  for (const text of ["", "null", "undefined", "0".repeat(64)]) assert.equal(none.requester(text, 0), null);
});
