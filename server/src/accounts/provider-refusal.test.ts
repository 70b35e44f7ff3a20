import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, test } from "node:test";
import { callbackOf } from "../../test/cookie-browser.ts";
import {
  clientId,
  clientSecret,
  type OpenIdProvider as Provider,
  signingKey,
  startOpenIdProvider,
} from "../../test/openid-provider.ts";
import { callbackPath, transactionLife } from "./identity-provider.ts";
import { OpenIdProvider } from "./openid-provider.ts";

const publicUrl = "http://127.0.0.1:1";
const provider = await startOpenIdProvider();
provider.register(publicUrl);
after(() => provider.stop());

const key = randomBytes(32).toString("base64url");

function signIn(sealedWith = key): OpenIdProvider {
  const settings = { issuer: provider.issuer, clientId, clientSecret, name: "Test", newcomers: "invited" } as const;
  return new OpenIdProvider(settings, { publicUrl: () => publicUrl, key: async () => sealedWith, randomBytes });
}

/** How it ends when the token that the provider gives is not what it should be. */
async function endOf(forger: Provider["forger"]) {
  const drawbridge = signIn();
  const { url, transaction } = await drawbridge.begin(Date.now(), null);
  const callback = await callbackOf(url);
  provider.forger = forger;
  try {
    return await drawbridge.finish(callback, transaction, Date.now());
  } finally {
    provider.forger = null;
  }
}

test("a token with any defect signs no one in", async () => {
  const refused = (why: string) => ({ refusal: "refused", why });
  const past = Math.floor(Date.now() / 1000) - 3600;
  const claim = "oauth_jwt_claim_comparison_failed";
  assert.ok("identity" in (await endOf({})), "a token that is only signed again is good");
  assert.deepEqual(await endOf({ claims: { nonce: "another" } }), refused(claim));
  assert.deepEqual(await endOf({ claims: { nonce: undefined } }), refused("oauth_invalid_response"));
  assert.deepEqual(await endOf({ claims: { iss: "https://id.example" } }), refused(claim));
  assert.deepEqual(await endOf({ claims: { aud: "another-client" } }), refused(claim));
  assert.deepEqual(await endOf({ claims: { aud: ["another-client"] } }), refused(claim));
  assert.deepEqual(await endOf({ claims: { aud: [clientId, "another"], azp: "another" } }), refused(claim));
  assert.deepEqual(await endOf({ claims: { exp: past } }), refused("oauth_jwt_timestamp_check_failed"));
  assert.deepEqual(await endOf({ claims: { exp: undefined } }), refused("oauth_invalid_response"));
  assert.deepEqual(await endOf({ claims: { sub: undefined } }), refused("oauth_invalid_response"));
  for (const sub of ["", "a".repeat(256), "a\0b", "ä"])
    assert.deepEqual(await endOf({ claims: { sub } }), refused("not_conforming"));
  assert.deepEqual(await endOf({ claims: { sub: 1 } }), refused("oauth_invalid_response"));
  assert.deepEqual(await endOf({ isMissing: true }), refused("oauth_invalid_response"));
});

test("a token that is not signed with a key of the provider signs no one in", async () => {
  const unsigned = { refusal: "refused", why: "oauth_invalid_response" };
  assert.deepEqual(await endOf({ key: signingKey() }), unsigned);
  assert.deepEqual(await endOf({ key: { ...signingKey(), kid: "unknown" } }), unsigned);
  assert.deepEqual(await endOf({ algorithm: "none" }), unsigned);
  assert.deepEqual(await endOf({ algorithm: "HS256" }), unsigned);
});

/** How it ends when the address that the browser comes back to, or was sent to, is another one. */
async function endOfChanged(change: (callback: URL) => void, changeQuestion: (question: URL) => void = () => {}) {
  const drawbridge = signIn();
  const { url, transaction } = await drawbridge.begin(Date.now(), null);
  const question = new URL(url);
  changeQuestion(question);
  const callback = await callbackOf(question.href);
  change(callback);
  return await drawbridge.finish(callback, transaction, Date.now());
}

test("a callback with another state, none or two is refused, and its code is not tried", async () => {
  const refused = { refusal: "refused", why: "oauth_invalid_response" };
  provider.asked.length = 0;
  assert.deepEqual(await endOfChanged(({ searchParams }) => searchParams.set("state", "another")), refused);
  assert.deepEqual(await endOfChanged(({ searchParams }) => searchParams.set("state", "")), refused);
  assert.deepEqual(await endOfChanged(({ searchParams }) => searchParams.delete("state")), refused);
  assert.deepEqual(await endOfChanged(({ searchParams }) => searchParams.append("state", "another")), refused);
  assert.ok(!provider.asked.includes("POST /token"));
});

test("a callback that names another issuer, or none though the provider always does, is refused (RFC 9207)", async () => {
  const refused = { refusal: "refused", why: "oauth_invalid_response" };
  provider.asked.length = 0;
  assert.deepEqual(await endOfChanged(({ searchParams }) => searchParams.set("iss", "https://id.example")), refused);
  assert.deepEqual(await endOfChanged(({ searchParams }) => searchParams.delete("iss")), refused);
  assert.ok(!provider.asked.includes("POST /token"));
});

