/** People with roles in a project, each with a token that counts as theirs. */

import assert from "node:assert/strict";
import { generateCredential } from "drawbridge-rules/credentials/credential-text.ts";
import { installationToken, type Token } from "drawbridge-rules/credentials/token.ts";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { hashCredential } from "../src/base/hash.ts";
import type { AdminServer, TestAnswer, TestRequest } from "./admin-server.ts";

export interface ProjectPerson {
  readonly id: string;
  readonly actor: string;
  readonly token: string;
  /** Like `AdminServer.of`, with their token. */
  of(method: string, path: string, asked?: TestRequest): Promise<TestAnswer>;
}

/** @param name unique on this server */
export async function personIn(server: AdminServer, project: string, name: string, role: Role): Promise<ProjectPerson> {
  const id = `u_${name}`;
  await server.store.accounts.addPerson({ id, login: name, name, createdAt: server.now, disabledAt: null }, {});
  const { text, edit } = tokenOf(name, role, id, server.now);
  await commit(server, project, [{ kind: "grant", id, value: { role } }, edit]);
  return { id, actor: edit.id, token: text, of: (method, path, asked) => server.of(method, path, { token: text, ...asked }) };
}

/** A token that does not count as a person. */
export async function tokenWithoutPerson(server: AdminServer, project: string, name: string, role: Role): Promise<ProjectPerson> {
  const { text, edit } = tokenOf(name, role, null, server.now);
  await commit(server, project, [edit]);
  return { id: "", actor: edit.id, token: text, of: (method, path, asked) => server.of(method, path, { token: text, ...asked }) };
}

function tokenOf(name: string, role: Role, createdBy: string | null, now: number) {
  const text = generateCredential("dba_", Buffer.from(hashCredential(name).repeat(2), "latin1"));
  const value: Token = {
    ...installationToken,
    name: `token of ${name}`,
    hash: hashCredential(text),
    last4: text.slice(-4),
    createdAt: now,
    revokedAt: null,
    role,
    createdBy,
  };
  return { text, edit: { kind: "token", id: `t_${name}`, value } as const };
}

async function commit(server: AdminServer, project: string, edits: readonly Edit[]): Promise<void> {
  const request = { project, actor: "system", reason: "", override: [], dryRun: false, edits: () => edits };
  const { isCommitted } = await server.publisher.publish(request);
  assert.ok(isCommitted);
}
