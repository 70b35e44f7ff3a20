/** With the identity provider down: everything but signing in with it goes on, and at 3 a.m. a release is taken back. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { clientId } from "../openid-provider.ts";
import { firstLink, password, SignInBrowser } from "../provider-program.ts";
import { startProgram } from "../running-program.ts";

let asked = 0;

// Worse than nothing that listens: something that takes the question and does not answer.
const silent = createServer({}, () => {
  asked++;
});
await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
const env = { DRAWBRIDGE_OIDC_ISSUER: issuer, DRAWBRIDGE_OIDC_CLIENT_ID: clientId };
const program = await startProgram({ env });
after(async () => {
  await program?.stop();
  silent.closeAllConnections();
  silent.close();
});

test("the program has started, serves, and has sent the provider no request", async () => {
  const { status } = await program.admin("GET", "/admin/v1/status");
  assert.equal(status, 200);
  const offer = await new SignInBrowser(program).ask("GET", "sign-in");
  assert.deepEqual(JSON.parse(offer.text), {
    offered: true,
    reason: null,
    password: true,
    provider: { name: `127.0.0.1:${(silent.address() as AddressInfo).port}` },
    has_accounts: false,
    signed_in: false,
  });
  assert.equal(asked, 0);
});

test("signing in with it is unavailable after five seconds, and delays no other request", async () => {
  const browser = new SignInBrowser(program);
  const done: string[] = [];
  setTimeout(() => done.push("4.5 s"), 4_500);
  const away = browser.ask("POST", "sign-in/provider").then(({ status, headers, text }) => {
    assert.equal(status, 503, text);
    assert.ok(headers.has("retry-after"));
    done.push("provider");
  });
  const person = { login: "ada", name: "Ada", password };
  const redeemed = await browser.ask("POST", "account-links/redeem", { link: firstLink(program), ...person });
  assert.equal(redeemed.status, 200, redeemed.text);
  const elsewhere = new SignInBrowser(program);
  assert.equal((await elsewhere.ask("POST", "session", { login: "ada", password })).status, 200);
  assert.equal((await elsewhere.who())?.administrator, true);
  done.push("password");
  await away;
  assert.deepEqual(done.toSorted(), ["4.5 s", "password", "provider"]);
  assert.equal(done.at(-1), "provider", "passwords do not wait, and the provider has had its time");
  assert.equal(asked, 1);
});

test("a session goes on, and a link can still be used with a password", async () => {
  const browser = new SignInBrowser(program);
  await browser.ask("POST", "session", { login: "ada", password });
  const invited = await browser.ask("POST", "people", { login: "grace", name: "Grace" });
  assert.equal(invited.status, 201, invited.text);
  const { link } = JSON.parse(invited.text) as { readonly link: { readonly url: string } };
  const grace = new SignInBrowser(program);
  const text = new URL(link.url).hash.slice("#link=".length);
  assert.equal((await grace.ask("POST", "account-links/redeem", { link: text, password })).status, 200);
});
