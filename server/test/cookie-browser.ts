/** The part of a browser that a sign-in needs: keeps cookies, in one jar for a host on any port, and follows redirects. */
import assert from "node:assert/strict";
import { callbackPath } from "../src/accounts/identity-provider.ts";

export interface Page {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Visit {
  readonly method?: string;
  readonly body?: string | URLSearchParams;
  readonly headers?: Readonly<Record<string, string>>;
  /** Stops before following this redirect, and returns the answer with it. */
  readonly until?: (next: URL) => boolean;
}

export class CookieBrowser {
  /** By host, then by name. */
  readonly jars = new Map<string, Map<string, string>>();

  /** Follows each redirect with the cookies received so far. */
  async visit(address: string | URL, { until, ...visit }: Visit = {}): Promise<Page> {
    let url = new URL(address);
    let sent: Visit = visit;
    for (let redirects = 0; redirects < 20; redirects++) {
      const page = await this.#send(url, sent);
      const location = page.headers.get("location");
      if (location === null || page.status < 300 || page.status > 399) return page;
      const next = new URL(location, url);
      if (until?.(next)) return page;
      url = next;
      sent = {};
    }
    throw new Error(`no end of redirects at ${url}`);
  }

  cookies(host: string): Map<string, string> {
    const jar = this.jars.get(host) ?? new Map<string, string>();
    this.jars.set(host, jar);
    return jar;
  }

  async #send(url: URL, { method = "GET", body, headers }: Visit): Promise<Page> {
    const jar = this.cookies(url.hostname);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      method,
      redirect: "manual",
      headers: { ...(cookie === "" ? {} : { cookie }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    for (const line of response.headers.getSetCookie()) keep(jar, line);
    return { url, status: response.status, headers: response.headers, text: await response.text() };
  }
}

function keep(jar: Map<string, string>, line: string): void {
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  const isOver = /;\s*max-age=0/i.test(line) || /;\s*expires=[^;]*1970/i.test(line);
  if (isOver) jar.delete(name);
  else jar.set(name, value);
}

/** Signs a person in at the provider, and returns the callback URL. */
export async function callbackOf(url: string, login = "ada", browser = new CookieBrowser()): Promise<URL> {
  const until = (next: URL) => next.pathname === callbackPath;
  const page = await browser.visit(url, { until });
  const form = new URLSearchParams({ login });
  const last = page.headers.has("location") ? page : await browser.visit(page.url, { method: "POST", body: form, until });
  return new URL(last.headers.get("location") ?? assert.fail(last.text));
}
