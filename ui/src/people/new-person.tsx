import { Alert, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { isAdminError, isUnreachable } from "drawbridge-client/admin";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { AccountLink } from "drawbridge-rules/wire/person.ts";
import { useState } from "react";
import { useSavedForm } from "../credentials/use-saved-form.ts";
import { NameField } from "../elements/form-fields.tsx";
import { RoleChoice } from "../members/role-choice.tsx";
import { projectListQuery } from "../projects/project-list.ts";
import { admin } from "../server-connection.ts";
import { useVerb } from "../verbs/use-verb.ts";
import { VerbForm } from "../verbs/verb-form.tsx";
import { AccountLinkShown } from "./account-link-shown.tsx";
import { peopleTexts as texts } from "./people-texts.ts";

const empty = { name: "", login: "", project: "", role: "viewer" as Role };

/** Form for a new account, with a role in a project if one is chosen; creates the link with which the person signs in first. */
export function NewPerson({ onClose }: { readonly onClose: () => void }) {
  const { form, change, drop } = useSavedForm("/people/create", empty);
  const [made, setMade] = useState<(typeof form & { readonly link: AccountLink }) | null>(null);
  const projects = useQuery(projectListQuery).data ?? [];
  const verb = useVerb(null, async ({ project, role, ...person }: typeof form) => {
    const isMember = project !== "";
    const { link } = await (isMember
      ? admin.inviteMember({ project, body: { ...person, role } })
      : admin.createPerson({ body: person }));
    return link;
  });
  // The only possible conflict is a login that is taken.
  const isTaken = isAdminError(verb.error) && verb.error.code === "conflict";
  const send = async () => {
    const link = await verb.run(form);
    if (!link) return;
    drop();
    setMade({ ...form, link });
  };
  if (made) {
    const title = texts.invited(made.name);
    return <AccountLinkShown title={title} name={made.name} link={made.link} isNew={made.project === ""} onDone={onClose} />;
  }
  return (
    <VerbForm
      verb={isTaken ? { ...verb, error: null } : verb}
      fields={["name", "login", "role"]}
      submit={texts.inviteDo}
      onSubmit={send}
      onCancel={onClose}
    >
      <NameField texts={texts} value={form.name} error={verb.problemAt("name")} onChange={(name) => change({ ...form, name })} />
      <TextInput
        label={texts.login}
        description={texts.loginHint}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={form.login}
        error={verb.problemAt("login") ?? (isTaken ? verb.error?.message : undefined)}
        onChange={({ currentTarget: { value } }) => change({ ...form, login: value })}
      />
      <NativeSelect
        label={texts.project}
        value={form.project}
        data={[{ value: "", label: texts.noProject }, ...projects.map(({ id, name }) => ({ value: id, label: name || id }))]}
        onChange={({ currentTarget: { value } }) => change({ ...form, project: value })}
      />
      {form.project !== "" && <RoleChoice value={form.role} onChange={(role) => change({ ...form, role })} />}
      {verb.error && isUnreachable(verb.error) && <Alert color="caution">{texts.mayHave}</Alert>}
    </VerbForm>
  );
}
