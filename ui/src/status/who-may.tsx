import { useQuery } from "@tanstack/react-query";
import type { Role } from "drawbridge-rules/people/role.ts";
import { Hint } from "../elements/cells.tsx";
import { memberListQuery, sortMembers } from "../members/member-list.ts";
import { isAtLeast, useSession } from "../session/session.ts";
import { formatList } from "../texts/formats.ts";

interface WhoMayProps {
  readonly project: string;
  readonly least: Role;
  readonly some: (names: string) => string;
  readonly none: string;
  readonly isOther?: boolean;
}

const maxNames = 3;

export function WhoMay({ project, least, some, none, isOther = false }: WhoMayProps) {
  const { actor } = useSession();
  const members = useQuery({ ...memberListQuery(project), retry: false }).data ?? [];
  const names = sortMembers(members).flatMap((member) =>
    member.name !== null && !(isOther && member.person === actor) && isAtLeast(member.role, least) ? [member.name] : [],
  );
  return <Hint>{names.length === 0 ? none : some(formatList(names.slice(0, maxNames)))}</Hint>;
}
