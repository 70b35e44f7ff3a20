/** The whole program beside an identity provider, and browsers that sign in with it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { WhoAmI } from "drawbridge-rules/wire/session.ts";
import { firstAccountFile } from "../src/accounts/account-link.ts";
import { openLog } from "../src/base/log.ts";
import { CookieBrowser, callbackOf, type Page } from "./cookie-browser.ts";
import { startOpenIdProvider } from "./openid-provider.ts";
import { type Program, startProgram } from "./running-program.ts";

export type ProviderProgram = Awaited<ReturnType<typeof startProviderProgram>>;

export async function startProviderProgram(
  directory: string,
  env: Readonly<Record<string, string>> = {},
  host?: "127.0.0.1" | "localhost",
) {
  const provider = await startOpenIdProvider(host);
  const logged: string[] = [];
  const log = openLog("trace", { write: (line) => void logged.push(line) });
  const program = await startProgram({ directory, env: { ...provider.env, ...env }, log });
  provider.register(program.urls.admin);
  return {
    program,
    provider,
    logged,
    people: async () => ((await program.admin("GET", "/admin/v1/people")).body.people as readonly unknown[]).length,
    stop: async () => {
      await program.stop();
      await provider.stop();
    },
  };
}

/** The secret after `#link=` in the file of the first account. */
export function firstLink({ directory }: Pick<Program, "directory">): string {
  return linkIn(readFileSync(firstAccountFile(directory), "utf8").trim());
}

/** Creates an account, and returns the text of its one-time link. */
export async function invite({ admin }: Program, login: string): Promise<{ readonly id: string; readonly link: string }> {
  const { status, body } = await admin("POST", "/admin/v1/people", { login, name: login });
  assert.equal(status, 201, JSON.stringify(body));
  return { id: String(body.id), link: linkIn((body.link as { readonly url: string }).url) };
}

function linkIn(url: string): string {
  return new URL(url).hash.slice("#link=".length);
}

type SignedInPerson = WhoAmI & { readonly person: NonNullable<WhoAmI["person"]> };

export class SignInBrowser extends CookieBrowser {
  readonly #url: string;

  constructor({ urls }: Program) {
    super();
    this.#url = urls.admin;
  }

  ask(method: string, path: string, body?: object): Promise<Page> {
    const headers = { origin: this.#url, "content-type": "application/json" };
    return this.visit(`${this.#url}/admin/v1/${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Goes to the provider and signs in there; returns the callback URL. */
  async away(login: string, link?: string): Promise<URL> {
    const begun = await this.ask("POST", "sign-in/provider", link === undefined ? {} : { link });
    assert.equal(begun.status, 200, begun.text);
    return await callbackOf((JSON.parse(begun.text) as { readonly url: string }).url, login, this);
  }

  /** Follows the callback; returns where it ends, as `/console/` or `/sign-in#error=…`. */
  async back(callback: URL): Promise<string> {
    const page = await this.visit(callback, { until: () => true });
    assert.equal(page.status, 303, page.text);
    assert.equal(page.text, "");
    return page.headers.get("location") ?? assert.fail("303 without a location");
  }

  async signIn(login: string, link?: string): Promise<string> {
    return await this.back(await this.away(login, link));
  }

  async who(): Promise<SignedInPerson | null> {
    const { status, text } = await this.ask("GET", "session");
    return status === 200 ? (JSON.parse(text) as SignedInPerson) : null;
  }
}
