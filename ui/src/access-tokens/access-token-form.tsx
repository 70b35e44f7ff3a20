import { Button, Code, Group, Stack, Text, TextInput } from "@mantine/core";
import type { CreatedAccessToken } from "drawbridge-client/wire";
import { useState } from "react";
import { ExpiryField } from "../credentials/expiry-field.tsx";
import { ShownOnce } from "../credentials/shown-once.tsx";
import { useKeptForm } from "../credentials/use-kept-form.ts";
import { VerbError } from "../credentials/verb-error.tsx";
import { RoleChoice } from "../members/role-choice.tsx";
import { useSharedTexts, useTexts } from "../texts/language.tsx";
import { useVerb } from "../verbs/use-verb.ts";
import { type AccessTokenForm, createToken, emptyForm } from "./access-token-list.ts";
import { accessTokenTexts } from "./access-token-texts.ts";

export interface NewAccessTokenProps {
  /** Null: of the installation. */
  readonly project: string | null;
  readonly onClose: () => void;
}

const fields = ["name", "role", "expires_at"];

export function NewAccessToken({ project, onClose }: NewAccessTokenProps) {
  const texts = useTexts(accessTokenTexts);
  const { actions } = useSharedTexts();
  const { form, change, drop } = useKeptForm<AccessTokenForm>(`${project ?? ""}/tokens/create`, emptyForm);
  const [made, setMade] = useState<CreatedAccessToken | null>(null);
  const verb = useVerb(project, (wanted: AccessTokenForm, idempotencyKey) => createToken(project, wanted, idempotencyKey));
  const send = async () => {
    const answer = await verb.run(form);
    if (!answer) return;
    drop();
    setMade(answer);
  };
  if (made) return <Made token={made} onClose={onClose} />;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!verb.isBusy) void send();
      }}
    >
      <Stack gap="md">
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          required
          data-autofocus
          autoComplete="off"
          maxLength={100}
          value={form.name}
          error={verb.problemAt("name")}
          onChange={({ currentTarget: { value } }) => change({ ...form, name: value })}
        />
        {project !== null && (
          <RoleChoice value={form.role} error={verb.problemAt("role")} onChange={(role) => change({ ...form, role })} />
        )}
        <ExpiryField
          label={texts.expiry}
          value={form.expiry}
          error={verb.problemAt("expires_at")}
          onChange={(expiry) => change({ ...form, expiry })}
        />
        <VerbError verb={verb} fields={fields} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {actions.cancel}
          </Button>
          <Button type="submit" loading={verb.isBusy}>
            {texts.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Made({ token: { token }, onClose }: { readonly token: CreatedAccessToken; readonly onClose: () => void }) {
  const texts = useTexts(accessTokenTexts);
  return (
    <ShownOnce title={texts.created} text={token} name={texts.theToken} onDone={onClose}>
      <Text size="sm">
        {`${texts.howToSend} `}
        <Code>{bearer}</Code>
      </Text>
    </ShownOnce>
  );
}

/** As it stands in the request; in every language. */
const bearer = "Authorization: Bearer …";
