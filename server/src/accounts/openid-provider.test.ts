import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { callbackOf } from "../../test/cookie-browser.ts";
import {
  clientId,
  clientSecret,
  type OpenIdProvider as Provider,
  signingKey,
  startOpenIdProvider,
} from "../../test/openid-provider.ts";
import { until } from "../../test/until.ts";
import { callbackPath, type FinishedSignIn, IssuerMismatch, transactionLife } from "./identity-provider.ts";
import { OpenIdProvider } from "./openid-provider.ts";

const publicUrl = "http://127.0.0.1:1";
const provider = await startOpenIdProvider();
provider.register(publicUrl);
after(() => provider.stop());

const key = randomBytes(32).toString("base64url");

function signIn(issuer = provider.issuer, secret: string | null = clientSecret, sealedWith = key): OpenIdProvider {
  const settings = { issuer, clientId, clientSecret: secret, name: "Test", newcomers: "invited" } as const;
  return new OpenIdProvider(settings, { publicUrl: () => publicUrl, key: async () => sealedWith, randomBytes });
}

test("a person who signs in at the provider is identified by issuer and subject, with the provider's names", async () => {
  provider.claims.set("ada", { name: "Ada Example", email: "ada@example.com" });
  const drawbridge = signIn();
  const { url, transaction } = await drawbridge.begin(Date.now(), "a-link");
  const asked = new URL(url).searchParams;
  assert.equal(asked.get("code_challenge_method"), "S256");
  assert.equal(asked.get("scope"), "openid email profile");
  assert.equal(asked.get("response_mode"), "query");
  assert.equal(asked.get("redirect_uri"), `${publicUrl}${callbackPath}`);
  const done = await drawbridge.finish(await callbackOf(url), transaction, Date.now());
  const identity = { issuer: provider.issuer, subject: "subject of ada", login: "ada", name: "Ada Example" };
  assert.deepEqual(done, { identity, link: "a-link" });
});

test("the provider gets no request before the first sign-in, and its metadata is requested once", async () => {
  provider.asked.length = 0;
  const drawbridge = signIn();
  assert.deepEqual(provider.asked, []);
  await Promise.all([drawbridge.begin(1, null), drawbridge.begin(1, null), drawbridge.begin(2, null)]);
  await drawbridge.begin(3, null);
  assert.deepEqual(provider.asked, ["GET /.well-known/openid-configuration"]);
  await drawbridge.begin(2 + 60 * 60_000, null);
  assert.equal(provider.asked.length, 2);
});

test("no state, nonce, verifier or transaction is used twice", async () => {
  const drawbridge = signIn();
  const begun = await Promise.all([drawbridge.begin(1, null), drawbridge.begin(1, null)]);
  for (const name of ["state", "nonce", "code_challenge"])
    assert.equal(new Set(begun.map(({ url }) => new URL(url).searchParams.get(name))).size, 2, name);
  assert.notEqual(begun[0].transaction, begun[1].transaction);
});

test("a secret that is wrong is refused by the provider, and a public client needs none", async () => {
  const end = async (secret: string | null): Promise<FinishedSignIn> => {
    const drawbridge = signIn(provider.issuer, secret);
    const { url, transaction } = await drawbridge.begin(Date.now(), null);
    return await drawbridge.finish(await callbackOf(url), transaction, Date.now());
  };
  assert.deepEqual(await end("another-secret"), { refusal: "refused", why: "token_endpoint_invalid_client" });
  provider.register(publicUrl, { isPublic: true });
  assert.ok("identity" in (await end(null)));
  provider.register(publicUrl);
});

