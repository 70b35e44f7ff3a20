/** A person at the identity provider of the tests, as far as a browser sees them. */
import assert from "node:assert/strict";
import { callbackPath } from "../src/accounts/identity-provider.ts";
import { CookieBrowser } from "./cookie-browser.ts";

/** Signs somebody in at the provider, and gives where the provider sends the browser. */
export async function callbackOf(url: string, login = "ada", browser = new CookieBrowser()): Promise<URL> {
  const until = (next: URL) => next.pathname === callbackPath;
  const page = await browser.visit(url, { until });
  const form = new URLSearchParams({ login });
  const last = page.headers.has("location") ? page : await browser.visit(page.url, { method: "POST", body: form, until });
  return new URL(last.headers.get("location") ?? assert.fail(last.text));
}
