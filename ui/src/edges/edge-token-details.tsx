import { Alert, Code, Stack } from "@mantine/core";
import type { Edge } from "drawbridge-rules/wire/edge.ts";
import type { EdgeToken } from "drawbridge-rules/wire/edge-token.ts";
import { CredentialStateBadge } from "../credentials/credential-state.tsx";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { RevokeCredential } from "../credentials/revoke-credential.tsx";
import { Fact } from "../elements/fact.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { admin } from "../server-connection.ts";
import { useFormats } from "../texts/formats.ts";
import { useLanguage, useTexts } from "../texts/language.tsx";
import { useVerb } from "../verbs/use-verb.ts";
import { Opens } from "./edge-token-table.tsx";
import { edgeTokenTexts } from "./edge-token-texts.ts";

export interface EdgeTokenDetailsProps {
  readonly token: EdgeToken;
  /** That follow with it now. */
  readonly edges: readonly Edge[];
  readonly onClose: () => void;
}

/** Names that are shown. */
const most = 20;

export function EdgeTokenDetails(props: EdgeTokenDetailsProps) {
  const { token, edges } = props;
  const texts = useTexts(edgeTokenTexts);
  const { never } = useTexts(credentialTexts);
  const { list } = useFormats();
  const { locale } = useLanguage();
  const hosts = edges.slice(0, most).map(({ host, id }) => host || id);
  const others = hosts.length === edges.length ? [] : [texts.others(edges.length - hosts.length, locale)];
  return (
    <Stack gap="md">
      <Stack gap={4}>
        <Fact name={texts.columns.state}>
          <CredentialStateBadge state={token.state} />
        </Fact>
        <Fact name={texts.columns.opens}>
          <Opens token={token} />
        </Fact>
        <Fact name={texts.followNow}>{edges.length === 0 ? texts.none : list([...hosts, ...others])}</Fact>
        <Fact name={texts.id}>
          <Code>{token.id}</Code>
        </Fact>
        <Fact name={texts.columns.last}>
          <Code>{token.last4}</Code>
        </Fact>
        <Fact name={texts.made}>
          <InstantText at={token.created_at} />
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

function Revoke({ token: { id, name }, edges, onClose }: EdgeTokenDetailsProps) {
  const texts = useTexts(edgeTokenTexts);
  const { locale } = useLanguage();
  const verb = useVerb(null, (token: string, idempotencyKey) => admin.revokeEdgeToken({ edge_token: token, idempotencyKey }));
  return (
    <RevokeCredential id={id} name={name} texts={texts} verb={verb} onDone={onClose}>
      {edges.length > 0 && <Alert color="orange">{texts.revokeCuts(edges.length, locale)}</Alert>}
    </RevokeCredential>
  );
}
