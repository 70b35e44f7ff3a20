/** A link for the first account, shown once: on the terminal or in a private file, and never logged. */
import { existsSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { createDataDirectory } from "../base/program-files.ts";
import type { Accounts } from "../store/accounts.ts";
import type { Change } from "../store/store.ts";
import { createAccountLink } from "./account-link.ts";
import { type SessionServices, signInOffer } from "./session.ts";

/** Milliseconds: long enough to read the documents first. */
export const firstLinkLife = 24 * 60 * 60_000;

interface FirstAccountServices extends SessionServices {
  readonly store: { readonly accounts: Accounts };
  /** The directory that holds the file. */
  readonly data: string;
  /** True if a person sees the lines and nothing records them. */
  readonly isTerminal: boolean;
  /** True if other nodes, which may start at the same time, offer their own links. */
  readonly isShared: boolean;
}

/** Creates the link while there is no account; returns lines that say where it is. @throws unavailable */
export async function offerFirstAccount(services: FirstAccountServices): Promise<string[]> {
  const { store, data, isTerminal, isShared, publicUrl } = services;
  removeFirstAccountFile(data);
  const isOffered = signInOffer(publicUrl()).cookie !== null;
  if (!isOffered || (await store.accounts.hasPeople())) return [];
  const { link, url } = createAccountLink(services, { life: firstLinkLife, person: null, isAdministrator: true });
  // Before the link is valid: an attempt that cannot write the file must not leave a valid link behind.
  if (!isTerminal) writeFirstAccountFile(data, url);
  try {
    await store.accounts.addLink(link, isShared);
  } catch (error) {
    removeFirstAccountFile(data);
    // Another node's link was used a moment ago.
    if (error instanceof DrawbridgeError && error.code === "conflict") return [];
    throw error;
  }
  if (isTerminal) return ["", "Create the first account within 24 hours:", `  ${url}`];
  return ["", `The link for creating the first account is in ${firstAccountFile(data)} and works once, within 24 hours.`];
}

/** Follows the log: the first administrator's grant means that there is an account. */
export function forgetFirstAccount(data: string, changes: readonly Change[]): void {
  const isMade = changes.some(({ project, kind, value }) => project === "" && kind === "grant" && value !== null);
  if (isMade) removeFirstAccountFile(data);
}

export function firstAccountFile(data: string): string {
  return join(data, "first-account-link");
}

function writeFirstAccountFile(data: string, url: string): void {
  const file = firstAccountFile(data);
  changeOnDisk(`${file} cannot be written`, () => {
    // The embedded store has already created the directory; with another store it may be missing.
    createDataDirectory(data);
    // Always a new file: one that another user created, or can read, would be written as it is.
    writeFileSync(file, `${url}\n`, { mode: 0o600, flag: "wx" });
  });
}

function removeFirstAccountFile(data: string): void {
  const file = firstAccountFile(data);
  // Not `rmSync`, whose error has neither a code nor a readable text on a read-only disk.
  if (existsSync(file)) changeOnDisk(`${file} cannot be deleted`, () => unlinkSync(file));
}

/** @throws unavailable */
function changeOnDisk(failure: string, change: () => void): void {
  try {
    change();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === "EROFS" ? "its file system is mounted read-only. Mount it for writing." : message;
    throw new DrawbridgeError("unavailable", `${failure}: ${reason}`);
  }
}
