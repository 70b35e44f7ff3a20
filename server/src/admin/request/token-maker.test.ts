/** Access tokens of a person who left: they keep working, give access to nothing new, and can be revoked in the same step. */
import assert from "node:assert/strict";
import { describe } from "node:test";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { DisabledPerson, PersonDetail } from "drawbridge-rules/wire/person.ts";
import type { ProposedChange } from "drawbridge-rules/wire/proposal.ts";
import type { ReadKeyAnswer } from "drawbridge-rules/wire/read-key.ts";
import type { CreatedToken } from "drawbridge-rules/wire/token.ts";
import { acme, adminServer, creating } from "../../../test/admin-server.ts";
import { createPerson, signedIn } from "../../../test/signed-in.ts";
import { testWith } from "../../../test/test-with.ts";

const test = testWith(async () => {
  const server = await adminServer();
  await server.of("PUT", "acme/manifest", { body: acme, headers: creating });
  await server.of("PUT", "beta", { body: {}, headers: creating });
  await signedIn(server, "stays", "administrator");
  /** An administrator who owns acme too. */
  const { person, cookie } = await signedIn(server, "left", "administrator");
  const create = async (path: string, body: object) => {
    const made = await server.ask("POST", `/admin/v1/${path}`, { cookie, body });
    assert.equal(made.status, 201, made.text);
    return made.json<CreatedToken>().token;
  };
  /** Tokens of the installation, of acme and of beta. */
  const tokens = {
    everything: await create("tokens", { name: "everything" }),
    acme: await create("projects/acme/tokens", { name: "deploys acme", role: "owner" }),
    beta: await create("projects/beta/tokens", { name: "deploys beta", role: "owner" }),
  };
  return { server, person, tokens };
});

const leaving = { disabled: "disable", erased: "erase" } as const;

