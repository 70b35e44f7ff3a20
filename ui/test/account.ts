/** Accounts that a test creates in addition to the one of each role: invites, grants roles and signs in. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Program } from "../../server/test/running-program.ts";
import { type Console, type ConsoleOptions, type ConsolePage, shop } from "./console-page.ts";
import type { WantedRole } from "./sign-in.ts";

export const password = "a long enough password";

export interface Invitation {
  /** Id of the person. */
  readonly id: string;
  /** Link for the first sign-in. */
  readonly url: string;
}

export async function invite(program: Program, login: string, name: string): Promise<Invitation> {
  const { status, body } = await program.admin("POST", "/admin/v1/people", { login, name });
  assert.equal(status, 201, JSON.stringify(body));
  return { id: String(body.id), url: (body.link as { readonly url: string }).url };
}

/** Creates an account. Returns its id. @param role in the demo's project; null: none */
export async function createAccount(
  program: Program,
  login: string,
  name: string,
  role: Exclude<WantedRole, "administrator"> | null = null,
): Promise<string> {
  const { id, url } = await invite(program, login, name);
  const link = new URLSearchParams(new URL(url).hash.slice(1)).get("link");
  await post(`${program.urls.admin}/admin/v1/account-links/redeem`, { link, password });
  if (role === null) return id;
  const path = `/admin/v1/projects/${shop}/members/${id}`;
  const { status, body } = await program.admin("PUT", path, { role }, { "if-none-match": "*" });
  assert.equal(status, 201, JSON.stringify(body));
  return id;
}

/** Session cookie of a signed-in browser. */
export async function sessionCookie({ urls }: Program, login: string): Promise<string> {
  const answer = await post(`${urls.admin}/admin/v1/session`, { login, password });
  return (answer.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
}

/** A page of theirs. */
export async function openAs(running: Console, login: string, options: ConsoleOptions = {}): Promise<ConsolePage> {
  const visitor = await running.open({ ...options, path: "", role: "viewer" });
  const { page } = visitor;
  const { program } = running;
  // An open page would redirect to the sign-in page after the session ends.
  await page.goto("about:blank");
  await page.context().clearCookies();
  const [name = "", value = ""] = (await sessionCookie(program, login)).split("=");
  await page.context().addCookies([{ name, value, url: program.urls.admin, httpOnly: true, sameSite: "Strict" }]);
  await goTo(page, program, options.path ?? "");
  return visitor;
}

/** Reloads a page whose session has ended. It may already be on its way to the sign-in page, which cuts the reload off. */
export async function reloadSignedOut(page: Page): Promise<void> {
  await page.reload().catch(() => undefined);
  await page.waitForURL(/\/sign-in/);
}

/** As if the address were typed. */
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
