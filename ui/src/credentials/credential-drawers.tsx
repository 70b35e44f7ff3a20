import { Code, Stack, TextInput, type TextInputProps } from "@mantine/core";
import type { Role } from "drawbridge-rules/people/role.ts";
import { type ReactNode, useState } from "react";
import { AdvancedId, Facts, InstantText } from "../elements/cells.tsx";
import { ConfirmByTyping, type FieldsProps, fieldsOf } from "../elements/form-fields.tsx";
import { InstantField } from "../elements/instant-field.tsx";
import { typedInstant } from "../elements/typed-times.ts";
import { useMay } from "../session/session.ts";
import { ownZone } from "../texts/formats.ts";
import { notifyDone, useVerb, VerbForm, VerbSection } from "../verbs/verb-form.tsx";
import { type Credential, CredentialStateBadge } from "./credential-columns.tsx";
import { credentialTexts, credentialWords as words } from "./credential-texts.ts";
import { useSavedForm } from "./use-saved-form.ts";

interface NamedForm {
  readonly name: string;
  /** As typed; "" means never. */
  readonly expiry: string;
}

interface NewCredentialProps<Form extends NamedForm, Answer> {
  /** Null means the installation. */
  readonly project: string | null;
  /** The form survives a reload under this name: `acme-shop/keys/create`. */
  readonly resource: string;
  readonly empty: Form;
  /** Members that are not stored with the form. */
  readonly unkept?: Partial<Form>;
  readonly texts: { readonly name: string; readonly nameHint: string; readonly expiry: string; readonly create: string };
  readonly send: (form: Form, idempotencyKey: string) => Promise<Answer>;
  /** Null closes the drawer. */
  readonly made: (answer: Answer) => ReactNode;
  /** Members of the request whose problems `children` show. */
  readonly fields: readonly string[];
  readonly children: (fields: FieldsProps<Form>) => ReactNode;
  readonly expiry?: (form: Form) => Pick<TextInputProps, "required"> & { readonly description?: string };
  readonly onClose: () => void;
}

export function NewCredential<Form extends NamedForm, Answer>(props: NewCredentialProps<Form, Answer>) {
  const { project, resource, empty, unkept, texts, send, made, fields: own, children, expiry, onClose } = props;
  const { form, change, drop } = useSavedForm<Form>(resource, empty);
  const [shown, setShown] = useState<ReactNode>(null);
  const verb = useVerb(project, send);
  const submit = async () => {
    const answer = await verb.run({ ...form, ...unkept });
    if (answer === null) return;
    drop();
    const next = made(answer);
    if (next === null) onClose();
    else setShown(next);
  };
  if (shown !== null) return shown;
  const fields = fieldsOf<NamedForm>(
    { form, problemAt: verb.problemAt, change: (named) => change({ ...form, ...named }) },
    texts,
  );
  return (
    <VerbForm verb={verb} fields={["name", ...own, "expires_at"]} submit={texts.create} onSubmit={submit} onCancel={onClose}>
      <TextInput {...fields.text("name")} required data-autofocus autoComplete="off" maxLength={100} />
      {children({ form, change, problemAt: verb.problemAt })}
      <InstantField
        {...fields.field("expiry")}
        description={credentialTexts.noExpiry}
        zone={ownZone}
        error={verb.problemAt("expires_at")}
        {...expiry?.(form)}
      />
    </VerbForm>
  );
}

export function parseExpiry(typed: string): string | null {
  return typed.trim() === "" ? null : typedInstant(typed, ownZone, Date.now());
}

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
