/**
 * What a one-time link leads to: the account in its tables, and the grant of an administrator in the log. Two places, so the
 * grant is owed from the one to the other, and a process that ended in between pays it at its next start.
 */
import type { Person } from "drawbridge-rules/people/person.ts";
import type { Publisher } from "../publisher.ts";
import type { Accounts, Redemption } from "../store/accounts.ts";

export interface RedemptionWorkings {
  readonly store: { readonly accounts: Accounts };
  readonly publisher: Publisher;
}

/** @throws not_found, conflict: as `Accounts.redeem` says */
export async function redeemLink(workings: RedemptionWorkings, redemption: Redemption): Promise<Person> {
  const { person, isAdministrator } = await workings.store.accounts.redeem(redemption);
  if (isAdministrator) await payGrant(workings, person.id, person.id);
  return person;
}

/** At a start: of links that were redeemed just before the last end. */
export async function payOwedGrants(workings: RedemptionWorkings): Promise<void> {
  const { accounts } = workings.store;
  for (const id of await accounts.owedGrants()) {
    const person = await accounts.person(id);
    if (person && person.disabledAt === null) await payGrant(workings, id, "system");
    else await accounts.grantMade(id);
  }
}

async function payGrant({ store, publisher }: RedemptionWorkings, id: string, actor: string): Promise<void> {
  await publisher.publish({
    project: "",
    actor,
    reason: "Redeemed the link of an administrator",
    override: [],
    dryRun: false,
    edits: () => [{ kind: "grant", id, value: { role: "administrator" } }],
  });
  await store.accounts.grantMade(id);
}