test("a callback without a code, with another one or with tokens in it is refused", async () => {
  const refused = (why: string) => ({ refusal: "refused", why });
  assert.deepEqual(await endOfChanged(({ searchParams }) => searchParams.delete("code")), refused("oauth_invalid_response"));
  const actual = await endOfChanged(({ searchParams }) => searchParams.set("code", "another"));
  assert.deepEqual(actual, refused("token_endpoint_invalid_grant"));
  const found = await endOfChanged(({ searchParams }) => searchParams.set("id_token", "a.b.c"));
  assert.deepEqual(found, refused("oauth_unsupported_operation"));
});

test("a code that was given for another challenge is refused by the provider (PKCE)", async () => {
  const another = (question: URL) => question.searchParams.set("code_challenge", "A".repeat(43));
  assert.deepEqual(await endOfChanged(() => {}, another), { refusal: "refused", why: "token_endpoint_invalid_grant" });
});

test("a nonce that was changed on the way to the provider comes back as another one, and is refused", async () => {
  const another = (question: URL) => question.searchParams.set("nonce", "another");
  const refused = { refusal: "refused", why: "oauth_jwt_claim_comparison_failed" };
  assert.deepEqual(await endOfChanged(() => {}, another), refused);
});

test("a person who declines at the provider is not signed in", async () => {
  const drawbridge = signIn();
  const { url, transaction } = await drawbridge.begin(Date.now(), null);
  const callback = await callbackOf(url, "deny");
  assert.deepEqual(await drawbridge.finish(callback, transaction, Date.now()), { refusal: "denied", why: "access_denied" });
});

test("the provider's own text about an error is shown and logged nowhere", async () => {
  const drawbridge = signIn();
  const { url, transaction } = await drawbridge.begin(Date.now(), null);
  const callback = new URL(`${publicUrl}${callbackPath}`);
  const { searchParams } = new URL(url);
  callback.search = String(
    new URLSearchParams({
      state: searchParams.get("state") ?? "",
      iss: provider.issuer,
      error: "<script>alert(1)</script>",
      error_description: "<script>alert(2)</script>",
    }),
  );
  const end = await drawbridge.finish(callback, transaction, Date.now());
  assert.deepEqual(end, { refusal: "refused", why: "authorization_error" });
});

test("a callback works once: the second is refused, also when both arrive together", async () => {
  const drawbridge = signIn();
  const { url, transaction } = await drawbridge.begin(Date.now(), null);
  const callback = await callbackOf(url);
  const ends = await Promise.all([1, 2, 3].map(() => drawbridge.finish(callback, transaction, Date.now())));
  const actual = ends.map((end) => ("identity" in end ? "identity" : end.why));
  assert.deepEqual(actual, ["identity", "transaction_used", "transaction_used"]);
  const used = { refusal: "expired", why: "transaction_used" };
  assert.deepEqual(await drawbridge.finish(callback, transaction, Date.now()), used);
  const restarted = await signIn().finish(callback, transaction, Date.now());
  assert.deepEqual(restarted, { refusal: "refused", why: "token_endpoint_invalid_grant" });
});

test("a callback without its transaction, with another's, or with one that this server did not make is refused", async () => {
  const none = { refusal: "expired", why: "no_transaction" };
  const drawbridge = signIn();
  const mine = await drawbridge.begin(Date.now(), null);
  const theirs = await drawbridge.begin(Date.now(), null);
  const callback = await callbackOf(mine.url);
  assert.deepEqual(await drawbridge.finish(callback, null, Date.now()), none);
  assert.deepEqual(await drawbridge.finish(callback, "undefined", Date.now()), none);
  assert.deepEqual(await drawbridge.finish(callback, `${mine.transaction.slice(0, -2)}AA`, Date.now()), none);
  const elsewhere = await signIn(randomBytes(32).toString("base64url")).begin(Date.now(), null);
  assert.deepEqual(await drawbridge.finish(callback, elsewhere.transaction, Date.now()), none);
  const refused = { refusal: "refused", why: "oauth_invalid_response" };
  assert.deepEqual(await drawbridge.finish(callback, theirs.transaction, Date.now()), refused);
  assert.ok("identity" in (await drawbridge.finish(callback, mine.transaction, Date.now())), "and mine is still good");
});

test("a person has ten minutes at the provider", async () => {
  const now = Date.now();
  const end = async (late: number) => {
    const drawbridge = signIn();
    const { url, transaction } = await drawbridge.begin(now - late, null);
    return await drawbridge.finish(await callbackOf(url), transaction, now);
  };
  assert.ok("identity" in (await end(transactionLife - 1)));
  assert.deepEqual(await end(transactionLife), { refusal: "expired", why: "no_transaction" });
  assert.deepEqual(await end(-1), { refusal: "expired", why: "no_transaction" });
});
