import { Code, Stack } from "@mantine/core";
import type { ListedAccessToken } from "drawbridge-rules/wire/access-token.ts";
import { CredentialStateBadge } from "../credentials/credential-state.tsx";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { RevokeCredential } from "../credentials/revoke-credential.tsx";
import { Fact } from "../elements/fact.tsx";
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

function Revoke({ project, token: { id, name }, onClose }: AccessTokenDetailsProps) {
  const texts = useTexts(accessTokenTexts);
  const verb = useVerb(project, (token: string, idempotencyKey) => revokeToken(project, token, idempotencyKey));
  return <RevokeCredential id={id} name={name} texts={texts} verb={verb} onDone={onClose} />;
}
