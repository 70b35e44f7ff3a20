import type { Role } from "drawbridge-rules/people/role.ts";
import type { Member } from "drawbridge-rules/wire/member.ts";
import { admin, projectQuery } from "../server-connection.ts";
import { locale } from "../texts/formats.ts";

export const requiredRole: Role = "owner";

export const memberListQuery = projectQuery("members", (project) => admin.listAll("listMembers", { project }));

/** Erased members come last. */
export function sortMembers(members: readonly Member[]): readonly Member[] {
  const collator = new Intl.Collator(locale);
  return members.toSorted((a, b) => {
    if ((a.name === null) !== (b.name === null)) return a.name === null ? 1 : -1;
    return collator.compare(a.name ?? a.person, b.name ?? b.person);
  });
}
