/** Access tokens outlive the account that created them: they keep working, but give access to nothing new (decision 0024). */
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Requester } from "../../accounts/requester.ts";
import type { Store } from "../../store/store.ts";

export interface TokenMakerServices {
  readonly store: Store;
}

/** Checks routes with `givesAccess`. @throws forbidden: a token whose creator is disabled or erased */
export async function refuseOrphanedToken(services: TokenMakerServices, requester: Requester): Promise<void> {
  if (requester.person === null || (await findResponsiblePerson(services, requester)) !== null) return;
  const text =
    "The account of the person who created this access token is disabled or erased, so it can no longer create credentials or " +
    "accounts, grant roles or approve proposals. Ask an owner or an administrator for a new token.";
  throw new DrawbridgeError("forbidden", text);
}

/** The person who is asking, or who created the token; null: a token without one, or whose creator is disabled or erased. */
export async function findResponsiblePerson(
  { store }: TokenMakerServices,
  { person, session }: Pick<Requester, "person" | "session">,
): Promise<string | null> {
  if (person === null || session !== null) return person;
  const maker = await store.accounts.person(person);
  return maker === null || maker.disabledAt !== null ? null : person;
}
