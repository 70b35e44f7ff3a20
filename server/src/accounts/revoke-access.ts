import { credentialState } from "drawbridge-rules/credentials/credential.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Publisher } from "../log/publisher.ts";
import type { Accounts } from "../store/sql/sql-accounts.ts";
import type { Store } from "../store/store.ts";
import type { AccessTokenIndex } from "./access-token-index.ts";
import type { GrantIndex } from "./grant-index.ts";

export interface RevocationServices {
  readonly store: { readonly accounts: Accounts };
  readonly publisher: Publisher;
  readonly grants: GrantIndex;
  readonly accessTokens: AccessTokenIndex;
  readonly now: () => number;
}

export interface Revocation {
  readonly person: string;
  readonly actor: string;
  readonly reason: string;
}

/** Safe to repeat after an interruption. @throws conflict: this is the only administrator */
export async function revokeAdministration(services: RevocationServices, revocation: Revocation): Promise<void> {
  const away = await listInactiveAdministrators(services);
  await endGrant(services.publisher, "", revocation, away);
}

/** Roles in projects need no successor: administrators own every project. */
export async function revokeRoles({ publisher, grants }: RevocationServices, revocation: Revocation): Promise<void> {
  for (const [project] of grants.rolesOf(revocation.person)) await endGrant(publisher, project, revocation, new Set());
}

interface RevokedTokens {
  readonly project: string;
  readonly count: number;
}

/** Makes a commit for each project; safe to repeat. @throws unavailable */
export async function revokeTokens(
  services: RevocationServices,
  { person, actor, reason }: Revocation,
): Promise<RevokedTokens[]> {
  const { publisher, accessTokens, now } = services;
  const revoked: RevokedTokens[] = [];
  for (const project of new Set(accessTokens.createdBy(person, now()).map((token) => token.project))) {
    let count = 0;
    await publisher.publish({
      project,
      actor,
      reason: `${reason}, and its access tokens were revoked`,
      edits: ({ token: held }, at) => {
        const theirs = [...held].filter(
          ([, { value }]) => value.kind === "access" && value.createdBy === person && credentialState(value, at) === "active",
        );
        count = theirs.length;
        return theirs.map(([id, { value }]) => ({ kind: "token", id, value: { ...value, revokedAt: at } }));
      },
    });
    if (count > 0) revoked.push({ project, count });
  }
  return revoked;
}

/** Revokes a grant made while the person was being disabled or erased. @throws conflict: it was revoked */
export async function revokeLateGrant(
  services: RevocationServices,
  project: string,
  asked: Pick<Revocation, "person" | "actor">,
): Promise<void> {
  const person = await services.store.accounts.person(asked.person);
  if (person !== null && person.disabledAt === null) return;
  const revocation = { ...asked, reason: "The account was disabled or erased in the meantime" };
  await endGrant(services.publisher, project, revocation, await listInactiveAdministrators(services));
  throw new DrawbridgeError("conflict", `${revocation.reason}. No role was granted.`);
}

export function listInactiveAdministrators({
  store,
  grants,
}: Pick<RevocationServices, "store" | "grants">): Promise<Set<string>> {
  return listInactive([...grants.administrators], store);
}

export async function listInactive(ids: readonly string[], { accounts }: Pick<Store, "accounts">): Promise<Set<string>> {
  const isAway = async (id: string) => {
    const person = await accounts.person(id);
    if (person === null || person.disabledAt !== null) return true;
    return (await accounts.password(id)) === null && (await accounts.identities(id)).length === 0;
  };
  const found = await Promise.all(ids.map(isAway));
  return new Set(ids.filter((_, index) => found[index]));
}

/** Among administrators who cannot sign in, only the last is protected. @throws conflict */
export function refuseLastOne(administrators: Iterable<string>, person: string, away: ReadonlySet<string>): void {
  const others = [...administrators].filter((other) => other !== person);
  if (others.some((other) => away.has(person) || !away.has(other))) return;
  throw new DrawbridgeError(
    "conflict",
    "This is the last administrator who can sign in. Make another person an administrator first.",
  );
}

async function endGrant(
  publisher: Publisher,
  project: string,
  { person, actor, reason }: Revocation,
  away: ReadonlySet<string>,
): Promise<void> {
  await publisher.publish({
    project,
    actor,
    reason,
    edits: ({ grant }) => {
      if (!grant.has(person)) return [];
      if (project === "") refuseLastOne(grant.keys(), person, away);
      return [{ kind: "grant", id: person, value: null }];
    },
  });
}
