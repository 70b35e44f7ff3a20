/** People as administrators see them. Of how they come in, only what it is: nothing that opens anything. */

import type { Person } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { z } from "zod";
import type * as wire from "../../../../client/src/wire.ts";
import type { MadeLink } from "../../accounts/account-link.ts";
import { sessionIdle } from "../../accounts/session.ts";
import type { Store } from "../../store/store.ts";
import type { AccessTokenRing } from "./access-token-ring.ts";
import type { GrantRing } from "./grant-ring.ts";
import { printInstant } from "./instant.ts";
import { next } from "./page.ts";
import { heldRole } from "./who-am-i.ts";
import { instant } from "./wire-schema.ts";

export interface PersonServices {
  readonly store: Store;
  readonly accessTokens: AccessTokenRing;
  readonly grants: GrantRing;
  /** Epoch ms. */
  readonly now: () => number;
}

const personFields = {
  id: z.string().meta({ examples: ["u_h8r2mt6wqx"] }),
  login: z.string().meta({ examples: ["ada@acme.example"] }),
  name: z.string().meta({ examples: ["Ada"] }),
  administrator: z.boolean(),
  created_at: instant,
  disabled_at: instant.nullable(),
};

const link = z
  .strictObject({
    url: z
      .string()
      .meta({ description: "Shown here, and never again", examples: ["https://drawbridge.example/sign-in#link=dbl_…"] }),
    expires_at: instant,
  })
  .meta({ id: "AccountLink" });

const listedFields = {
  ...personFields,
  roles: z.array(heldRole),
  has_password: z.boolean().meta({ description: "Without this and an identity they have not come in yet" }),
  has_identity: z.boolean().meta({ description: "They sign in with the provider" }),
  sessions: z.int().min(0).meta({ description: "How many are open" }),
  seen_at: instant.nullable().meta({ description: "To within five minutes; null: they are signed in nowhere" }),
};

/** Maximum listed tokens of a person; more are only counted. */
const mostTokens = 200;

export const personSchema = z.strictObject(personFields).meta({ id: "Person" });
const listedSchema = z.strictObject(listedFields).meta({ id: "ListedPerson" });
export const listSchema = z.strictObject({ people: z.array(listedSchema), next }).meta({ id: "PersonList" });
export const detailSchema = z
  .strictObject({
    ...listedFields,
    identities: z.array(z.strictObject({ issuer: z.string(), subject: z.string() })),
    made_tokens: z
      .array(
        z.strictObject({
          project: z.string().nullable().meta({ description: "Null: of the installation" }),
          id: z.string().meta({ examples: ["t_k3v7q2zd5m"] }),
          name: z.string(),
        }),
      )
      .meta({ description: `Access tokens that they created and that are active, ${mostTokens} at most` }),
    made_token_count: z.int().min(0).meta({ description: "How many of those there are" }),
  })
  .meta({ id: "PersonDetail" });
const revokedTokens = z
  .array(
    z.strictObject({
      project: z.string().nullable().meta({ description: "Null: of the installation" }),
      count: z.int().min(1),
    }),
  )
  .optional()
  .meta({ description: "With `revoke_tokens`: how many access tokens were revoked, by project" });
export const disabledSchema = z.strictObject({ ...personFields, revoked_tokens: revokedTokens }).meta({ id: "DisabledPerson" });
export const erasedSchema = z.strictObject({ id: z.string(), revoked_tokens: revokedTokens }).meta({ id: "ErasedPerson" });
export const invitedSchema = z.strictObject({ ...personFields, link }).meta({ id: "InvitedPerson" });
export const linkSchema = link;
export const endedSchema = z.strictObject({ ended: z.int().min(0) }).meta({ id: "EndedSessions" });

export function printPerson({ grants }: PersonServices, person: Person): wire.Person {
  const { id, login, name, createdAt, disabledAt } = person;
  return {
    id,
    login,
    name,
    administrator: grants.isAdministrator(id),
    created_at: printInstant(createdAt),
    disabled_at: disabledAt === null ? null : printInstant(disabledAt),
  };
}

export async function printDetail(workings: PersonServices, person: Person): Promise<wire.PersonDetail> {
  const identities = await workings.store.accounts.identities(person.id);
  const [listed] = await printPeople(workings, [person]);
  // Nobody has this id any more, if there is none.
  if (!listed) throw new DrawbridgeError("not_found", "There is nobody with this id.");
  const made = workings.accessTokens.madeBy(person.id, workings.now());
  const tokens = made.slice(0, mostTokens).map(({ project, id, name }) => ({ project: project || null, id, name }));
  return { ...listed, identities, made_tokens: tokens, made_token_count: made.length };
}

/** With how each comes in; without those who were erased meanwhile. */
export async function printPeople(workings: PersonServices, people: readonly Person[]): Promise<wire.ListedPerson[]> {
  const { store, grants, now } = workings;
  const at = now();
  const ids = people.map(({ id }) => id);
  // One that is idle for this long is over.
  const standings = await store.accounts.standingsOf(ids, at, at - sessionIdle + 1);
  return people.flatMap((person) => {
    const standing = standings.get(person.id);
    if (!standing) return [];
    const { hasPassword, hasIdentity, sessions, seenAt } = standing;
    return [
      {
        ...printPerson(workings, person),
        roles: grants.rolesOf(person.id).map(([project, role]) => ({ project, role })),
        has_password: hasPassword,
        has_identity: hasIdentity,
        sessions,
        seen_at: seenAt === null ? null : printInstant(seenAt),
      },
    ];
  });
}

export function printLink({ url, link }: MadeLink): wire.AccountLink {
  return { url, expires_at: printInstant(link.expiresAt) };
}
