import { Code, Fieldset, Stack, Text } from "@mantine/core";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { ReactNode } from "react";
import { Fact } from "../elements/fact.tsx";
import { ConfirmByTyping } from "../elements/form-fields.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { useMay } from "../session/may-edit.tsx";
import { notifyDone, useVerb } from "../verbs/use-verb.ts";
import { type Credential, CredentialStateBadge } from "./credential-columns.tsx";
import { credentialTexts, credentialWords as words } from "./credential-texts.ts";
import { VerbError } from "./verb-error.tsx";

interface CredentialDetailsProps {
  /** Null: the installation. */
  readonly project: string | null;
  readonly value: Credential;
  readonly texts: RevokeTexts;
  /** Facts about its scope, its use, and its expiry or revocation. */
  readonly scope: ReactNode;
  readonly use?: ReactNode;
  /** Shown between the facts and the revocation. */
  readonly children?: ReactNode;
  /** Role in the project required to revoke it. */
  readonly role?: Role;
  readonly revoke: (id: string, idempotencyKey: string) => Promise<{ readonly id: string }>;
  /** Shown before it is revoked. */
  readonly warning?: ReactNode;
  readonly onClose: () => void;
}

export function CredentialDetails(props: CredentialDetailsProps) {
  const { project, value, texts, scope, use, children, role, revoke, warning, onClose } = props;
  const { id, state, last4, created_at, expires_at, revoked_at } = value;
  const mayRevoke = useMay(project, role) && state !== "revoked";
  return (
    <Stack gap="md">
      <Stack gap={4}>
        <Fact name={words.columns.state}>
          <CredentialStateBadge value={value} />
        </Fact>
        {scope}
        <Fact name={words.id}>
          <Code>{id}</Code>
        </Fact>
        <Fact name={words.columns.last}>
          <Code>{last4}</Code>
        </Fact>
        <Fact name={words.made}>
          <InstantText at={created_at} />
        </Fact>
        <Fact name={words.columns.expiry}>{expires_at === null ? credentialTexts.never : <InstantText at={expires_at} />}</Fact>
        {revoked_at !== null && (
          <Fact name={words.ended}>
            <InstantText at={revoked_at} />
          </Fact>
        )}
        {use}
      </Stack>
      {children}
      {mayRevoke && (
        <RevokeCredential project={project} value={value} texts={texts} revoke={revoke} onDone={onClose}>
          {warning}
        </RevokeCredential>
      )}
    </Stack>
  );
}

interface RevokeTexts {
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
