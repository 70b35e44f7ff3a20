/** A person signing in at the tests' identity provider, from a browser's point of view. */
import assert from "node:assert/strict";
import { callbackPath } from "../src/accounts/identity-provider.ts";
import { CookieBrowser } from "./cookie-browser.ts";

/** Signs a person in at the provider, and returns the callback URL. */
export async function callbackOf(url: string, login = "ada", browser = new CookieBrowser()): Promise<URL> {
  const until = (next: URL) => next.pathname === callbackPath;
  const page = await browser.visit(url, { until });
  const form = new URLSearchParams({ login });
  const last = page.headers.has("location") ? page : await browser.visit(page.url, { method: "POST", body: form, until });
  return new URL(last.headers.get("location") ?? assert.fail(last.text));
}
