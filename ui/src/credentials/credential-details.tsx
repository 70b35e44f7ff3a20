import { Code, Fieldset, Stack, Text } from "@mantine/core";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { ReactNode } from "react";
import { Fact } from "../elements/fact.tsx";
import { ConfirmByTyping } from "../elements/form-fields.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { MayEdit } from "../session/may-edit.tsx";
import { notifyDone, useVerb } from "../verbs/use-verb.ts";
import { CredentialStateBadge } from "./credential-columns.tsx";
import type { Credential } from "./credential-search.ts";
import { credentialTexts } from "./credential-texts.ts";
import { VerbError } from "./verb-error.tsx";

interface CredentialDetailsProps {
  /** Null: the installation. */
  readonly project: string | null;
  readonly value: Credential;
  readonly texts: RevokeTexts & {
    readonly columns: { readonly state: string; readonly expiry: string };
    readonly id: string;
    readonly last: string;
    readonly made: string;
    readonly ended: string;
  };
  /** Facts about its scope, its use, and its expiry or revocation. */
  readonly scope: ReactNode;
  readonly use?: ReactNode;
  readonly end?: ReactNode;
  /** Shown between the facts and the revocation. */
  readonly children?: ReactNode;
  /** Role in the project required to revoke it; absent: everyone who can see it. */
  readonly keeper?: Role;
  readonly revoke: (id: string, idempotencyKey: string) => Promise<{ readonly id: string }>;
  /** Shown before it is revoked. */
  readonly warning?: ReactNode;
  readonly onClose: () => void;
}

export function CredentialDetails(props: CredentialDetailsProps) {
  const { project, value, texts, scope, use, end, children, keeper, revoke, warning, onClose } = props;
  const { never } = credentialTexts;
  const { id, state, last4, created_at, expires_at, revoked_at } = value;
  const revocation = state !== "revoked" && (
    <RevokeCredential project={project} value={value} texts={texts} revoke={revoke} onDone={onClose}>
      {warning}
    </RevokeCredential>
  );
  return (
    <Stack gap="md">
      <Stack gap={4}>
        <Fact name={texts.columns.state}>
          <CredentialStateBadge state={state} />
        </Fact>
        {scope}
        <Fact name={texts.id}>
          <Code>{id}</Code>
        </Fact>
        <Fact name={texts.last}>
          <Code>{last4}</Code>
        </Fact>
        <Fact name={texts.made}>
          <InstantText at={created_at} />
        </Fact>
        {use}
        <Fact name={texts.columns.expiry}>{expires_at === null ? never : <InstantText at={expires_at} />}</Fact>
        {revoked_at !== null && (
          <Fact name={texts.ended}>
            <InstantText at={revoked_at} />
          </Fact>
        )}
        {end}
      </Stack>
      {children}
      {keeper && project !== null ? (
        <MayEdit project={project} role={keeper}>
          {revocation}
        </MayEdit>
      ) : (
        revocation
      )}
    </Stack>
  );
}

export interface RevokeTexts {
  readonly revoke: string;
  readonly revokeMeaning: string;
  readonly revoked: (name: string) => string;
}

interface RevokeCredentialProps {
  /** Null: the installation. */
  readonly project: string | null;
  /** The name is typed to confirm; the id where it has none. */
  readonly value: { readonly id: string; readonly name: string };
  readonly texts: RevokeTexts;
  readonly revoke: (id: string, idempotencyKey: string) => Promise<{ readonly id: string }>;
  readonly onDone: () => void;
  /** Shown before it is revoked. */
  readonly children?: ReactNode;
}

/** Revokes a key or a token permanently. */
function RevokeCredential({ project, value: { id, name }, texts, revoke, onDone, children }: RevokeCredentialProps) {
  const verb = useVerb(project, revoke);
  const send = async () => {
    const answer = verb.isBusy ? null : await verb.run(id);
    if (!answer) return;
    notifyDone(texts.revoked(name || id));
    onDone();
  };
  return (
    <Fieldset legend={texts.revoke}>
      <Stack gap="sm">
        <Text size="sm">{texts.revokeMeaning}</Text>
        {children}
        <ConfirmByTyping text={name || id} button={texts.revoke} onConfirm={() => void send()} />
        <VerbError verb={verb} />
      </Stack>
    </Fieldset>
  );
}
