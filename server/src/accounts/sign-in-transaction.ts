/** What this server has to know again when a browser comes back from the provider. The browser carries it, sealed. */
import { z } from "zod";
import { transactionLife } from "./identity-provider.ts";
import { type Seal, seal, unseal } from "./sealed-text.ts";

export interface SignInTransaction {
  /** Comes back in the address: the answer is to this question, and to this browser. */
  readonly state: string;
  /** Comes back in the ID token: it was made for this question. */
  readonly nonce: string;
  /** Of PKCE (RFC 7636): only who asked can turn the code into a token. */
  readonly verifier: string;
  /** The one-time link that is to be redeemed; null: none. */
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

/** Null: it is none of ours, or older than a sign-in may take; also one of the future, after a clock was set back. */
export function openTransaction(sealed: string, key: Seal, now: number): SignInTransaction | null {
  const text = unseal(sealed, key);
  if (text === null) return null;
  // Another version of the program may have sealed it.
  const { data } = form.safeParse(JSON.parse(text));
  if (!data) return null;
  const age = now - data.begunAt;
  return age >= 0 && age < transactionLife ? data : null;
}
