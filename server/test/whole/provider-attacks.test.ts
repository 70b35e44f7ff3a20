/** Each part of a sign-in with a provider broken once: no one is signed in, no account is created, nothing is repeated. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { clientId, type OpenIdProvider, signingKey } from "../openid-provider.ts";
import { firstLink, SignInBrowser, startProviderProgram } from "../provider-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
const marker = "<script>marker</script>";

// With open registration, every visitor would get an account.
const here = await startProviderProgram(directories(), { DRAWBRIDGE_OIDC_PEOPLE: "anyone" });
assert.equal(await new SignInBrowser(here.program).signIn("ada", firstLink(here.program)), "/console/");
after(() => here?.stop());

interface Attack {
  readonly forger?: OpenIdProvider["forger"];
  /** Changes the callback address. */
  readonly callback?: (query: URLSearchParams) => void;
  /** Changes the browser's cookies before the callback. */
  readonly cookies?: (jar: Map<string, string>) => void | Promise<void>;
}

const cookie = "drawbridge-transaction";

/** Attacks the sign-in of an unknown person; returns where it ends. */
async function under({ forger = null, callback, cookies }: Attack): Promise<string> {
  const { program, provider, people } = here;
  const before = await people();
  const victim = new SignInBrowser(program);
  const address = await victim.away("newcomer");
  const jar = victim.cookies("127.0.0.1");
  callback?.(address.searchParams);
  await cookies?.(jar);
  provider.forger = forger;
  const end = await victim.back(address).finally(() => {
    provider.forger = null;
  });
  assert.equal(jar.has("drawbridge"), false, "no session");
  assert.equal(jar.has(cookie), false, "the transaction is gone");
  assert.equal(await people(), before, "no account");
  return end;
}

const refused = "/sign-in#error=refused";
const expired = "/sign-in#error=expired";

const attacks: readonly (readonly [what: string, attack: Attack])[] = [
  ["another state", { callback: (query) => query.set("state", "another") }],
  ["no state", { callback: (query) => query.delete("state") }],
  ["another nonce", { forger: { claims: { nonce: "another" } } }],
  ["no nonce", { forger: { claims: { nonce: undefined } } }],
  ["another issuer in the token", { forger: { claims: { iss: "https://id.example" } } }],
  ["another issuer in the address", { callback: (query) => query.set("iss", "https://id.example") }],
  ["a token for another client", { forger: { claims: { aud: "another" } } }],
  ["a token for another client too", { forger: { claims: { aud: [clientId, "another"], azp: "another" } } }],
  ["a token that is signed with another key", { forger: { key: signingKey() } }],
  ["a token that is not signed", { forger: { algorithm: "none" } }],
  ["a token that is over", { forger: { claims: { exp: 1 } } }],
  ["no token", { forger: { isMissing: true } }],
];
for (const [what, attack] of attacks) test(what, async () => assert.equal(await under(attack), refused));

test("a code of another person's sign-in: the verifier differs (PKCE)", async () => {
  const other = await new SignInBrowser(here.program).away("other");
  const code = other.searchParams.get("code") ?? "";
  assert.equal(await under({ callback: (query) => query.set("code", code) }), refused);
});

test("no transaction, another person's, a made-up one, and two", async () => {
  const other = new SignInBrowser(here.program);
  await other.away("other");
  const theirs = other.cookies("127.0.0.1").get(cookie) ?? assert.fail();
  assert.equal(await under({ cookies: (jar) => void jar.delete(cookie) }), expired);
  assert.equal(await under({ cookies: (jar) => void jar.set(cookie, theirs) }), refused);
  assert.equal(await under({ cookies: (jar) => void jar.set(cookie, "undefined") }), expired);
  assert.equal(await under({ cookies: (jar) => void jar.set(cookie, "") }), expired);
  assert.equal(await under({ cookies: (jar) => void jar.set(cookie, `${jar.get(cookie)}; ${cookie}=${theirs}`) }), expired);
});

test("a callback that was used already, with the transaction that was taken away", async () => {
  const { program, people } = here;
  const first = new SignInBrowser(program);
  const callback = await first.away("replayed");
  const transaction = first.cookies("127.0.0.1").get(cookie) ?? assert.fail();
  assert.equal(await first.back(callback), "/console/");
  const before = await people();
  const thief = new SignInBrowser(program);
  thief.cookies("127.0.0.1").set(cookie, transaction);
  assert.equal(await thief.back(callback), expired);
  assert.equal(await thief.who(), null);
  assert.equal(await people(), before);
});

test("the content of a callback address appears nowhere: neither in the answer nor in the log", async () => {
  const errors = ["access_denied", "server_error", marker];
  for (const error of errors) {
    const end = await under({
      callback: (query) => {
        query.delete("code");
        query.set("error", error);
        query.set("error_description", marker);
        query.set("error_uri", marker);
        query.append("x", marker);
      },
    });
    assert.match(end, /^\/sign-in#error=(denied|unavailable|refused)$/);
  }
  assert.equal(await under({ callback: (query) => query.append("state", marker) }), refused);
  assert.ok(!here.logged.join("").includes("marker"));
});

test("no token, no code, no secret and no transaction is in the log, which says which check failed", async () => {
  const { program, provider, logged } = here;
  const seen: string[] = [];
  const attempt = async (forger: OpenIdProvider["forger"]) => {
    const browser = new SignInBrowser(program);
    const callback = await browser.away("newcomer");
    const { searchParams } = callback;
    const parts = [searchParams.get("code"), searchParams.get("state"), browser.cookies("127.0.0.1").get(cookie)];
    seen.push(...parts.map((part) => part ?? assert.fail()));
    provider.forger = forger;
    await browser.back(callback);
    provider.forger = null;
    seen.push(browser.cookies("127.0.0.1").get("drawbridge") ?? "");
  };
  await attempt({ claims: { aud: "another" } });
  await attempt({ key: signingKey() });
  await attempt(null);
  const text = logged.join("");
  for (const secret of seen.filter((part) => part !== "")) assert.ok(!text.includes(secret));
  assert.ok(!text.includes("eyJ"), "no token");
  assert.ok(!text.includes(provider.env.DRAWBRIDGE_OIDC_CLIENT_SECRET ?? "?"));
  assert.match(text, /"reason":"oauth_jwt_claim_comparison_failed"/);
});
