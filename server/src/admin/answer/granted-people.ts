import type { Grant } from "drawbridge-rules/people/role.ts";
import type { Revisioned } from "drawbridge-rules/project/project-state.ts";
import type { ResourceMap } from "drawbridge-rules/project/resource-map.ts";
import { DrawbridgeError, throwIfAny } from "drawbridge-rules/values/errors.ts";
import type * as wire from "drawbridge-rules/wire/member.ts";
import type { PageQuery } from "drawbridge-rules/wire/values.ts";
import type { AdminServices } from "../admin-services.ts";
import type { AdminRequest } from "../request/admin-route.ts";
import { paginateMap } from "../request/page.ts";
import { formatEtag } from "../request/precondition.ts";

/** A page, in order of their ids. @throws invalid, unavailable */
export async function listGrantees(
  { store }: AdminServices,
  grants: ResourceMap<Revisioned<Grant>>,
  epoch: string,
  query: PageQuery,
): Promise<{ readonly items: (wire.Grantee & { readonly role: Grant["role"] })[]; readonly next: string | null }> {
  const { items, next } = await paginateMap(grants, query);
  const shown = items.map(async ([id, { value, revision }]) => {
    const person = await store.accounts.person(id);
    const { name = null, login = null } = person ?? {};
    const disabled = person === null || person.disabledAt !== null;
    return { person: id, name, login, disabled, role: value.role, revision, etag: formatEtag(epoch, revision) };
  });
  return { items: await Promise.all(shown), next };
}

/** Person id from the path. @throws not_found, invalid: the person is disabled */
export async function readGrantee({ store }: AdminServices, { params }: Pick<AdminRequest, "params">): Promise<string> {
  const id = params.person ?? "";
  const person = await store.accounts.person(id);
  if (person === null) throw new DrawbridgeError("not_found", "There is no person with this id. Find the person by login.");
  const message = "is a disabled person: enable the person first";
  if (person.disabledAt !== null) throwIfAny([{ path: "person", message }], "the request");
  return id;
}
