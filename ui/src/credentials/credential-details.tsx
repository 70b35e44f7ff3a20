import { Code, Stack } from "@mantine/core";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { ReactNode } from "react";
import { AdvancedId } from "../elements/advanced.tsx";
import { Facts } from "../elements/fact.tsx";
import { ConfirmByTyping } from "../elements/form-fields.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { useMay } from "../session/may-edit.tsx";
import { notifyDone, useVerb } from "../verbs/use-verb.ts";
import { VerbSection } from "../verbs/verb-form.tsx";
import { type Credential, CredentialStateBadge } from "./credential-columns.tsx";
import { credentialTexts, credentialWords as words } from "./credential-texts.ts";

interface CredentialDetailsProps {
  /** Null means the installation. */
  readonly project: string | null;
  readonly value: Credential;
  readonly texts: {
    readonly revoke: string;
    readonly revokeMeaning: string;
    readonly revoked: (name: string) => string;
  };
  readonly scope: Readonly<Record<string, ReactNode>>;
  readonly use?: Readonly<Record<string, ReactNode>>;
  readonly children?: ReactNode;
  readonly role?: Role;
  readonly revoke: (id: string, idempotencyKey: string) => Promise<{ readonly id: string }>;
  readonly warning?: ReactNode;
  readonly onClose: () => void;
}

export function CredentialDetails(props: CredentialDetailsProps) {
  const { project, value, texts, scope, use = {}, children, role, revoke, warning, onClose } = props;
  const { id, name, state, last4, created_at, expires_at, revoked_at } = value;
  const mayRevoke = useMay(project, role) && state !== "revoked";
  const verb = useVerb(project, revoke, () => {
    notifyDone(texts.revoked(name || id));
    onClose();
  });
  return (
    <Stack gap="md">
      <Facts
        facts={{
          [words.columns.state]: <CredentialStateBadge value={value} />,
          ...scope,
          [words.columns.last]: <Code>{last4}</Code>,
          [words.made]: <InstantText at={created_at} />,
          [words.columns.expiry]: expires_at === null ? credentialTexts.never : <InstantText at={expires_at} />,
          [words.ended]: revoked_at !== null && <InstantText at={revoked_at} />,
          ...use,
        }}
      />
      {children}
      <AdvancedId name={words.id} id={id} />
      {mayRevoke && (
        <VerbSection title={texts.revoke} meaning={texts.revokeMeaning} verb={verb}>
          {warning}
          <ConfirmByTyping text={name || id} button={texts.revoke} onConfirm={() => void (verb.isBusy || verb.run(id))} />
        </VerbSection>
      )}
    </Stack>
  );
}
