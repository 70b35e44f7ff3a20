/** One-time links create the first account, or set a password. The link alone is enough, so it is short-lived. */
import { existsSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  credentialBytes,
  generateCredential,
  hasCredentialForm,
  isChecksumValid,
} from "drawbridge-rules/credentials/credential-text.ts";
import type { Person } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { hashCredential } from "../base/hash.ts";
import { createDataDirectory } from "../base/program-files.ts";
import type { Publisher } from "../log/publisher.ts";
import type { AccountLink, Accounts, Redemption } from "../store/sql/sql-accounts.ts";
import type { Change } from "../store/store.ts";
import { type SessionServices, signInOffer } from "./session.ts";

export const invitationLife = 7 * 24 * 60 * 60_000;
export const resetLife = 60 * 60_000;

export interface CreatedAccountLink {
  readonly link: AccountLink;
  /** Shown once. The secret follows the #, where no server and no log sees it. */
  readonly url: string;
}

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

export function hashLink(text: string): string | null {
  return hasCredentialForm("dbl_", text) && isChecksumValid("dbl_", text) ? hashCredential(text) : null;
}

export interface RedemptionServices {
  readonly store: { readonly accounts: Accounts };
  readonly publisher: Publisher;
}

/** A grant stays pending until it is recorded: the next start applies it. @throws not_found, conflict */
export async function redeemLink(services: RedemptionServices, redemption: Redemption): Promise<Person> {
  const { person, isAdministrator } = await services.store.accounts.redeem(redemption);
  if (isAdministrator) await payGrant(services, person.id, person.id);
  return person;
}

export async function applyPendingGrants(services: RedemptionServices): Promise<void> {
  const { accounts } = services.store;
  for (const id of await accounts.pendingGrants()) {
    const person = await accounts.person(id);
    if (person && person.disabledAt === null) await payGrant(services, id, "system");
    else await accounts.grantRecorded(id);
  }
}

async function payGrant({ store, publisher }: RedemptionServices, id: string, actor: string): Promise<void> {
  await publisher.publish({
    project: "",
    actor,
    reason: "Redeemed the link of an administrator",
    edits: () => [{ kind: "grant", id, value: { role: "administrator" } }],
  });
  await store.accounts.grantRecorded(id);
}

export const firstLinkLife = 24 * 60 * 60_000;

interface FirstAccountServices extends SessionServices {
  readonly store: { readonly accounts: Accounts };
  readonly data: string;
  readonly isTerminal: boolean;
  /** Other nodes, which may start at the same time, offer their own links. */
  readonly isShared: boolean;
}

/** Shows the link once, on the terminal or in a private file, and never logs it. @throws unavailable */
export async function offerFirstAccount(services: FirstAccountServices): Promise<string[]> {
  const { store, data, isTerminal, isShared, publicUrl } = services;
  removeFirstAccountFile(data);
  const isOffered = signInOffer(publicUrl()).cookie !== null;
  if (!isOffered || (await store.accounts.hasPeople())) return [];
  const { link, url } = createAccountLink(services, { life: firstLinkLife, person: null, isAdministrator: true });
  // An attempt that cannot write the file must not leave a valid link behind.
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

/** The first administrator's grant means that there is an account. */
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
    // With a store that is not embedded, the directory may be missing.
    createDataDirectory(data);
    // A file that another user created, or can read, would be written as it is.
    writeFileSync(file, `${url}\n`, { mode: 0o600, flag: "wx" });
  });
}

function removeFirstAccountFile(data: string): void {
  const file = firstAccountFile(data);
  // The error of `rmSync` has neither a code nor a readable text on a read-only disk.
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
