/** Checks and messages shared by every store's accounts, and the texts they compare. */

import { loginKey, type Person } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Identity } from "./accounts.ts";
import { checkName } from "./commit-rules.ts";

/** Text that the search for people matches. Neither part contains a line break, so no query matches across both. */
export function personSearchText({ login, name }: Pick<Person, "login" | "name">): string {
  return `${loginKey(login)}\n${loginKey(name)}`;
}

export function loginTaken(): DrawbridgeError {
  return new DrawbridgeError("conflict", "This login is already in use. Choose another one.");
}

export function identityTaken(): DrawbridgeError {
  return new DrawbridgeError("conflict", "This identity already belongs to another account.");
}

export function personNotFound(): DrawbridgeError {
  return new DrawbridgeError("not_found", "No person has this id.");
}

/** The same message whether the link never existed, was used, has expired or was replaced. */
export function invalidLink(): DrawbridgeError {
  return new DrawbridgeError(
    "not_found",
    "This link is invalid, has expired or was already used. An administrator creates another: drawbridge user link LOGIN, or " +
      "drawbridge user add LOGIN --administrator for the first account.",
  );
}

export function firstAccountExists(): DrawbridgeError {
  return new DrawbridgeError("conflict", "This link creates the first account, which already exists. Sign in instead.");
}

/** @throws invalid: one of the texts can never be stored */
export function checkTexts(texts: readonly string[]): void {
  for (const text of texts) checkName(text);
}

/** Texts that are stored for a person. */
export function personTexts({ id, login, name }: Person, identity: Identity | null | undefined): string[] {
  return [id, login, name, ...(identity ? [identity.issuer, identity.subject] : [])];
}

/** Refuses a page too large for memory. @throws invalid */
export function checkPeoplePage({ limit }: { readonly limit: number }): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1001) return;
  throw new DrawbridgeError("invalid", "A page has 1 to 1001 people.");
}
