import { Alert, Text, TextInput } from "@mantine/core";
import { isAdminError, isUnreachable } from "drawbridge-client/admin";
import type { AccountLink, InvitedPerson, PersonRequest } from "drawbridge-rules/wire/person.ts";
import { useState } from "react";
import { ShownOnce } from "../credentials/shown-once.tsx";
import { useSavedForm } from "../credentials/use-saved-form.ts";
import { NameField } from "../elements/form-fields.tsx";
import { admin } from "../server-connection.ts";
import { ownZone } from "../texts/browser-locale.ts";
import { formatInstant } from "../texts/formats.ts";
import { useVerb } from "../verbs/use-verb.ts";
import { VerbForm } from "../verbs/verb-form.tsx";
import { peopleTexts as texts } from "./people-texts.ts";

const empty: PersonRequest = { name: "", login: "" };

/** Form for a new account; creates the link with which the person signs in first. */
export function NewPerson({ onClose }: { readonly onClose: () => void }) {
  const { form, change, drop } = useSavedForm<PersonRequest>("/people/create", empty);
  const [made, setMade] = useState<InvitedPerson | null>(null);
  const verb = useVerb(null, (request: PersonRequest) => admin.createPerson({ body: request }));
  // The only possible conflict is a login that is taken.
  const isTaken = isAdminError(verb.error) && verb.error.code === "conflict";
  const send = async () => {
    const answer = await verb.run(form);
    if (!answer) return;
    drop();
    setMade(answer);
  };
  if (made) return <AccountLinkShown title={texts.invited(made.name)} name={made.name} link={made.link} isNew onDone={onClose} />;
  return (
    <VerbForm
      verb={isTaken ? { ...verb, error: null } : verb}
      fields={["name", "login"]}
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
      {verb.error && isUnreachable(verb.error) && <Alert color="yellow">{texts.mayHave}</Alert>}
    </VerbForm>
  );
}

interface AccountLinkShownProps {
  readonly title: string;
  /** Name of the person whom the link is for. */
  readonly name: string;
  readonly link: AccountLink;
  /** The person has no role yet. */
  readonly isNew?: boolean;
  readonly onDone: () => void;
}

/** Link that sets a person's password. It is shown once, and the administrator passes it on. */
export function AccountLinkShown({ title, name, link, isNew = false, onDone }: AccountLinkShownProps) {
  const until = `${formatInstant(link.expires_at)} (${ownZone})`;
  return (
    <ShownOnce title={title} text={link.url} name={texts.theLink} meaning={texts.linkMeaning(name, until)} onDone={onDone}>
      <Text size="sm">
        {texts.haveNoLink} {isNew && texts.linkThen}
      </Text>
    </ShownOnce>
  );
}
