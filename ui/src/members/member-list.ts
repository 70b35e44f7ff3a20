/** The members of a project. */
import { queryOptions } from "@tanstack/react-query";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { Member } from "drawbridge-rules/wire/member.ts";
import { keyOf } from "../query-key.ts";
import { admin } from "../server-connection.ts";

/** Whoever gives roles and takes them away. */
export const keeper: Role = "owner";

export function memberListQuery(project: string) {
  return queryOptions({ queryKey: keyOf(project, "members"), queryFn: () => admin.listAll("listMembers", { project }) });
}

/** By name; those who are erased last. */
export function inOrder(members: readonly Member[], locale: string): Member[] {
  const collator = new Intl.Collator(locale);
  return members.toSorted((a, b) => {
    if ((a.name === null) !== (b.name === null)) return a.name === null ? 1 : -1;
    return collator.compare(a.name ?? a.person, b.name ?? b.person);
  });
}
