/** State of a sign-in at the provider, in a cookie sealed against the browser (AES-256-GCM). */

import { createCipheriv, createDecipheriv } from "node:crypto";
import { z } from "zod";
import { transactionLife } from "./identity-provider.ts";
import { type CookieRule, clearCookie, setCookie } from "./session.ts";

export interface SignInTransaction {
  /** Comes back in the address: ties the answer to this request and this browser. */
  readonly state: string;
  /** Comes back in the ID token, which ties it to this request. */
  readonly nonce: string;
  /** PKCE verifier (RFC 7636): only its sender can exchange the code for a token. */
  readonly verifier: string;
  readonly link: string | null;
  readonly begunAt: number;
}

const form = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  link: z.string().nullable(),
  begunAt: z.number(),
});

export function sealTransaction(transaction: SignInTransaction, key: Seal, random: Uint8Array): string {
  return seal(JSON.stringify(transaction), key, random);
}

/** Null also means too old, or from the future, after a clock was set back. */
export function openTransaction(sealed: string, key: Seal, now: number): SignInTransaction | null {
  const text = unseal(sealed, key);
  if (text === null) return null;
  // Another version of the program may have sealed it.
  const { data } = form.safeParse(JSON.parse(text));
  if (!data) return null;
  const age = now - data.begunAt;
  return age >= 0 && age < transactionLife ? data : null;
}

const nonceSize = 12;
const tagSize = 16;

interface Seal {
  /** 32 bytes, as base64url. */
  readonly key: string;
  /** A text that was sealed for another purpose does not open. */
  readonly purpose: string;
}

/** @param random 12 bytes, never used with this key before; random ones last for about 2^32 texts */
export function seal(text: string, { key, purpose }: Seal, random: Uint8Array): string {
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "base64url"), random, { authTagLength: tagSize });
  cipher.setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([random, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return sealed.toString("base64url");
}

export function unseal(sealed: string, { key, purpose }: Seal): string | null {
  if (!/^[\w-]{1,8192}$/.test(sealed)) return null;
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < nonceSize + tagSize) return null;
  const nonce = bytes.subarray(0, nonceSize);
  const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key, "base64url"), nonce, { authTagLength: tagSize });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(bytes.subarray(-tagSize));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceSize, -tagSize)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/** `SameSite=Lax`, since another site starts the navigation back. */
function transactionCookie({ name, attributes }: CookieRule): CookieRule {
  return { name: `${name}-transaction`, attributes: attributes.replace("SameSite=Strict", "SameSite=Lax") };
}

/** Null also means two of the name, of which another site set one. */
export function readTransaction(header: string | null, session: CookieRule): string | null {
  const start = `${transactionCookie(session).name}=`;
  const own = (header ?? "").split(";").filter((pair) => pair.trim().startsWith(start));
  return own.length === 1 ? (own[0]?.trim().slice(start.length) ?? null) : null;
}

export function transactionCookieHeader(session: CookieRule, transaction: string): string {
  return setCookie(transactionCookie(session), transaction, transactionLife / 1000);
}

export function expiredTransactionCookie(session: CookieRule): string {
  return clearCookie(transactionCookie(session));
}
