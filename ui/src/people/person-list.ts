import { queryOptions } from "@tanstack/react-query";
import type { ListedPerson } from "drawbridge-rules/wire/person.ts";
import { serverQueryKey } from "../query-key.ts";
import type { PersonState } from "../routes.ts";
import { admin } from "../server-connection.ts";

/** Milliseconds between polls. Accounts are not in the log, so no event announces them. */
const again = 5000;

export const personListQuery = queryOptions({
  queryKey: serverQueryKey("people"),
  queryFn: () => admin.listAll("listPeople"),
  refetchInterval: again,
});

/** Administrators with their ETags, which are needed to revoke their access. */
export const administratorListQuery = queryOptions({
  queryKey: serverQueryKey("administrators"),
  queryFn: () => admin.listAll("listAdministrators"),
});

export function personState({
  disabled_at: disabled,
  has_password: password,
  has_identity: identity,
}: ListedPerson): PersonState {
  if (disabled !== null) return "disabled";
  return password || identity ? "active" : "invited";
}

/** Returns whether a person is the only administrator who can sign in; the server refuses to remove that one. */
export function isLastAdministrator(person: ListedPerson, people: readonly ListedPerson[]): boolean {
  if (!person.administrator) return false;
  const others = people.filter(({ id, administrator }) => administrator && id !== person.id);
  return others.length === 0 || (personState(person) === "active" && !others.some((other) => personState(other) === "active"));
}

/** Includes the access tokens that the person created, which keep working without them. */
export function personQuery(person: string) {
  return queryOptions({ queryKey: serverQueryKey("people", person, "detail"), queryFn: () => admin.getPerson({ person }) });
}
