import { queryOptions } from "@tanstack/react-query";
import type { ListedPerson } from "drawbridge-rules/wire/person.ts";
import { serverQueryKey } from "../query-key.ts";
import type { PersonState } from "../routes.ts";
import { admin } from "../server-connection.ts";

/** Milliseconds. Polled: accounts are not in the log, so no event announces them. */
const again = 5000;

export const personListQuery = queryOptions({
  queryKey: serverQueryKey("people"),
  queryFn: () => admin.listAll("listPeople"),
  refetchInterval: again,
});

/** A revocation needs their ETags. */
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

/** The server refuses to remove the only administrator who can sign in. */
export function isLastAdministrator(person: ListedPerson, people: readonly ListedPerson[]): boolean {
  if (!person.administrator) return false;
  const others = people.filter(({ id, administrator }) => administrator && id !== person.id);
  return others.length === 0 || (personState(person) === "active" && !others.some((other) => personState(other) === "active"));
}

/** Includes the access tokens that the person created, which outlive the account. */
export function personQuery(person: string) {
  return queryOptions({ queryKey: serverQueryKey("people", person, "detail"), queryFn: () => admin.getPerson({ person }) });
}
