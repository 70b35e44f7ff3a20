import { Code, Stack } from "@mantine/core";
import type { FeedToken } from "drawbridge-rules/wire/feed-token.ts";
import { CredentialStateBadge } from "../credentials/credential-state.tsx";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { RevokeCredential } from "../credentials/revoke-credential.tsx";
import { Fact } from "../elements/fact.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { admin } from "../server-connection.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { useTexts } from "../texts/language.tsx";
import { useVerb } from "../verbs/use-verb.ts";
import { feedKeeper } from "./feed-token-list.ts";
import { feedTokenTexts } from "./feed-token-texts.ts";

export interface FeedTokenDetailsProps {
  readonly project: string;
  readonly value: FeedToken;
  readonly onClose: () => void;
}

export function FeedTokenDetails({ project, value, onClose }: FeedTokenDetailsProps) {
  return (
    <Stack gap="md">
      <Facts value={value} />
      {value.state !== "revoked" && (
        <MayEdit project={project} role={feedKeeper}>
          <Revoke project={project} value={value} onClose={onClose} />
        </MayEdit>
      )}
    </Stack>
  );
}

function Facts({ value: { state, last4, instance, created_at, expires_at, revoked_at } }: { readonly value: FeedToken }) {
  const texts = useTexts(feedTokenTexts);
  const { never } = useTexts(credentialTexts);
  return (
    <Stack gap={4}>
      <Fact name={texts.columns.state}>
        <CredentialStateBadge state={state} />
      </Fact>
      <Fact name={texts.columns.covers}>{instance ?? texts.wholeProject}</Fact>
      <Fact name={texts.last}>
        <Code>{last4}</Code>
      </Fact>
      <Fact name={texts.made}>
        <InstantText at={created_at} />
      </Fact>
      <Fact name={texts.columns.expiry}>{expires_at === null ? never : <InstantText at={expires_at} />}</Fact>
      {revoked_at !== null && (
        <Fact name={texts.ended}>
          <InstantText at={revoked_at} />
        </Fact>
      )}
    </Stack>
  );
}

function Revoke({ project, value: { id, name }, onClose }: FeedTokenDetailsProps) {
  const texts = useTexts(feedTokenTexts);
  const verb = useVerb(project, (token: string, idempotencyKey) =>
    admin.revokeFeedToken({ project, feed: token, idempotencyKey }),
  );
  return <RevokeCredential id={id} name={name} texts={texts} verb={verb} onDone={onClose} />;
}
