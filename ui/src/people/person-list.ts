import { queryOptions } from "@tanstack/react-query";
import type { ListedPerson } from "drawbridge-rules/wire/person.ts";
import { admin, serverQuery, serverQueryKey } from "../server-connection.ts";

/** Polled: accounts are not in the log, so no event announces them. */
export const personListQuery = serverQuery("people", () => admin.listAll("listPeople"), { refetchInterval: 5_000 });

/** A revocation needs their ETags. */
export const administratorListQuery = serverQuery("administrators", () => admin.listAll("listAdministrators"));

export function personState({ disabled_at, has_password, has_identity }: ListedPerson): "active" | "invited" | "disabled" {
  if (disabled_at !== null) return "disabled";
  return has_password || has_identity ? "active" : "invited";
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
