/** Signs in a user with a real account of the program. */
import assert from "node:assert/strict";
import type { BrowserContext } from "playwright-core";
import type { Program } from "../../server/test/running-program.ts";
import { shop } from "./console-page.ts";

export type WantedRole = "viewer" | "operator" | "editor" | "owner" | "administrator";

const password = "a long enough password";

/** Logins that there are, by the directory in which a program keeps them, however often it starts. */
const made = new Map<string, Set<string>>();
const sessions = new WeakMap<BrowserContext, { readonly url: string; readonly cookie: string }>();

/** Signs in as a user with the role in the demo's project. */
export async function signIn(context: BrowserContext, program: Program, role: WantedRole): Promise<void> {
  const login = `${role}@example.com`;
  const known = made.get(program.directory) ?? new Set();
  made.set(program.directory, known);
  if (!known.has(login)) await createPerson(program, login, role);
  known.add(login);
  const url = program.urls.admin;
  const answer = await post(`${url}/admin/v1/session`, { login, password });
  const cookie = (answer.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: "Strict" }]);
  sessions.set(context, { url, cookie });
}

/** The session ends on the server: from here on every request of the page is refused. */
export async function endSession(context: BrowserContext): Promise<void> {
  const session = sessions.get(context);
  assert.ok(session, "no session cookie");
  const headers = { cookie: session.cookie, origin: session.url };
  const { status } = await fetch(`${session.url}/admin/v1/session`, { method: "DELETE", headers });
  assert.equal(status, 204);
}

/** Invited, come in, and given the role. */
async function createPerson(program: Program, login: string, role: WantedRole): Promise<void> {
  const isAdministrator = role === "administrator";
  const invited = await program.admin("POST", "/admin/v1/people", { login, name: isAdministrator ? "Ada" : "Otto" });
  assert.equal(invited.status, 201, JSON.stringify(invited.body));
  const { id, link } = invited.body as unknown as { readonly id: string; readonly link: { readonly url: string } };
  await post(`${program.urls.admin}/admin/v1/account-links/redeem`, { link: linkIn(link.url), password });
  const path = isAdministrator ? `/admin/v1/administrators/${id}` : `/admin/v1/projects/${shop}/members/${id}`;
  const { status, body } = await program.admin("PUT", path, isAdministrator ? {} : { role }, { "if-none-match": "*" });
  assert.equal(status, 201, JSON.stringify(body));
}

function linkIn(url: string): string {
  return new URLSearchParams(new URL(url).hash.slice(1)).get("link") ?? "";
}

async function post(url: string, body: object): Promise<Response> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  assert.ok(answer.ok, `${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}
