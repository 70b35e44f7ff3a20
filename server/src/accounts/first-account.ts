/**
 * How the first person gets in: a link that makes the first account, shown once to whoever started the program. Never in a
 * log, which others read and which is kept: on the terminal, or in a file that only its owner reads.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Accounts } from "../store/accounts.ts";
import type { Change } from "../store/store.ts";
import { makeAccountLink } from "./account-link.ts";
import type { SessionWorkings } from "./session.ts";
import { signInOffer } from "./session-cookie.ts";

/** Milliseconds. */
export const firstLinkLife = 15 * 60_000;

export interface FirstAccountWorkings extends SessionWorkings {
  readonly store: { readonly accounts: Accounts };
  /** The directory that holds the file. */
  readonly data: string;
  /** Whether somebody sees the lines, and nothing keeps them. */
  readonly isTerminal: boolean;
  /** Whether other nodes, which may start at the same time, offer links of their own. */
  readonly isShared: boolean;
}

/**
 * Makes the link while there is no account, and gives the lines that say where it is. Earlier ones end, unless they may be those
 * of other nodes. Where nobody can sign in, there is none. @throws unavailable
 */
export async function offerFirstAccount(workings: FirstAccountWorkings): Promise<string[]> {
  const { store, data, isTerminal, isShared, publicUrl } = workings;
  removeFirstAccountFile(data);
  const isOffered = signInOffer(publicUrl()).cookie !== null;
  if (!isOffered || (await store.accounts.hasPeople())) return [];
  const { link, url } = makeAccountLink(workings, { life: firstLinkLife, person: null, isAdministrator: true });
  // Before the link is valid: an attempt that cannot write the file must not leave a link behind.
  if (!isTerminal) writeFirstAccountFile(data, url);
  try {
    await store.accounts.addLink(link, isShared);
  } catch (error) {
    removeFirstAccountFile(data);
    // Another node's link was used just now.
    if (error instanceof DrawbridgeError && error.code === "conflict") return [];
    throw error;
  }
  if (isTerminal) return ["", "Make the first account, within 15 minutes:", `  ${url}`];
  return ["", `The link to make the first account is in ${firstAccountFile(data)}, for 15 minutes.`];
}

/** Follows the log: where somebody has become an administrator, there is an account. */
export function forgetFirstAccount(data: string, changes: readonly Change[]): void {
  const isMade = changes.some(({ project, kind, value }) => project === "" && kind === "grant" && value !== null);
  if (isMade) removeFirstAccountFile(data);
}

export function firstAccountFile(data: string): string {
  return join(data, "first-account-link");
}

function writeFirstAccountFile(data: string, url: string): void {
  // The embedded store has created it; with another one it may be missing.
  mkdirSync(data, { recursive: true, mode: 0o700 });
  // New each time: a file that another user put there, or can read, would be written to as it is.
  writeFileSync(firstAccountFile(data), `${url}\n`, { mode: 0o600, flag: "wx" });
}

function removeFirstAccountFile(data: string): void {
  rmSync(firstAccountFile(data), { force: true });
}
