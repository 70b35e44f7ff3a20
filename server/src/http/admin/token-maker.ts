/** Access tokens outlive the account that created them: they keep working, but give access to nothing new (decision 0039). */
import { DrawbridgeError } from "../../domain/errors.ts";
import type { Workings } from "./admin-route.ts";
import type { Requester } from "./requester.ts";

/** Checks routes with `givesAccess`. @throws forbidden: a token whose creator is disabled or erased */
export async function refuseWithoutMaker({ store }: Pick<Workings, "store">, { person, session }: Requester): Promise<void> {
  if (person === null || session !== null) return;
  const maker = await store.accounts.person(person);
  if (maker !== null && maker.disabledAt === null) return;
  const text =
    "The account of the person who created this access token is disabled or erased, so it no longer creates credentials or " +
    "accounts, grants roles or approves proposals. Ask an owner or an administrator for a new token.";
  throw new DrawbridgeError("forbidden", text);
}
