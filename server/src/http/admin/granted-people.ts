/** People and what was granted to them: how lists show it, and to whom anything can be granted. */

import type { Grant } from "drawbridge-rules/people/grant.ts";
import type { Held } from "drawbridge-rules/project/project-state.ts";
import type { ResourceMap } from "drawbridge-rules/project/resource-map.ts";
import { throwIfAny } from "drawbridge-rules/values/errors.ts";
import type * as wire from "drawbridge-rules/wire/member.ts";
import type { PageQuery } from "drawbridge-rules/wire/page.ts";
import { type DepartureWorkings, endLateGrant } from "../../accounts/departure.ts";
import type { Store } from "../../store/store.ts";
import type { AdminRequest } from "./admin-route.ts";
import { pageOfMap } from "./page.ts";
import { etagOf } from "./precondition.ts";

export interface GrantedPeopleServices extends DepartureWorkings {
  readonly store: Store;
}

interface Grantees {
  readonly items: readonly (wire.Grantee & { readonly role: Grant["role"] })[];
  readonly next: string | null;
}

/** A page, in order of their ids. @throws invalid, unavailable */
export async function granteesOf(
  { store }: GrantedPeopleServices,
  grants: ResourceMap<Held<Grant>>,
  epoch: string,
  query: PageQuery,
): Promise<Grantees> {
  const { items, next } = await pageOfMap(grants, query);
  const shown = items.map(async ([id, { value, revision }]) => {
    const person = await store.accounts.person(id);
    const { name = null, login = null } = person ?? {};
    const disabled = person === null || person.disabledAt !== null;
    return { person: id, name, login, disabled, role: value.role, revision, etag: etagOf(epoch, revision) };
  });
  return { items: await Promise.all(shown), next };
}

/** Of the path. @throws invalid: nobody has this id, or they cannot come in */
export async function granteeIn({ store }: GrantedPeopleServices, { params }: Pick<AdminRequest, "params">): Promise<string> {
  const id = params.person ?? "";
  const person = await store.accounts.person(id);
  const message = person === null ? "is nobody's id: look the person up by login" : "is somebody who is disabled";
  if (person === null || person.disabledAt !== null) throwIfAny([{ path: "person", message }], "the request");
  return id;
}

/** Their account and their role are in two places: who went while the role was on its way has none. @throws conflict */
export async function takeBackIfAway(
  workings: GrantedPeopleServices,
  request: AdminRequest,
  project: string,
  person: string,
): Promise<void> {
  const reason = "The account was disabled or erased meanwhile";
  await endLateGrant(workings, project, { person, actor: request.requester.actor, reason });
}
