import { Button, Group, Stack, TextInput } from "@mantine/core";
import { isNotFound } from "drawbridge-client/admin";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { FoundPerson, Member } from "drawbridge-rules/wire/member.ts";
import { useState } from "react";
import { useSavedForm } from "../credentials/use-saved-form.ts";
import { VerbError } from "../credentials/verb-error.tsx";
import { useNotifyOutcome } from "../review/notify-outcome.ts";
import { useReview } from "../review/use-review.tsx";
import { admin } from "../server-connection.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { useVerb } from "../verbs/use-verb.ts";
import { memberTexts as texts } from "./member-texts.ts";
import { RoleChoice } from "./role-choice.tsx";

interface AddMemberProps {
  readonly project: string;
  readonly members: readonly Member[];
  readonly onClose: () => void;
}

interface NewMember {
  readonly login: string;
  readonly role: Role;
}

/** Finds a person by login and gives them a role. */
export function AddMember({ project, members, onClose }: AddMemberProps) {
  const { actions, roles } = sharedTexts;
  const { form, change, drop } = useSavedForm<NewMember>(`${project}/members/add`, { login: "", role: "viewer" });
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const lookUp = useVerb(project, (login: string) => admin.lookUpPerson({ project, body: { login } }));
  const review = useReview();
  const sayOutcome = useNotifyOutcome();

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
    sayOutcome(title, outcome);
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
