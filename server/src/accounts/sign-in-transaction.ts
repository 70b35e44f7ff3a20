/** State of a sign-in between leaving for the provider and coming back. The browser carries it, sealed. */
import { z } from "zod";
import { transactionLife } from "./identity-provider.ts";
import { type Seal, seal, unseal } from "./sealed-text.ts";

export interface SignInTransaction {
  /** Comes back in the address: ties the answer to this request and this browser. */
  readonly state: string;
  /** Comes back in the ID token, which ties it to this request. */
  readonly nonce: string;
  /** PKCE verifier (RFC 7636): only its sender can exchange the code for a token. */
  readonly verifier: string;
  /** The one-time link to redeem; null: none. */
  readonly link: string | null;
  /** Epoch ms. */
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

/** Null: invalid, or too old; also from the future, after a clock was set back. */
export function openTransaction(sealed: string, key: Seal, now: number): SignInTransaction | null {
  const text = unseal(sealed, key);
  if (text === null) return null;
  // Another version of the program may have sealed it.
  const { data } = form.safeParse(JSON.parse(text));
  if (!data) return null;
  const age = now - data.begunAt;
  return age >= 0 && age < transactionLife ? data : null;
}
