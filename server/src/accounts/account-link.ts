/**
 * One-time links: the bearer creates the first account, or sets the password of an existing one. The link alone is enough, so it
 * is short-lived.
 */

import {
  credentialBytes,
  generateCredential,
  hasCredentialForm,
  isChecksumValid,
} from "drawbridge-rules/credentials/credential-text.ts";
import { hashCredential } from "../base/hash.ts";
import type { AccountLink } from "../store/accounts.ts";
import type { SessionServices } from "./session.ts";

/** Milliseconds until an invitation expires. */
export const invitationLife = 7 * 24 * 60 * 60_000;
/** Milliseconds until a link for a forgotten password expires. */
export const resetLife = 60 * 60_000;

export interface CreatedAccountLink {
  /** The stored record. */
  readonly link: AccountLink;
  /** Shown once. The secret follows the #, where no server and no log sees it. */
  readonly url: string;
}

/** @param life milliseconds */
export function createAccountLink(
  { now, randomBytes, publicUrl }: Pick<SessionServices, "now" | "randomBytes" | "publicUrl">,
  { life, person, isAdministrator }: Pick<AccountLink, "person" | "isAdministrator"> & { readonly life: number },
): CreatedAccountLink {
  const text = generateCredential("dbl_", randomBytes(credentialBytes));
  return {
    link: { hash: hashCredential(text), expiresAt: now() + life, person, isAdministrator },
    url: `${publicUrl()}/sign-in#link=${text}`,
  };
}

/** Hash by which a link is found; null: the text is not in the form of a link. */
export function hashLink(text: string): string | null {
  return hasCredentialForm("dbl_", text) && isChecksumValid("dbl_", text) ? hashCredential(text) : null;
}
