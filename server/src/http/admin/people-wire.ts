/** People as administrators see them. Of how they come in, only what it is: nothing that opens anything. */
import { z } from "@hono/zod-openapi";
import type * as wire from "../../../../client/src/wire.ts";
import type { MadeLink } from "../../accounts/account-link.ts";
import { isOver } from "../../accounts/session.ts";
import type { Person } from "../../domain/person.ts";
import type { Workings } from "./admin-route.ts";
import { printInstant } from "./instant.ts";
import { next } from "./page.ts";
import { heldRole } from "./who-am-i.ts";
import { instant } from "./wire-schema.ts";

const personFields = {
  id: z.string().openapi({ example: "u_h8r2mt6wqx" }),
  login: z.string().openapi({ example: "ada@acme.example" }),
  name: z.string().openapi({ example: "Ada" }),
  administrator: z.boolean(),
  created_at: instant,
  disabled_at: instant.nullable(),
};

const link = z
  .strictObject({
    url: z
      .string()
      .openapi({ description: "Shown here, and never again", example: "https://drawbridge.example/sign-in#link=dbl_…" }),
    expires_at: instant,
  })
  .openapi("AccountLink");

export const personSchema = z.strictObject(personFields).openapi("Person");
export const listSchema = z.strictObject({ people: z.array(personSchema), next }).openapi("PersonList");
export const detailSchema = z
  .strictObject({
    ...personFields,
    roles: z.array(heldRole),
    has_password: z.boolean(),
    identities: z.array(z.strictObject({ issuer: z.string(), subject: z.string() })),
    sessions: z.int().min(0),
  })
  .openapi("PersonDetail");
export const invitedSchema = z.strictObject({ ...personFields, link }).openapi("InvitedPerson");
export const linkSchema = link;

export function printPerson({ grants }: Workings, person: Person): wire.Person {
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

export async function printDetail(workings: Workings, person: Person): Promise<wire.PersonDetail> {
  const { accounts } = workings.store;
  const sessions = await accounts.sessionsOf(person.id);
  return {
    ...printPerson(workings, person),
    roles: workings.grants.rolesOf(person.id).map(([project, role]) => ({ project, role })),
    has_password: (await accounts.password(person.id)) !== null,
    identities: await accounts.identities(person.id),
    sessions: sessions.filter((session) => !isOver(session, workings.now())).length,
  };
}

export function printLink({ url, link }: MadeLink): wire.AccountLink {
  return { url, expires_at: printInstant(link.expiresAt) };
}
