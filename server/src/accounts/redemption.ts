/**
 * Redeems a one-time link: creates the account in its tables, and the administrator's grant in the log. The accounts table marks
 * the grant as pending, so that the next start applies it if the process ended in between.
 */
import type { Person } from "drawbridge-rules/people/person.ts";
import type { Publisher } from "../log/publisher.ts";
import type { Accounts, Redemption } from "../store/accounts.ts";

export interface RedemptionServices {
  readonly store: { readonly accounts: Accounts };
  readonly publisher: Publisher;
}

/** @throws not_found, conflict: see `Accounts.redeem` */
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
    override: [],
    dryRun: false,
    edits: () => [{ kind: "grant", id, value: { role: "administrator" } }],
  });
  await store.accounts.grantRecorded(id);
}
