import { Alert, NativeSelect, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isAdminError, isNotFound, isUnreachable } from "drawbridge-client/admin";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { AccountLink } from "drawbridge-rules/wire/person.ts";
import { useState } from "react";
import { useSavedForm } from "../credentials/use-saved-form.ts";
import { fieldsOf } from "../elements/form-fields.tsx";
import { AccountLinkShown } from "../people/account-link-shown.tsx";
import { projectListQuery } from "../projects/project-list.ts";
import { useReview } from "../review/use-review.tsx";
import { admin } from "../server-connection.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { useVerb, VerbForm } from "../verbs/verb-form.tsx";
import { memberListQuery } from "./member-list.ts";
import { memberTexts as texts } from "./member-texts.ts";
import { RoleChoice } from "./role-choice.tsx";

interface InvitePersonProps {
  /** Null means the form chooses a project, or none; for administrators. */
  readonly project: string | null;
  readonly onClose: () => void;
}

interface Invitation {
  readonly login: string;
  readonly name: string;
  /** "" means none. */
  readonly project: string;
  readonly role: Role;
}

export function InvitePerson({ project: ofScreen, onClose }: InvitePersonProps) {
  const blank: Invitation = { login: "", name: "", project: ofScreen ?? "", role: "viewer" };
  const { form, change, drop } = useSavedForm(`${ofScreen ?? ""}/people/invite`, blank);
  const [problem, setProblem] = useState<Partial<Record<"login" | "name", string>>>({});
  const [invited, setInvited] = useState<{ readonly name: string; readonly link: AccountLink } | null>(null);
  const projects = useQuery(projectListQuery).data ?? [];
  const queries = useQueryClient();
  const review = useReview();
  const { project, role } = form;
  const [login, name] = [form.login.trim(), form.name.trim()];

  const invite = useVerb(ofScreen, async () => {
    const made =
      project === ""
        ? admin.createPerson({ body: { login, name } })
        : admin.inviteMember({ project, body: { login, name, role } });
    return (await made).link;
  });
  const lookUp = useVerb(ofScreen, () =>
    // An unknown login is an answer, not a failure.
    admin
      .lookUpPerson({ project, body: { login } })
      .catch((error) => (isNotFound(error) ? { id: null, name: "" } : Promise.reject(error))),
  );
  const give = async (person: string, shown: string) => {
    const members = await queries.fetchQuery(memberListQuery(project));
    if (members.some((member) => member.person === person)) return setProblem({ login: texts.already(shown) });
    const outcome = await review({
      project,
      title: texts.reviewRole(shown, sharedTexts.roles[role]),
      isProposable: false,
      request: (options) => admin.putMember({ project, person, body: { role }, etag: null, ...options }),
    });
    if (outcome.kind === "closed") return;
    drop();
    onClose();
  };
  const send = async () => {
    setProblem({});
    if (project !== "") {
      const found = await lookUp.run(null);
      if (found === null) return;
      if (found.id !== null) return give(found.id, found.name);
    }
    if (name === "") return setProblem({ name: texts.nameMissing });
    const link = await invite.run(null);
    if (!link) return;
    drop();
    setInvited({ name, link });
  };
  if (invited) return <AccountLinkShown title={texts.invited(invited.name)} {...invited} onDone={onClose} />;
  const { field, text } = fieldsOf({ form, change, problemAt: invite.problemAt }, texts);
  // The only possible conflict is a taken login.
  const isTaken = isAdminError(invite.error) && invite.error.code === "conflict";
  const verb = lookUp.error ? lookUp : isTaken ? { ...invite, error: null } : invite;
  return (
    <VerbForm
      verb={{ ...verb, isBusy: lookUp.isBusy || invite.isBusy }}
      fields={["login", "name", "role"]}
      submit={texts.invite}
      isReady={login !== ""}
      onSubmit={send}
      onCancel={onClose}
    >
      <TextInput
        {...text("login")}
        required
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        error={
          problem.login ?? lookUp.problemAt("login") ?? invite.problemAt("login") ?? (isTaken ? invite.error?.message : undefined)
        }
        onChange={({ currentTarget: { value } }) => {
          setProblem({});
          change({ ...form, login: value });
        }}
      />
      <TextInput {...text("name")} autoComplete="off" maxLength={100} error={problem.name ?? invite.problemAt("name")} />
      {ofScreen === null && (
        <NativeSelect
          {...text("project")}
          data={[{ value: "", label: texts.noProject }, ...projects.map(({ id, name }) => ({ value: id, label: name || id }))]}
        />
      )}
      {project !== "" && <RoleChoice {...field("role")} />}
      {invite.error && isUnreachable(invite.error) && <Alert color="caution">{texts.mayHave}</Alert>}
    </VerbForm>
  );
}
