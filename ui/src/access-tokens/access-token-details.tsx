import { Code, Fieldset, Stack, Text } from "@mantine/core";
import type { ListedAccessToken } from "drawbridge-client/wire";
import type { ReactNode } from "react";
import { CredentialStateBadge } from "../credentials/credential-state.tsx";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { useSayDone } from "../credentials/use-say-done.ts";
import { VerbError } from "../credentials/verb-error.tsx";
import { ConfirmByTyping } from "../elements/confirm-by-typing.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { useSharedTexts, useTexts } from "../texts/language.tsx";
import { useVerb } from "../verbs/use-verb.ts";
import { revokeToken } from "./access-token-list.ts";
import { Maker, Used } from "./access-token-table.tsx";
import { accessTokenTexts } from "./access-token-texts.ts";

export interface AccessTokenDetailsProps {
  /** Null: of the installation. */
  readonly project: string | null;
  readonly token: ListedAccessToken;
  readonly onClose: () => void;
}

export function AccessTokenDetails(props: AccessTokenDetailsProps) {
  const { token } = props;
  const texts = useTexts(accessTokenTexts);
  const { never } = useTexts(credentialTexts);
  const { roles } = useSharedTexts();
  return (
    <Stack gap="md">
      <Stack gap={4}>
        <Fact name={texts.columns.state}>
          <CredentialStateBadge state={token.state} />
        </Fact>
        <Fact name={texts.columns.role}>{roles[token.role]}</Fact>
        <Fact name={texts.id}>
          <Code>{token.id}</Code>
        </Fact>
        <Fact name={texts.columns.last}>
          <Code>{token.last4}</Code>
        </Fact>
        <Fact name={texts.made}>
          <InstantText at={token.created_at} />
        </Fact>
        <Fact name={texts.columns.maker}>
          <Maker token={token} />
        </Fact>
        <Fact name={texts.columns.used}>
          <Used at={token.last_used_at} />
        </Fact>
        <Fact name={texts.columns.expiry}>{token.expires_at === null ? never : <InstantText at={token.expires_at} />}</Fact>
        {token.revoked_at !== null && (
          <Fact name={texts.ended}>
            <InstantText at={token.revoked_at} />
          </Fact>
        )}
      </Stack>
      {token.state !== "revoked" && <Revoke {...props} />}
    </Stack>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Text component="div" size="sm" style={{ overflowWrap: "anywhere" }}>
      <Text span size="sm" c="dimmed">{`${name}: `}</Text>
      {children}
    </Text>
  );
}

function Revoke({ project, token: { id, name }, onClose }: AccessTokenDetailsProps) {
  const texts = useTexts(accessTokenTexts);
  const say = useSayDone();
  const verb = useVerb(project, (token: string, idempotencyKey) => revokeToken(project, token, idempotencyKey));
  const send = async () => {
    if (verb.isBusy || !(await verb.run(id))) return;
    say(texts.revoked(name || id));
    onClose();
  };
  return (
    <Fieldset legend={texts.revoke}>
      <Stack gap="sm">
        <Text size="sm">{texts.revokeMeaning}</Text>
        <ConfirmByTyping text={name || id} button={texts.revoke} onConfirm={() => void send()} />
        <VerbError verb={verb} />
      </Stack>
    </Fieldset>
  );
}