/** Something that listens where a provider should. */
async function listening(
  answer: Parameters<typeof createServer>[1],
): Promise<{ readonly issuer: string; readonly server: Server }> {
  const server = createServer({}, answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => server.closeAllConnections());
  after(() => server.close());
  return { issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

const isUnavailable = (error: unknown) => error instanceof DrawbridgeError && error.code === "unavailable";

test("without a provider, or with another server at its address, sign-in cannot start", async () => {
  const gone = await listening(() => {});
  await new Promise((resolve) => gone.server.close(resolve));
  const broken = await listening((_req, res) => void res.writeHead(503).end("{}"));
  const missing = await listening((_req, res) => void res.writeHead(404).end());
  const wrong = await listening((_req, res) => void res.end("<html>"));
  const elsewhere = await listening((_req, res) => void res.writeHead(302, { location: provider.issuer }).end());
  const other = await listening((_req, res) => {
    res.setHeader("content-type", "application/json");
    res.end(JSON.stringify({ issuer: "https://id.example", authorization_endpoint: "https://id.example/auth" }));
  });
  const pathless = await listening((_req, res) => {
    res.setHeader("content-type", "application/json");
    res.end(JSON.stringify({ issuer: pathless.issuer }));
  });
  const script = await listening((_req, res) => {
    res.setHeader("content-type", "application/json");
    res.end(JSON.stringify({ issuer: script.issuer, authorization_endpoint: "javascript:alert(1)" }));
  });
  const endless = await listening((_req, res) => {
    res.setHeader("content-type", "application/json");
    res.end(`{"issuer":"${"a".repeat(1024 * 1024)}"}`);
  });
  for (const { issuer } of [gone, broken, missing, wrong, elsewhere, other, pathless, script, endless])
    await assert.rejects(signIn(issuer).begin(Date.now(), null), isUnavailable);
});

test("an issuer that differs is named with the one that was expected, and with what to do", async () => {
  const naming = async (found: (issuer: string) => unknown) => {
    const here = await listening((_req, res) => {
      res.setHeader("content-type", "application/json");
      res.end(JSON.stringify({ issuer: found(here.issuer), authorization_endpoint: `${here.issuer}/auth` }));
    });
    return here.issuer;
  };
  const cases: [path: string, found: (issuer: string) => unknown, advice: RegExp][] = [
    ["/app", (issuer) => `${issuer}/app/`, /they differ by the \/ at the end, so set it exactly as the provider does$/],
    ["/app/", (issuer) => `${issuer}/app`, /they differ by the \/ at the end/],
    ["/common/v2.0", (issuer) => `${issuer}/{tenantid}/v2.0`, /use the issuer of your own directory/],
    ["/app/.well-known/openid-configuration", (issuer) => `${issuer}/app`, /set the issuer, not the address of its metadata$/],
    ["/app", () => "https://id.example", /set it exactly as the provider does, if that is your provider$/],
    ["", () => "urn:example:issuer", /names its issuer something that is no address: /],
  ];
  for (const [path, found, advice] of cases) {
    const origin = await naming(found);
    const { message, cause } = await signIn(origin + path)
      .begin(Date.now(), null)
      .then(
        () => assert.fail(path),
        (error) => error,
      );
    assert.equal(message, "The identity provider is not available. Try again later, or sign in with a password.");
    assert.ok(cause instanceof IssuerMismatch, `${path}: ${cause}`);
    assert.match(cause.message, advice);
    assert.ok(cause.message.startsWith(`DRAWBRIDGE_OIDC_ISSUER is ${origin}${path}, and the provider there names its issuer `));
    const text = String(found(origin));
    assert.equal(cause.message.includes(text), !text.startsWith("urn:"), cause.message);
  }
});

test("a provider that does not answer is given up after five seconds, once for all waiting sign-ins, and is tried again later", {
  timeout: 60_000,
}, async () => {
  let count = 0;
  const silent = await listening(() => {
    count++;
  });
  const drawbridge = signIn(silent.issuer);
  let isEarly = true;
  setTimeout(() => {
    isEarly = false;
  }, 4_900);
  const all = await Promise.allSettled([1, 2, 3].map(() => drawbridge.begin(Date.now(), null)));
  assert.ok(all.every((one) => one.status === "rejected" && isUnavailable(one.reason)));
  assert.equal(isEarly, false);
  assert.equal(count, 1);
  silent.server.removeAllListeners("request");
  silent.server.on("request", (_req, res) => {
    res.setHeader("content-type", "application/json");
    res.end(JSON.stringify({ issuer: silent.issuer, authorization_endpoint: `${silent.issuer}/auth` }));
  });
  assert.ok((await drawbridge.begin(Date.now(), null)).url.startsWith(`${silent.issuer}/auth?`));
});

test("beyond fifty answers at the same time, the rest are not examined and can be retried", async () => {
  let exchanges = 0;
  const slow = await listening((req, res) => {
    res.setHeader("content-type", "application/json");
    if (req.method === "POST") {
      exchanges++;
      return;
    }
    const [authorization_endpoint, token_endpoint] = ["auth", "token"].map((path) => `${slow.issuer}/${path}`);
    res.end(JSON.stringify({ issuer: slow.issuer, authorization_endpoint, token_endpoint }));
  });
  const drawbridge = signIn(slow.issuer);
  const begun = await Promise.all(Array.from({ length: 51 }, () => drawbridge.begin(Date.now(), null)));
  const finish = ({ url, transaction }: { readonly url: string; readonly transaction: string }) => {
    const state = new URL(url).searchParams.get("state");
    return drawbridge.finish(new URL(`${publicUrl}${callbackPath}?code=x&state=${state}`), transaction, Date.now());
  };
  const all = begun.slice(0, 50).map(finish);
  await until(
    () => exchanges,
    (count) => count === 50,
  );
  const last = begun[50] ?? assert.fail();
  assert.deepEqual(await finish(last), { refusal: "unavailable", why: "too_many_at_once" });
  slow.server.closeAllConnections();
  const ends = await Promise.all(all);
  assert.ok(ends.every((end) => "why" in end && end.why === "provider_unavailable"));
  const again = finish(last);
  await until(
    () => exchanges,
    (count) => count > 50,
  );
  slow.server.closeAllConnections();
  assert.deepEqual(await again, { refusal: "unavailable", why: "provider_unavailable" });
});

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
  assert.deepEqual(await drawbridge.finish(callback, mine.transaction.slice(2), Date.now()), none);
  const elsewhere = await signIn(provider.issuer, clientSecret, randomBytes(32).toString("base64url")).begin(Date.now(), null);
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
