import { Code, Text } from "@mantine/core";
import type { CreatedAccessToken } from "drawbridge-rules/wire/access-token.ts";
import { useState } from "react";
import { CredentialForm } from "../credentials/credential-form.tsx";
import { ShownOnce } from "../credentials/shown-once.tsx";
import { useKeptForm } from "../credentials/use-kept-form.ts";
import { RoleChoice } from "../members/role-choice.tsx";
import { useTexts } from "../texts/language.tsx";
import { useVerb } from "../verbs/use-verb.ts";
import { type AccessTokenForm, createToken, emptyForm } from "./access-token-list.ts";
import { accessTokenTexts } from "./access-token-texts.ts";

export interface NewAccessTokenProps {
  /** Null: of the installation. */
  readonly project: string | null;
  readonly onClose: () => void;
}

export function NewAccessToken({ project, onClose }: NewAccessTokenProps) {
  const texts = useTexts(accessTokenTexts);
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
    <CredentialForm
      form={form}
      onChange={change}
      texts={texts}
      verb={verb}
      fields={["role"]}
      onSend={() => void send()}
      onCancel={onClose}
    >
      {project !== null && (
        <RoleChoice value={form.role} error={verb.problemAt("role")} onChange={(role) => change({ ...form, role })} />
      )}
    </CredentialForm>
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
