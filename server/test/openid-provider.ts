/** An unmodified oidc-provider with a sign-in page of one field. Answers of its token endpoint can be forged on the way out. */
import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export const clientId = "drawbridge";
export const clientSecret = "client-secret-0123456789-0123456789";

export interface OpenIdProvider {
  readonly issuer: string;
  readonly env: Readonly<Record<string, string>>;
  /** Registers the program, which has no address before it runs; a public client has no secret. */
  register(publicUrl: string, as?: { readonly isPublic: boolean }): void;
  /** Claims for these logins; for all others the login alone. */
  readonly claims: Map<string, Readonly<Record<string, unknown>>>;
  /** Changes answers of its token endpoint; null means none. */
  forger: Forger | null;
  readonly asked: string[];
  stop(): Promise<void>;
}

/** @param host for a browser, `localhost` is another site than 127.0.0.1, though it is the same machine */
export async function startOpenIdProvider(host: "127.0.0.1" | "localhost" = "127.0.0.1"): Promise<OpenIdProvider> {
  const key = signingKey();
  let handle: (req: IncomingMessage, res: ServerResponse) => void = (_req, res) => void res.writeHead(503).end();
  const server = createServer((req, res) => {
    provider.asked.push(`${req.method} ${req.url?.split("?")[0]}`);
    const { forger } = provider;
    if (forger && req.url === "/token") forgedAnswer(res, forger, key);
    handle(req, res);
  });
  const issuer = `http://${host}:${await listening(server)}`;
  const provider: OpenIdProvider = {
    issuer,
    env: {
      DRAWBRIDGE_OIDC_ISSUER: issuer,
      DRAWBRIDGE_OIDC_CLIENT_ID: clientId,
      DRAWBRIDGE_OIDC_CLIENT_SECRET: clientSecret,
    },
    claims: new Map(),
    forger: null,
    asked: [],
    register: (publicUrl, { isPublic } = { isPublic: false }) => {
      const credential = isPublic ? { token_endpoint_auth_method: "none" } : { client_secret: clientSecret };
      const client = { client_id: clientId, redirect_uris: [`${publicUrl}/sign-in/callback`], ...credential };
      handle = answering(issuer, client, key, provider.claims);
    },
    stop: () => stopped(server),
  };
  return provider;
}

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

export function signingKey(): SigningKey {
  return { kid: "the-key", privateKey: generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey };
}

function answering(issuer: string, client: object, { kid, privateKey }: SigningKey, claims: OpenIdProvider["claims"]) {
  const provider = new Provider(issuer, {
    clients: [client],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid, alg: "RS256", use: "sig" }] },
    cookies: { keys: ["a key of this test"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "preferred_username"] },
    features: { devInteractions: { enabled: false } },
    ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
    pkce: { required: () => true },
    interactions: { url: () => "/interaction" },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ preferred_username: accountId, ...claims.get(accountId), sub: `subject of ${accountId}` }),
    }),
    // Skips the consent page.
    loadExistingGrant: async ({ oidc }: { readonly oidc: { readonly session: { readonly accountId: string } } }) => {
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  return (req: IncomingMessage, res: ServerResponse) =>
    void (req.url?.startsWith("/interaction") ? interaction(provider, req, res) : callback(req, res));
}

/** A form that accepts any login; `deny` declines. */
async function interaction(provider: Provider, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (req.method !== "POST") {
    res.writeHead(200, { "content-type": "text/html" });
    res.end(`<!doctype html><title>Provider</title><form method="post"><input name="login"><button>Sign in</button></form>`);
    return;
  }
  let body = "";
  for await (const chunk of req) body += chunk;
  const login = new URLSearchParams(body).get("login") ?? "";
  const result = login === "deny" ? { error: "access_denied", error_description: "no" } : { login: { accountId: login } };
  await provider.interactionFinished(req, res, result);
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

function stopped(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

export interface Forger {
  /** Claims to replace; undefined removes one. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly key?: SigningKey;
  /** `none`: without a signature; `HS256`: with the public key as if it were a secret. Default: RS256. */
  readonly algorithm?: "none" | "HS256";
  readonly isMissing?: boolean;
}

function forgedAnswer(res: ServerResponse, forger: Forger, key: SigningKey): void {
  const end = res.end.bind(res);
  Object.assign(res, {
    end: (text: string | Buffer) => {
      const answer = JSON.parse(String(text));
      if (answer.id_token) answer.id_token = forger.isMissing ? undefined : forged(answer.id_token, forger, key);
      const body = JSON.stringify(answer);
      res.setHeader("content-length", Buffer.byteLength(body));
      return end(body);
    },
  });
}

function forged(token: string, { claims, key, algorithm }: Forger, own: SigningKey): string {
  const [, payload = ""] = token.split(".");
  const alg = algorithm ?? "RS256";
  const said = { ...JSON.parse(Buffer.from(payload, "base64url").toString()), ...claims };
  const text = `${part({ alg, kid: own.kid, typ: "JWT" })}.${part(said)}`;
  return `${text}.${signature(text, alg, key ?? own)}`;
}

function part(content: object): string {
  return Buffer.from(JSON.stringify(content)).toString("base64url");
}

function signature(text: string, alg: string, { privateKey }: SigningKey): string {
  if (alg === "none") return "";
  if (alg === "RS256") return sign("sha256", Buffer.from(text), privateKey).toString("base64url");
  const secret = createPublicKey(privateKey).export({ type: "spki", format: "pem" });
  return createHmac("sha256", secret).update(text).digest("base64url");
}
