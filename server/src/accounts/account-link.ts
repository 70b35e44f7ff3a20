/** One-time links create the first account, or set a password. The link alone is enough, so it is short-lived. */
import {
  credentialBytes,
  generateCredential,
  hasCredentialForm,
  isChecksumValid,
} from "drawbridge-rules/credentials/credential-text.ts";
import type { Person } from "drawbridge-rules/people/person.ts";
import { hashCredential } from "../base/hash.ts";
import type { Publisher } from "../log/publisher.ts";
import type { AccountLink, Accounts, Redemption } from "../store/accounts.ts";
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

/** Hash by which a link is found; null means the text is not in the form of a link. */
export function hashLink(text: string): string | null {
  return hasCredentialForm("dbl_", text) && isChecksumValid("dbl_", text) ? hashCredential(text) : null;
}

export interface RedemptionServices {
  readonly store: { readonly accounts: Accounts };
  readonly publisher: Publisher;
}

/** @throws not_found, conflict: see `Accounts.redeem` */
/** The accounts table marks a grant as pending, so that the next start applies it if the process ended in between. */
export async function redeemLink(services: RedemptionServices, redemption: Redemption): Promise<Person> {
  const { person, isAdministrator } = await services.store.accounts.redeem(redemption);
  if (isAdministrator) await payGrant(services, person.id, person.id);
  return person;
}

/** Applies pending grants of links that were redeemed just before the last stop. */
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
