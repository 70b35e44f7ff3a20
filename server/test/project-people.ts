/** People with roles in a project, each with a token that counts as them. */

import assert from "node:assert/strict";
import type { AccessToken } from "drawbridge-rules/credentials/access-token.ts";
import { makeCredential } from "drawbridge-rules/credentials/credential.ts";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { hashOfCredential } from "../src/base/credential-hash.ts";
import type { AdminServer, Answered, Asked } from "./admin-server.ts";

export interface ProjectPerson {
  readonly id: string;
  /** Of their token. */
  readonly actor: string;
  readonly token: string;
  /** As `AdminServer.of`, by them. */
  of(method: string, path: string, asked?: Asked): Promise<Answered>;
}

/** @param name of nobody else on this server */
export async function personIn(server: AdminServer, project: string, name: string, role: Role): Promise<ProjectPerson> {
  const id = `u_${name}`;
  await server.store.accounts.addPerson({ id, login: name, name, createdAt: server.now, disabledAt: null }, {});
  const { text, edit } = tokenOf(name, role, id, server.now);
  await commit(server, project, [{ kind: "grant", id, value: { role } }, edit]);
  return { id, actor: edit.id, token: text, of: (method, path, asked) => server.of(method, path, { token: text, ...asked }) };
}

/** A token that counts as nobody. */
export async function nobodyIn(server: AdminServer, project: string, name: string, role: Role): Promise<ProjectPerson> {
  const { text, edit } = tokenOf(name, role, null, server.now);
  await commit(server, project, [edit]);
  return { id: "", actor: edit.id, token: text, of: (method, path, asked) => server.of(method, path, { token: text, ...asked }) };
}

function tokenOf(name: string, role: Role, maker: string | null, now: number) {
  const text = makeCredential("dba_", Buffer.from(hashOfCredential(name).repeat(2), "latin1"));
  const value: AccessToken = {
    name: `token of ${name}`,
    hash: hashOfCredential(text),
    last4: text.slice(-4),
    createdAt: now,
    expiresAt: null,
    revokedAt: null,
    role,
    maker,
  };
  return { text, edit: { kind: "access_token", id: `t_${name}`, value } as const };
}

async function commit(server: AdminServer, project: string, edits: readonly Edit[]): Promise<void> {
  const request = { project, actor: "system", reason: "", override: [], dryRun: false, edits: () => edits };
  const { isCommitted } = await server.publisher.publish(request);
  assert.ok(isCommitted);
}