describe("tokens of a person who left", () => {
  for (const [what, verb] of Object.entries(leaving)) {
    test(`what a token whose maker is ${what} proposes takes two approvals, as that of a token without a person does`, async ({
      server,
      person,
      tokens,
    }) => {
      const proposal = { body: { name: "Proposed" }, headers: { "if-match": "*" }, token: tokens.acme };
      const required = async () =>
        (await server.of("PUT", "acme/instances/eu-1?propose=true", proposal)).json<ProposedChange>().proposal.approvals_required;
      assert.equal(await required(), 1);
      assert.equal((await server.ask("POST", `/admin/v1/people/${person}/${verb}`, { body: {} })).status, 200);
      assert.equal(await required(), 2);
    });

    test(`a token whose maker is ${what} gives no access to anything new, and goes on for all else`, async ({
      server,
      person,
      tokens,
    }) => {
      const other = await createPerson(server, "other");
      const admin = (path: string, token: string, body: unknown, method = "POST", headers = {}) =>
        server.ask(method, `/admin/v1/${path}`, { token, body, headers });
      const imported = await admin("projects/acme/keys/import", tokens.acme, {
        name: "old",
        value: "legacy-0123456789abcdef",
      });
      const key = imported.json<ReadKeyAnswer>().id;
      const proposed = await server.of("PATCH", "acme?propose=true", {
        body: { name: "Proposed" },
        headers: { "if-match": "*", "content-type": "application/merge-patch+json" },
      });
      assert.equal(proposed.status, 202, proposed.text);
      const { proposal, hash } = proposed.json<ProposedChange>();
      const attempts = (): Promise<{ readonly status: number; readonly text: string }>[] => [
        admin("tokens", tokens.everything, { name: "x" }),
        admin("projects/acme/tokens", tokens.acme, { name: "x", role: "viewer" }),
        admin("projects/acme/tokens", tokens.everything, { name: "x", role: "viewer" }),
        admin(`projects/acme/members/${other}`, tokens.acme, { role: "owner" }, "PUT", creating),
        admin(`administrators/${other}`, tokens.everything, {}, "PUT", creating),
        admin("people", tokens.everything, { login: `new-${verb}`, name: "New" }),
        admin(`people/${other}/link`, tokens.everything, {}),
        admin(`people/${verb === "erase" ? other : person}/enable`, tokens.everything, {}),
        admin("projects/acme/keys", tokens.acme, { name: "x" }),
        admin("projects/acme/keys/import", tokens.acme, { name: "x", value: "legacy-fedcba9876543210" }),
        admin(`projects/acme/keys/${key}/rotate`, tokens.acme, {}),
        admin(`projects/acme/keys/${key}`, tokens.acme, { expires_at: null }, "PATCH"),
        admin("keys/move?reason=x", tokens.everything, { project: "acme", key, to: "beta" }),
        admin("projects/acme/tokens", tokens.acme, { kind: "calendar", name: "x" }),
        admin("tokens", tokens.everything, { kind: "edge", name: "x" }),
        admin(`projects/acme/proposals/${proposal.id}/approve`, tokens.acme, { hash }),
      ];
      const left = await server.ask("POST", `/admin/v1/people/${person}/${verb}`);
      assert.equal(left.status, 200, left.text);
      const { revision } = await server.store.head();
      for (const [n, attempt] of attempts().entries()) {
        const { status, text } = await attempt;
        assert.equal(status, 403, `${n}: ${text}`);
        assert.match(text, /disabled or erased.*Ask an owner or an administrator for a new token/);
      }
      assert.equal((await server.store.head()).revision, revision, "something was made");

      const renamed = await server.of("PATCH", "acme", {
        token: tokens.acme,
        body: { name: "Deployed at night" },
        headers: { "if-match": "*", "content-type": "application/merge-patch+json" },
      });
      assert.equal(renamed.status, 200, renamed.text);
      assert.equal((await server.of("GET", "beta/keys", { token: tokens.beta })).status, 200);
      assert.equal((await admin(`projects/acme/keys/${key}/revoke`, tokens.acme, {})).status, 200);
    });

    test(`their tokens are revoked in the step in which they are ${what}, in every project, and history tells`, async ({
      server,
      person,
      tokens,
    }) => {
      const detail = (await server.ask("GET", `/admin/v1/people/${person}`)).json<PersonDetail>();
      assert.deepEqual(
        [detail.created_token_count, detail.created_tokens.map(({ project, name }) => [project, name])],
        [
          3,
          [
            [null, "everything"],
            ["acme", "deploys acme"],
            ["beta", "deploys beta"],
          ],
        ],
      );
      const path = `/admin/v1/people/${person}/${verb}`;
      assert.equal((await server.ask("POST", path, { body: { revoke_tokens: "yes" } })).status, 422);
      assert.equal((await server.ask("POST", path, { body: { revoke: true } })).status, 422);
      const { cookie } = await signedIn(server, "colleague", { acme: "owner" });
      const made = await server.of("POST", "acme/tokens", { cookie, body: { name: "a colleague's", role: "owner" } });
      if (verb === "disable") await server.ask("POST", path, { body: { revoke_tokens: false } });
      assert.equal((await server.of("GET", "acme", { token: tokens.acme })).status, 200, "nothing is revoked unasked");
      const left = await server.ask("POST", path, { body: { revoke_tokens: true } });
      assert.equal(left.status, 200, left.text);
      assert.deepEqual(left.json<DisabledPerson>().revoked_tokens, [
        { project: null, count: 1 },
        { project: "acme", count: 1 },
        { project: "beta", count: 1 },
      ]);
      for (const token of Object.values(tokens))
        assert.equal((await server.ask("GET", "/admin/v1/status", { token })).status, 401);
      assert.equal((await server.of("GET", "acme", { token: made.json<CreatedToken>().token })).status, 200);
      for (const history of ["/admin/v1/history", "/admin/v1/projects/acme/history", "/admin/v1/projects/beta/history"]) {
        const { commits } = (await server.ask("GET", `${history}?kind=token&limit=1`)).json<History>();
        assert.match(commits[0]?.reason ?? "", new RegExp(`^The account was ${what}, and its access tokens were revoked$`));
      }
      const { token: held } = await server.publisher.state("beta");
      assert.ok([...held.values()].every(({ value }) => value.createdBy === person && value.revokedAt === server.now));
    });
  }
});
