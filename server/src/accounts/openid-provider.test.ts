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

/** A provider with such metadata. */
async function describing(metadata: (issuer: string) => unknown) {
  const here = await listening((_req, res) => {
    res.setHeader("content-type", "application/json");
    res.end(JSON.stringify(metadata(here.issuer)));
  });
  return here;
}

const isUnavailable = (error: unknown) => error instanceof DrawbridgeError && error.code === "unavailable";

test("without a provider, or with another server at its address, sign-in cannot start", async () => {
  const gone = await listening(() => {});
  await new Promise((resolve) => gone.server.close(resolve));
  const broken = await listening((_req, res) => void res.writeHead(503).end("{}"));
  const missing = await listening((_req, res) => void res.writeHead(404).end());
  const wrong = await listening((_req, res) => void res.end("<html>"));
  const elsewhere = await listening((_req, res) => void res.writeHead(302, { location: provider.issuer }).end());
  const authorization_endpoint = "https://id.example/auth";
  const other = await describing(() => ({ issuer: "https://id.example", authorization_endpoint }));
  const pathless = await describing((issuer) => ({ issuer }));
  const script = await describing((issuer) => ({ issuer, authorization_endpoint: "javascript:alert(1)" }));
  const endless = await describing(() => ({ issuer: "a".repeat(1024 * 1024) }));
  for (const { issuer } of [gone, broken, missing, wrong, elsewhere, other, pathless, script, endless])
    await assert.rejects(signIn(issuer).begin(Date.now(), null), isUnavailable);
});

test("an issuer that differs is named with the one that was expected, and with what to do", async () => {
  const cases: [path: string, found: (issuer: string) => unknown, advice: RegExp][] = [
    ["/app", (issuer) => `${issuer}/app/`, /they differ by the \/ at the end, so set it exactly as the provider does$/],
    ["/app/", (issuer) => `${issuer}/app`, /they differ by the \/ at the end/],
    ["/common/v2.0", (issuer) => `${issuer}/{tenantid}/v2.0`, /use the issuer of your own directory/],
    ["/app/.well-known/openid-configuration", (issuer) => `${issuer}/app`, /set the issuer, not the address of its metadata$/],
    ["/app", () => "https://id.example", /set it exactly as the provider does, if that is your provider$/],
    ["", () => "urn:example:issuer", /names its issuer something that is no address: /],
  ];
  for (const [path, found, advice] of cases) {
    const metadata = (issuer: string) => ({ issuer: found(issuer), authorization_endpoint: `${issuer}/auth` });
    const { issuer: origin } = await describing(metadata);
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
  const begun = performance.now();
  const all = await Promise.allSettled([1, 2, 3].map(() => drawbridge.begin(Date.now(), null)));
  assert.ok(all.every((one) => one.status === "rejected" && isUnavailable(one.reason)));
  assert.ok(performance.now() - begun > 4_900);
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

interface Tampering {
  readonly login?: string;
  /** Changes the address that the browser is sent to, and that which it comes back to. */
  readonly question?: (parameters: URLSearchParams) => void;
  readonly callback?: (parameters: URLSearchParams) => void;
  readonly forger?: Provider["forger"];
}

async function endOf({ login, question, callback, forger = null }: Tampering): Promise<FinishedSignIn> {
  const drawbridge = signIn();
  const { url, transaction } = await drawbridge.begin(Date.now(), null);
  const asked = new URL(url);
  question?.(asked.searchParams);
  const back = await callbackOf(asked.href, login);
  callback?.(back.searchParams);
  provider.forger = forger;
  try {
    return await drawbridge.finish(back, transaction, Date.now());
  } finally {
    provider.forger = null;
  }
}

const [differs, invalid] = ["oauth_jwt_claim_comparison_failed", "oauth_invalid_response"];
const past = Math.floor(Date.now() / 1000) - 3600;
const claimed: readonly (readonly [why: string, claims: Readonly<Record<string, unknown>>])[] = [
  [differs, { nonce: "another" }],
  [invalid, { nonce: undefined }],
  [differs, { iss: "https://id.example" }],
  [differs, { aud: "another-client" }],
  [differs, { aud: ["another-client"] }],
  [differs, { aud: [clientId, "another"], azp: "another" }],
  ["oauth_jwt_timestamp_check_failed", { exp: past }],
  [invalid, { exp: undefined }],
  [invalid, { sub: undefined }],
  [invalid, { sub: 1 }],
  ...["", "a".repeat(256), "a\0b", "ä"].map((sub) => ["not_conforming", { sub }] as const),
];
const tamperings: readonly [what: string, why: string, Tampering][] = [
  ...claimed.map(([why, claims]): [string, string, Tampering] => {
    const what = JSON.stringify(claims, (_, value) => value ?? null).slice(0, 60);
    return [`a token with ${what}`, why, { forger: { claims } }];
  }),
  ["an answer without a token", invalid, { forger: { isMissing: true } }],
  ["a token signed with another key", invalid, { forger: { key: signingKey() } }],
  ["a token signed with an unknown key", invalid, { forger: { key: { ...signingKey(), kid: "unknown" } } }],
  ["a token without a signature", invalid, { forger: { algorithm: "none" } }],
  ["a token signed with the public key as a secret", invalid, { forger: { algorithm: "HS256" } }],
  ["a callback with another state", invalid, { callback: (parameters) => parameters.set("state", "another") }],
  ["a callback with an empty state", invalid, { callback: (parameters) => parameters.set("state", "") }],
  ["a callback without a state", invalid, { callback: (parameters) => parameters.delete("state") }],
  ["a callback with two states", invalid, { callback: (parameters) => parameters.append("state", "another") }],
  ["a callback of another issuer (RFC 9207)", invalid, { callback: (parameters) => parameters.set("iss", "https://id.example") }],
  ["a callback without its issuer", invalid, { callback: (parameters) => parameters.delete("iss") }],
  ["a callback without a code", invalid, { callback: (parameters) => parameters.delete("code") }],
  ["a callback with another code", "token_endpoint_invalid_grant", { callback: (parameters) => parameters.set("code", "x") }],
  ["a callback with a token", "oauth_unsupported_operation", { callback: (parameters) => parameters.set("id_token", "a.b.c") }],
  ["an error, whatever the provider says", "authorization_error", { callback: (parameters) => parameters.set("error", "<b>") }],
  ["another challenge", "token_endpoint_invalid_grant", { question: (asked) => asked.set("code_challenge", "A".repeat(43)) }],
  ["a nonce that was changed on the way", differs, { question: (asked) => asked.set("nonce", "another") }],
];

for (const [what, why, tampering] of tamperings)
  test(`${what} signs no one in`, async () => {
    provider.asked.length = 0;
    assert.deepEqual(await endOf(tampering), { refusal: "refused", why });
    const isTried = !tampering.callback || why.startsWith("token_endpoint");
    assert.equal(provider.asked.includes("POST /token"), isTried, "whether the code was tried");
  });

test("a token that is only signed again is good, and a person who declines is not signed in", async () => {
  assert.ok("identity" in (await endOf({ forger: {} })));
  assert.deepEqual(await endOf({ login: "deny" }), { refusal: "denied", why: "access_denied" });
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
