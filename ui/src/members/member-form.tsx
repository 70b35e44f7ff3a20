import { Alert, Button, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import { isNotFound } from "drawbridge-client/admin";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { FoundPerson, Member, MemberRequest } from "drawbridge-rules/wire/member.ts";
import { useState } from "react";
import { useSavedForm } from "../credentials/use-saved-form.ts";
import { EditForm } from "../review/edit-form.tsx";
import { RemoveButton } from "../review/remove-button.tsx";
import { useEdit } from "../review/use-edit.tsx";
import { useReview } from "../review/use-review.tsx";
import { admin } from "../server-connection.ts";
import { useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { useVerb } from "../verbs/use-verb.ts";
import { VerbError } from "../verbs/verb-form.tsx";
import { roleTexts as meanings, memberTexts as texts } from "./member-texts.ts";

const { actions, roles } = sharedTexts;

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
        {self?.id === person && <Alert color="yellow">{texts.ownRole}</Alert>}
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

interface LoginForm {
  readonly login: string;
  readonly role: Role;
}

/** Finds a person by login and gives them a role. */
export function AddMember({ project, members, onClose }: AddMemberProps) {
  const { form, change, drop } = useSavedForm<LoginForm>(`${project}/members/add`, { login: "", role: "viewer" });
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const lookUp = useVerb(project, (login: string) => admin.lookUpPerson({ project, body: { login } }));
  const review = useReview();

  const give = async ({ id, name }: FoundPerson) => {
    if (members.some(({ person }) => person === id)) return setProblem(texts.already(name));
    const title = texts.reviewAdd(name, roles[form.role]);
    const outcome = await review({
      project,
      title,
      isProposable: false,
      request: (options) => admin.putMember({ project, person: id, body: { role: form.role }, etag: null, ...options }),
    });
    if (outcome.kind === "closed") return;
    drop();
    onClose();
  };
  const find = async () => {
    setProblem(undefined);
    const found = await lookUp.run(form.login.trim());
    if (found) await give(found);
  };
  const hasNoAccount = lookUp.error !== null && isNotFound(lookUp.error);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!lookUp.isBusy && form.login.trim() !== "") void find();
      }}
    >
      <Stack gap="md">
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
          error={problem ?? (hasNoAccount ? texts.noAccount : lookUp.problemAt("login"))}
          onChange={({ currentTarget: { value } }) => {
            setProblem(undefined);
            change({ ...form, login: value });
          }}
        />
        <RoleChoice value={form.role} onChange={(role) => change({ ...form, role })} />
        {!hasNoAccount && <VerbError verb={lookUp} fields={["login"]} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {actions.cancel}
          </Button>
          <Button type="submit" loading={lookUp.isBusy} disabled={form.login.trim() === ""}>
            {texts.next}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface RoleChoiceProps {
  readonly value: Role;
  readonly isDisabled?: boolean;
  readonly error?: string | undefined;
  readonly onChange: (role: Role) => void;
}

const choices: readonly Role[] = ["viewer", "operator", "editor", "owner"];

/** The four roles, each with what it may. */
export function RoleChoice({ value, isDisabled = false, error, onChange }: RoleChoiceProps) {
  return (
    <Radio.Group
      label={texts.role}
      description={texts.roleHint}
      error={error}
      value={value}
      onChange={(chosen) => onChange(chosen as Role)}
    >
      <Stack gap="xs" mt="xs">
        {choices.map((role) => (
          <Radio key={role} value={role} label={roles[role]} description={meanings[role]} disabled={isDisabled} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
