/** People with an account in a test's server, and their sign-ins. */
import assert from "node:assert/strict";
import type { Role } from "drawbridge-rules/people/role.ts";
import { openSession } from "../src/accounts/session.ts";
import type { AdminServer, TestRequest } from "./admin-server.ts";

export type Rights = "administrator" | Readonly<Record<string, Role>>;

export const password = "a long enough password";

/** Creates a person with these roles and the password `password`, and a session for them. */
export async function signedIn(server: AdminServer, login: string, rights: Rights = {}) {
  const person = await createPerson(server, login, rights);
  return { person, login, cookie: await sessionOf(server, person) };
}

/** Creates a person who has never signed in; returns their id. */
export async function createPerson({ store, publisher, services, now }: AdminServer, login: string, rights: Rights = {}) {
  const id = `u_${login.toLowerCase().replaceAll(/[^a-z0-9]/g, "")}`;
  const hash = `link of ${id}`;
  const person = { id, login, name: `${login} Example`, createdAt: now, disabledAt: null };
  await store.accounts.addPerson(person, { link: { hash, expiresAt: now + 1, person: id, isAdministrator: false } });
  await store.accounts.redeem({ hash, now, person, password: await services.passwords.hash(password), identity: null });
  const grants = rights === "administrator" ? ([["", rights]] as const) : Object.entries(rights);
  for (const [project, role] of grants) {
    const edits = () => [{ kind: "grant", id, value: { role } } as const];
    await publisher.publish({ project, actor: "test", reason: "", edits });
  }
  return id;
}

export async function sessionOf({ services }: AdminServer, person: string): Promise<string> {
  const { setCookie } = await openSession(services, person, { headers: new Headers() });
  return cookieIn(setCookie);
}

export async function signIn(server: AdminServer, login: string, asked: TestRequest & { readonly secret?: string } = {}) {
  const { secret = password, ...rest } = asked;
  return server.ask("POST", "/admin/v1/session", { token: null, body: { login, password: secret }, ...rest });
}

export function cookieIn(setCookie: string | null): string {
  const [pair = ""] = (setCookie ?? "").split(";");
  assert.match(pair, /^[A-Za-z_-]+=[A-Za-z0-9_-]{43}$/);
  return pair;
}
