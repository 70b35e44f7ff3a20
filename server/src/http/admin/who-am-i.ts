/** Whoever asks, as they are told of themselves. */

import { roles } from "drawbridge-rules/people/role.ts";
import { z } from "zod";
import type * as wire from "../../../../client/src/wire.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import type { Session } from "../../store/accounts.ts";
import type { Store } from "../../store/store.ts";
import { printInstant } from "./instant.ts";
import type { Requester } from "./requester.ts";
import { instant } from "./wire-schema.ts";

export interface WhoAmIServices {
  readonly store: Store;
  readonly catalog: Catalog;
}

export const heldRole = z.strictObject({ project: z.string(), role: z.enum(roles) });

export const whoAmISchema = z
  .strictObject({
    actor: z.string().meta({ description: "What history keeps", examples: ["u_h8r2mt6wqx"] }),
    person: z
      .strictObject({ id: z.string(), login: z.string(), name: z.string() })
      .nullable()
      .meta({ description: "Who signed in, or whom the token counts as" }),
    administrator: z.boolean(),
    roles: z.array(heldRole).meta({ description: "An administrator owns every project, and none is listed" }),
    session: z.strictObject({ created_at: instant, expires_at: instant }).nullable(),
  })
  .meta({ id: "WhoAmI" });

/** @param session the requester's; null: they have shown a token */
export async function whoAmI(workings: WhoAmIServices, requester: Requester, session: Session | null): Promise<wire.WhoAmI> {
  const person = requester.person === null ? null : await workings.store.accounts.person(requester.person);
  return {
    actor: requester.actor,
    person: person && { id: person.id, login: person.login, name: person.name },
    administrator: requester.isAdministrator,
    roles: requester.isAdministrator ? [] : rolesOf(workings, requester),
    session: session && { created_at: printInstant(session.createdAt), expires_at: printInstant(session.expiresAt) },
  };
}

function rolesOf({ catalog }: WhoAmIServices, requester: Requester): wire.HeldRole[] {
  const ids = [...catalog.projects()].map(({ id }) => id).sort();
  return ids.flatMap((project) => {
    const role = requester.roleIn(project);
    return role === null ? [] : [{ project, role }];
  });
}
