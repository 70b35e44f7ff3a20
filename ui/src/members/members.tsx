/** Members of a project and their roles: a section of its settings. */
import { useQuery } from "@tanstack/react-query";
import type { Member } from "drawbridge-rules/wire/member.ts";
import { Mark, StateBadge } from "../elements/cells.tsx";
import { CollectionSection } from "../elements/collection-screen.tsx";
import type { Column } from "../elements/data-table.tsx";
import { useMay } from "../session/may-edit.tsx";
import { useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { InvitePerson } from "./invite-person.tsx";
import { MemberForm } from "./member-form.tsx";
import { memberListQuery, requiredRole, sortMembers } from "./member-list.ts";
import { memberTexts as texts } from "./member-texts.ts";

const columns: readonly Column<Member>[] = [
  {
    key: "state",
    title: texts.columns.state,
    render: ({ disabled: isDisabled }) => (
      <StateBadge color="gray" {...(isDisabled ? { title: texts.disabledMeaning } : {})}>
        {isDisabled ? texts.disabled : texts.active}
      </StateBadge>
    ),
  },
  { key: "role", title: texts.columns.role, render: ({ role }) => sharedTexts.roles[role] },
  { key: "login", title: texts.columns.login, render: ({ login }) => login ?? "–" },
];

export function Members({ project }: { readonly project: string }) {
  const { person: self } = useSession();
  const members = useQuery({ ...memberListQuery(project), select: sortMembers });
  return (
    <CollectionSection
      project={project}
      role={requiredRole}
      title={texts.title}
      texts={texts}
      items={members}
      idOf={({ person }) => person}
      nameOf={({ name }) => name ?? texts.erased}
      marks={({ person }) => self?.id === person && <Mark color="gray">{texts.you}</Mark>}
      columns={columns}
      drafts={`${project}/members`}
      isOpenable={useMay(project, requiredRole)}
      details={(member, _, close) => member && <MemberForm project={project} member={member} onClose={close} />}
      form={(close) => <InvitePerson project={project} onClose={close} />}
    />
  );
}
