import { Alert, Stack, Text, TextInput } from "@mantine/core";
import { isNotFound } from "drawbridge-client/admin";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { FoundPerson, InvitationRequest, InvitedMember, Member, MemberRequest } from "drawbridge-rules/wire/member.ts";
import { useState } from "react";
import { useSavedForm } from "../credentials/use-saved-form.ts";
import { NameField } from "../elements/form-fields.tsx";
import { AccountLinkShown } from "../people/account-link-shown.tsx";
import { EditForm } from "../review/edit-form.tsx";
import { RemoveButton } from "../review/remove-button.tsx";
import { useEdit } from "../review/use-edit.tsx";
import { useReview } from "../review/use-review.tsx";
import { admin } from "../server-connection.ts";
import { useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { useVerb } from "../verbs/use-verb.ts";
import { VerbForm } from "../verbs/verb-form.tsx";
import { memberTexts as texts } from "./member-texts.ts";
import { RoleChoice } from "./role-choice.tsx";

const { roles } = sharedTexts;

interface MemberFormProps {
  readonly project: string;
  readonly member: Member;
  readonly onClose: () => void;
}

const initial: MemberRequest = { role: "viewer" };

/** Changes or removes a member's role. */
export function MemberForm({ project, member, onClose }: MemberFormProps) {
  const { person: self } = useSession();
  const { person, login, disabled } = member;
  const name = member.name ?? person;
  const titleOf = ({ role }: MemberRequest) => texts.reviewRole(name, roles[role]);
  const edit = useEdit<MemberRequest>({
    project,
    resource: `members/${person}`,
    path: () => `members.${person}`,
    title: titleOf,
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
      extraAction={<RemoveMember project={project} member={member} onDone={onClose} />}
    >
      <Stack gap="md">
        {login !== null && (
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            <Text span size="sm" c="dimmed">{`${texts.login}: `}</Text>
            {login}
          </Text>
        )}
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

function RemoveMember({ project, member, onDone }: Omit<MemberFormProps, "onClose"> & { readonly onDone: () => void }) {
  const { person, name, etag } = member;
  return (
    <RemoveButton
      project={project}
      title={texts.reviewRemove(name ?? person)}
      etag={etag}
      readEtag={async (looked) => (await read(project, person))?.etag ?? looked}
      request={(looked, options) => admin.deleteMember({ project, person, etag: looked, ...options })}
      label={texts.remove}
      isProposable={false}
      onDone={onDone}
    />
  );
}

async function read(project: string, person: string): Promise<Member | null> {
  return (await admin.listAll("listMembers", { project })).find((member) => member.person === person) ?? null;
}

function presentOf(member: Member | null) {
  return member && { form: { role: member.role }, etag: member.etag };
}

interface AddMemberProps {
  readonly project: string;
  readonly members: readonly Member[];
  readonly onClose: () => void;
}

const blank = { login: "", name: "", role: "viewer" as Role };

/** Gives a role to the person with the login; a person without an account is invited with it. */
export function AddMember({ project, members, onClose }: AddMemberProps) {
  const { form, change, drop } = useSavedForm(`${project}/members/add`, blank);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [invited, setInvited] = useState<InvitedMember | null>(null);
  const lookUp = useVerb(project, (login: string) => admin.lookUpPerson({ project, body: { login } }));
  const invite = useVerb(project, (body: InvitationRequest) => admin.inviteMember({ project, body }));
  const review = useReview();
  const [login, name] = [form.login.trim(), form.name.trim()];

  const give = async ({ id, name }: FoundPerson) => {
    if (members.some(({ person }) => person === id)) return setProblem(texts.already(name));
    const outcome = await review({
      project,
      title: texts.reviewAdd(name, roles[form.role]),
      isProposable: false,
      request: (options) => admin.putMember({ project, person: id, body: { role: form.role }, etag: null, ...options }),
    });
    if (outcome.kind === "closed") return;
    drop();
    onClose();
  };
  const hasNoAccount = lookUp.error !== null && isNotFound(lookUp.error);
  const send = async () => {
    setProblem(undefined);
    if (!hasNoAccount) {
      const found = await lookUp.run(login);
      return found ? give(found) : undefined;
    }
    const answer = await invite.run({ login, name, role: form.role });
    if (!answer) return;
    drop();
    setInvited(answer);
  };
  if (invited)
    return <AccountLinkShown title={texts.invited(invited.name)} name={invited.name} link={invited.link} onDone={onClose} />;
  return (
    <VerbForm
      verb={hasNoAccount ? invite : lookUp}
      fields={["login", "name"]}
      submit={hasNoAccount ? texts.invite : texts.next}
      isReady={login !== "" && (!hasNoAccount || name !== "")}
      onSubmit={send}
      onCancel={onClose}
    >
      <TextInput
        label={texts.login}
        description={texts.loginHint}
        required
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        value={form.login}
        error={problem ?? lookUp.problemAt("login") ?? invite.problemAt("login")}
        onChange={({ currentTarget: { value } }) => {
          setProblem(undefined);
          lookUp.forget();
          change({ ...form, login: value });
        }}
      />
      {hasNoAccount && (
        <NameField
          texts={texts}
          value={form.name}
          error={invite.problemAt("name")}
          onChange={(name) => change({ ...form, name })}
        />
      )}
      <RoleChoice value={form.role} onChange={(role) => change({ ...form, role })} />
    </VerbForm>
  );
}
