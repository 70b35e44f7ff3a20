/** People with roles in a project, each with a token that counts as theirs. */

import assert from "node:assert/strict";
import { installationToken, type Token } from "drawbridge-rules/credentials/token.ts";
import type { Role } from "drawbridge-rules/people/role.ts";
import { hashCredential } from "../src/base/hash.ts";
import type { AdminServer, TestRequest } from "./admin-server.ts";
import { credentialNamed } from "./permission-names.ts";

export type ProjectPerson = Awaited<ReturnType<typeof personIn>>;

/** `of` is like `AdminServer.of`, with their token. @param name unique on this server */
export async function personIn(server: AdminServer, project: string, name: string, role: Role) {
  const id = `u_${name}`;
  await server.store.accounts.addPerson({ id, login: name, name, createdAt: server.now, disabledAt: null }, {});
  return withToken(server, project, name, role, id);
}

/** A token that does not count as a person. */
export function tokenWithoutPerson(server: AdminServer, project: string, name: string, role: Role): Promise<ProjectPerson> {
  return withToken(server, project, name, role, null);
}

async function withToken(server: AdminServer, project: string, name: string, role: Role, createdBy: string | null) {
  const token = credentialNamed("dba_", name);
  const value: Token = {
    ...installationToken,
    name: `token of ${name}`,
    hash: hashCredential(token),
    last4: token.slice(-4),
    createdAt: server.now,
    revokedAt: null,
    role,
    createdBy,
  };
  const actor = `t_${name}`;
  const grants = createdBy === null ? [] : [{ kind: "grant", id: createdBy, value: { role } } as const];
  const edits = () => [...grants, { kind: "token", id: actor, value } as const];
  const { isCommitted } = await server.publisher.publish({ project, actor: "system", reason: "", edits });
  assert.ok(isCommitted);
  const of = (method: string, path: string, asked?: TestRequest) => server.of(method, path, { token, ...asked });
  return { id: createdBy ?? "", actor, token, of };
}
