import { TextInput, type TextInputProps } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { type FieldsProps, fieldsOf } from "../elements/form-fields.tsx";
import { InstantField } from "../elements/instant-field.tsx";
import { typedInstant } from "../elements/typed-times.ts";
import { ownZone } from "../texts/browser-locale.ts";
import { useVerb } from "../verbs/use-verb.ts";
import { VerbForm } from "../verbs/verb-form.tsx";
import { credentialTexts } from "./credential-texts.ts";
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
