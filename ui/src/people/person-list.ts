/** People with an account, and what is known of each. */
import { queryOptions } from "@tanstack/react-query";
import type { ListedPerson } from "drawbridge-rules/wire/person.ts";
import { serverKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import type { PersonState } from "./people-route.ts";

/** Milliseconds. Accounts are not in the log, so that no event tells of them: they are asked for while somebody looks. */
const again = 5000;

export const personListQuery = queryOptions({
  queryKey: serverKey("people"),
  queryFn: () => admin.listAll("listPeople"),
  refetchInterval: again,
});

/** With the ETags by which somebody ceases to be one. */
export const administratorListQuery = queryOptions({
  queryKey: serverKey("administrators"),
  queryFn: () => admin.listAll("listAdministrators"),
});

export function stateOf({ disabled_at: disabled, has_password: password, has_identity: identity }: ListedPerson): PersonState {
  if (disabled !== null) return "disabled";
  return password || identity ? "active" : "invited";
}

/** Whether nobody else is an administrator who can come in: the server lets no such one go. */
export function isLastAdministrator(person: ListedPerson, people: readonly ListedPerson[]): boolean {
  if (!person.administrator) return false;
  const others = people.filter(({ id, administrator }) => administrator && id !== person.id);
  return others.length === 0 || (stateOf(person) === "active" && !others.some((other) => stateOf(other) === "active"));
}

export function isFound({ login, name, id }: ListedPerson, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  return [login, name, id].some((text) => text.toLowerCase().includes(wanted));
}

/** Includes the access tokens that the person created, which keep working without them. */
export function personQuery(person: string) {
  return queryOptions({ queryKey: serverKey("people", person, "detail"), queryFn: () => admin.getPerson({ person }) });
}
