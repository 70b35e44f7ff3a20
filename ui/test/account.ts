import assert from "node:assert/strict";
import type { BrowserContext, Page } from "playwright-core";
import type { Program, ReadBody } from "../../server/test/running-program.ts";
import { type Console, type ConsoleOptions, type ConsolePage, send, shop } from "./console-page.ts";

export const password = "a long enough password";

/** @param role in the demo's project, or of the server; null means none @returns the id */
export async function createAccount(
  program: Program,
  login: string,
  name: string,
  role: WantedRole | null = null,
): Promise<string> {
  const invited = await send(program, "POST", "/admin/v1/people", { login, name });
  const id = String(invited.id);
  const [, link] = (invited.link as { readonly url: string }).url.split("#link=");
  await post(`${program.urls.admin}/admin/v1/account-links/redeem`, { link, password });
  if (role === null) return id;
  const isAdministrator = role === "administrator";
  const path = isAdministrator ? `/admin/v1/administrators/${id}` : `/admin/v1/projects/${shop}/members/${id}`;
  await send(program, "PUT", path, isAdministrator ? {} : { role }, { "if-none-match": "*" });
  return id;
}

async function sessionCookie({ urls }: Program, login: string): Promise<string> {
  const answer = await post(`${urls.admin}/admin/v1/session`, { login, password });
  return (answer.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
}

/** Sends a request with the session of a user. @param path below the demo's project */
export async function sendAs(
  program: Program,
  login: string,
  [method, path]: readonly [method: string, path: string],
  body: object,
  others: Readonly<Record<string, string>> = {},
): Promise<ReadBody> {
  const { admin } = program.urls;
  const cookie = await sessionCookie(program, login);
  const headers = { cookie, origin: admin, "content-type": "application/json", ...others };
  const answer = await fetch(`${admin}/admin/v1/projects/${shop}/${path}`, { method, headers, body: JSON.stringify(body) });
  const text = await answer.text();
  assert.ok(answer.ok, text);
  return JSON.parse(text);
}

export async function addSession(context: BrowserContext, program: Program, login: string): Promise<void> {
  const [name = "", value = ""] = (await sessionCookie(program, login)).split("=");
  await context.addCookies([{ name, value, url: program.urls.admin, httpOnly: true, sameSite: "Strict" }]);
}

export function openAs(running: Console, login: string, options: ConsoleOptions = {}): Promise<ConsolePage> {
  return running.open({ ...options, login });
}

export async function goTo(page: Page, { urls }: Program, path: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`${urls.admin}/console/${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

async function post(url: string, body: object): Promise<Response> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  assert.ok(answer.ok, `${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

export type WantedRole = "viewer" | "operator" | "editor" | "owner" | "administrator";

/** Logins by the directory of a program, which may start several times. */
const made = new Map<string, Set<string>>();

/** With the role in the demo's project. */
export async function signIn(context: BrowserContext, program: Program, role: WantedRole): Promise<void> {
  const login = `${role}@example.com`;
  const known = made.get(program.directory) ?? new Set();
  made.set(program.directory, known);
  if (!known.has(login)) await createAccount(program, login, role === "administrator" ? "Ada" : "Otto", role);
  known.add(login);
  await addSession(context, program, login);
}

/** From here on the server refuses every request of the page. */
export async function endSession(context: BrowserContext, { urls }: Program): Promise<void> {
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const headers = { cookie, origin: urls.admin };
  const { status } = await fetch(`${urls.admin}/admin/v1/session`, { method: "DELETE", headers });
  assert.equal(status, 204);
}

type Versions = Readonly<Record<string, number>>;

const atOnce = 16;

export async function createKey(program: Program, project: string): Promise<string> {
  return String((await send(program, "POST", `/admin/v1/projects/${project}/keys`, { name: "store app" })).key);
}

export async function sendRequests(program: Program, key: string, platform: string, versions: Versions): Promise<void> {
  const waiting = Object.entries(versions).flatMap(([version, count]) => new Array<string>(count).fill(version));
  const send = async () => {
    for (let version = waiting.pop(); version !== undefined; version = waiting.pop()) {
      const { status } = await program.read(`/api/v1/config?platform=${platform}&current_version=${version}`, key);
      assert.equal(status, 200);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, send));
}
