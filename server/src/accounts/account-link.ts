/** One-time links: with one, somebody makes the first account, or sets the password of theirs. Whoever has it may, so it lives shortly. */

import { checksumHolds, credentialBytes, hasCredentialForm, makeCredential } from "drawbridge-rules/credentials/credential.ts";
import { hashOfCredential } from "../base/credential-hash.ts";
import type { AccountLink } from "../store/accounts.ts";
import type { SessionWorkings } from "./session.ts";

/** Milliseconds, of a link for somebody who has never come in. */
export const invitationLife = 7 * 24 * 60 * 60_000;
/** Milliseconds, of a link for a password that was forgotten. */
export const resetLife = 60 * 60_000;

export interface MadeLink {
  /** What is kept. */
  readonly link: AccountLink;
  /** What is shown, once. Behind the #, where no server and no log sees it. */
  readonly url: string;
}

/** @param life milliseconds */
export function makeAccountLink(
  { now, randomBytes, publicUrl }: Pick<SessionWorkings, "now" | "randomBytes" | "publicUrl">,
  { life, person, isAdministrator }: Pick<AccountLink, "person" | "isAdministrator"> & { readonly life: number },
): MadeLink {
  const text = makeCredential("dbl_", randomBytes(credentialBytes));
  return {
    link: { hash: hashOfCredential(text), expiresAt: now() + life, person, isAdministrator },
    url: `${publicUrl()}/sign-in#link=${text}`,
  };
}

/** What a link is found by; null: the text is none of ours. */
export function hashOfLink(text: string): string | null {
  return hasCredentialForm("dbl_", text) && checksumHolds("dbl_", text) ? hashOfCredential(text) : null;
}
