import { Alert, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Member, MemberRequest } from "drawbridge-rules/wire/member.ts";
import { Fact, Mark, StateBadge } from "../elements/cells.tsx";
import { CollectionSection } from "../elements/collection-screen.tsx";
import type { Column } from "../elements/data-table.tsx";
import { EditForm } from "../review/edit-form.tsx";
import { RemoveButton } from "../review/remove-button.tsx";
import { useEdit } from "../review/use-edit.tsx";
import { admin } from "../server-connection.ts";
import { useMay, useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { InvitePerson } from "./invite-person.tsx";
import { memberListQuery, requiredRole, sortMembers } from "./member-list.ts";
import { memberTexts as texts } from "./member-texts.ts";
import { RoleChoice } from "./role-choice.tsx";

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

const { roles } = sharedTexts;

interface MemberFormProps {
  readonly project: string;
  readonly member: Member;
  readonly onClose: () => void;
}

const initial: MemberRequest = { role: "viewer" };

function MemberForm({ project, member, onClose }: MemberFormProps) {
  const { person: self } = useSession();
  const { person, login, disabled } = member;
  const name = member.name ?? person;
  const edit = useEdit<MemberRequest>({
    project,
    resource: `members/${person}`,
    path: () => `members.${person}`,
    title: ({ role }) => texts.reviewRole(name, roles[role]),
    isProposable: false,
    present: presentOf(member),
    initial,
    read: async () => presentOf(await read(project, person)),
    send: (form, etag, options) => admin.putMember({ project, person, body: form, etag, ...options }),
  });
  return (
    <EditForm
      edit={edit}
      fields={["role"]}
      isReadOnly={disabled}
      onCancel={onClose}
      onDone={onClose}
      extraAction={
        <RemoveButton
          project={project}
          title={texts.reviewRemove(name)}
          etag={member.etag}
          readEtag={async (looked) => (await read(project, person))?.etag ?? looked}
          request={(etag, options) => admin.deleteMember({ project, person, etag, ...options })}
          label={texts.remove}
          isProposable={false}
          onDone={onClose}
        />
      }
    >
      <Stack gap="md">
        {login !== null && <Fact name={texts.login}>{login}</Fact>}
        {disabled && <Alert color="gray">{texts.disabledMeaning}</Alert>}
        {self?.id === person && <Alert color="caution">{texts.ownRole}</Alert>}
        <RoleChoice
          value={edit.form.role}
          isDisabled={disabled}
          error={edit.problemAt("role")}
          onChange={(role) => edit.change({ role })}
        />
      </Stack>
    </EditForm>
  );
}

async function read(project: string, person: string): Promise<Member | null> {
  return (await admin.listAll("listMembers", { project })).find((member) => member.person === person) ?? null;
}

function presentOf(member: Member | null) {
  return member && { form: { role: member.role }, etag: member.etag };
}
