/** What every store's accounts refuse in the same words, and what they compare by. */

import { loginKey, type Person } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Identity } from "./accounts.ts";
import { checkName } from "./commit-rules.ts";

/** A person is found by any part of this. A line break is in neither half, so that no query matches across. */
export function soughtText({ login, name }: Pick<Person, "login" | "name">): string {
  return `${loginKey(login)}\n${loginKey(name)}`;
}

export function loginTaken(): DrawbridgeError {
  return new DrawbridgeError("conflict", "Somebody has this login already. Choose another one.");
}

export function identityTaken(): DrawbridgeError {
  return new DrawbridgeError("conflict", "This identity belongs to another account.");
}

export function noPerson(): DrawbridgeError {
  return new DrawbridgeError("not_found", "There is nobody with this id.");
}

/** The same words whether it never was, was used, is over or has been replaced. */
export function noLink(): DrawbridgeError {
  return new DrawbridgeError("not_found", "This link is not valid, or not any more: it can be used once. Ask for a new one.");
}

export function notTheFirst(): DrawbridgeError {
  return new DrawbridgeError("conflict", "This link was for the first account, and there is one already. Sign in.");
}

/** @throws invalid: one of them can never be stored, or have been */
export function checkTexts(texts: readonly string[]): void {
  for (const text of texts) checkName(text);
}

/** What is written of a person. */
export function textsOf({ id, login, name }: Person, identity: Identity | null | undefined): string[] {
  return [id, login, name, ...(identity ? [identity.issuer, identity.subject] : [])];
}

/** Refuses a page that could not be held in memory. @throws invalid */
export function checkPeoplePage({ limit }: { readonly limit: number }): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1001) return;
  throw new DrawbridgeError("invalid", "A page of people has 1 to 1001 of them.");
}
