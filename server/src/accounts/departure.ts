/** What somebody may ends with their account. In the log, so that history tells; the account itself is beside it. */

import { accessTokenState } from "drawbridge-rules/credentials/access-token.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Publisher } from "../publisher.ts";
import type { Accounts } from "../store/accounts.ts";
import type { AccessTokenRing } from "./access-token-ring.ts";
import type { GrantRing } from "./grant-ring.ts";

export interface DepartureWorkings {
  readonly store: { readonly accounts: Accounts };
  readonly publisher: Publisher;
  readonly grants: GrantRing;
  readonly accessTokens: AccessTokenRing;
  /** Epoch ms. */
  readonly now: () => number;
}

export interface Departure {
  /** Id. */
  readonly person: string;
  readonly actor: string;
  readonly reason: string;
}

/** Also where it was begun before and cut off. @throws conflict: nobody else is an administrator */
export async function endAdministration(workings: DepartureWorkings, departure: Departure): Promise<void> {
  const away = await administratorsAway(workings);
  await endGrant(workings.publisher, "", departure, away);
}

/** Roles in projects, which nobody needs to take over: an administrator owns every project. */
export async function endRoles({ publisher, grants }: DepartureWorkings, departure: Departure): Promise<void> {
  for (const [project] of grants.rolesOf(departure.person)) await endGrant(publisher, project, departure, new Set());
}

/** Number of access tokens revoked in a project; "": of the installation. */
export interface RevokedTokens {
  readonly project: string;
  readonly count: number;
}

/**
 * Revokes the access tokens that a person created, in one commit for each project. Call it after the person can create no more.
 * After an interruption, call it again to revoke the rest. @throws unavailable
 */
export async function endTokens(workings: DepartureWorkings, { person, actor, reason }: Departure): Promise<RevokedTokens[]> {
  const { publisher, accessTokens, now } = workings;
  const revoked: RevokedTokens[] = [];
  for (const project of new Set(accessTokens.madeBy(person, now()).map((token) => token.project))) {
    let count = 0;
    await publisher.publish({
      project,
      actor,
      reason: `${reason}, and its access tokens are revoked`,
      override: [],
      dryRun: false,
      edits: ({ access_token: held }, at) => {
        const theirs = [...held].filter(([, { value }]) => value.maker === person && accessTokenState(value, at) === "active");
        count = theirs.length;
        return theirs.map(([id, { value }]) => ({ kind: "access_token", id, value: { ...value, revokedAt: at } }));
      },
    });
    if (count > 0) revoked.push({ project, count });
  }
  return revoked;
}

/**
 * Takes back what was granted to somebody while they were disabled or erased: it came after what they had was ended.
 * @throws conflict: so it was
 */
export async function endLateGrant(workings: DepartureWorkings, project: string, departure: Departure): Promise<void> {
  const person = await workings.store.accounts.person(departure.person);
  if (person !== null && person.disabledAt === null) return;
  await endGrant(workings.publisher, project, departure, await administratorsAway(workings));
  throw new DrawbridgeError("conflict", "Their account was disabled or erased meanwhile: nothing was granted.");
}

/** Administrators who could not come in now: erased, disabled, or without a password and an identity, invited and no more. */
export async function administratorsAway({
  store: { accounts },
  grants,
}: Pick<DepartureWorkings, "store" | "grants">): Promise<Set<string>> {
  const isAway = async (id: string) => {
    const person = await accounts.person(id);
    if (person === null || person.disabledAt !== null) return true;
    return (await accounts.password(id)) === null && (await accounts.identities(id)).length === 0;
  };
  const ids = [...grants.administrators];
  const found = await Promise.all(ids.map(isAway));
  return new Set(ids.filter((_, index) => found[index]));
}

/** Whether nobody would be left without this one, or nobody who can come in. Of those who cannot, any but the last may go. */
export function isLastOne(administrators: Iterable<string>, person: string, away: ReadonlySet<string>): boolean {
  const others = [...administrators].filter((other) => other !== person);
  return others.length === 0 || (!away.has(person) && others.every((other) => away.has(other)));
}

async function endGrant(
  publisher: Publisher,
  project: string,
  { person, actor, reason }: Departure,
  away: ReadonlySet<string>,
): Promise<void> {
  await publisher.publish({
    project,
    actor,
    reason,
    override: [],
    dryRun: false,
    edits: ({ grant }) => {
      if (!grant.has(person)) return [];
      if (project === "" && isLastOne(grant.keys(), person, away)) {
        throw new DrawbridgeError("conflict", "This is the last administrator. Make somebody else one first.");
      }
      return [{ kind: "grant", id: person, value: null }];
    },
  });
}
