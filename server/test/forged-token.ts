/** Forged ID tokens: changed on their way out of the provider, and signed as the test says. */
import { createHmac, createPublicKey, sign } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { SigningKey } from "./openid-provider.ts";

export interface Forger {
  /** Claims to replace; undefined removes one. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Key to sign with instead of the provider's. */
  readonly key?: SigningKey;
  /** `none`: without a signature; `HS256`: with the public key as if it were a secret. Default: RS256. */
  readonly algorithm?: "none" | "HS256";
  /** No ID token at all. */
  readonly isMissing?: boolean;
}

/** Forges the token endpoint's answer before it is sent. */
export function forgedAnswer(res: ServerResponse, forger: Forger, key: SigningKey): void {
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
