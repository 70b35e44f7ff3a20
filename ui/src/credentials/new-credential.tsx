import { Button, Group, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { NameField } from "../elements/form-fields.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { useVerb } from "../verbs/use-verb.ts";
import { ExpiryField, type ExpiryFieldProps } from "./expiry-field.tsx";
import { useSavedForm } from "./use-saved-form.ts";
import { VerbError } from "./verb-error.tsx";

interface NamedForm {
  readonly name: string;
  /** As typed; "": never. */
  readonly expiry: string;
}

export interface FieldsProps<Form> {
  readonly form: Form;
  readonly onChange: (form: Form) => void;
  readonly problemAt: (field: string) => string | undefined;
}

interface NewCredentialProps<Form extends NamedForm, Answer> {
  /** Null: the installation. */
  readonly project: string | null;
  /** Name under which the form survives a reload: `acme-shop/keys/create`. */
  readonly resource: string;
  readonly empty: Form;
  /** Members that are reset on a reload. */
  readonly unkept?: Partial<Form>;
  readonly texts: { readonly name: string; readonly nameHint: string; readonly expiry: string; readonly create: string };
  readonly send: (form: Form, idempotencyKey: string) => Promise<Answer>;
  /** Shown once it is created; null: the drawer closes. */
  readonly made: (answer: Answer) => ReactNode;
  /** Fields of the request whose problems `children` show. */
  readonly fields: readonly string[];
  /** Fields for its scope, shown between name and expiry. */
  readonly children: (fields: FieldsProps<Form>) => ReactNode;
  readonly expiry?: (form: Form) => Partial<ExpiryFieldProps>;
  readonly onClose: () => void;
}

/** Creates a key or a token, and shows its text once. */
export function NewCredential<Form extends NamedForm, Answer>(props: NewCredentialProps<Form, Answer>) {
  const { project, resource, empty, unkept, texts, send, made, fields, children, expiry, onClose } = props;
  const { actions } = sharedTexts;
  const { form, change, drop } = useSavedForm<Form>(resource, empty);
  const [shown, setShown] = useState<ReactNode>(null);
  const verb = useVerb(project, send);
  const submit = async () => {
    const answer = verb.isBusy ? null : await verb.run({ ...form, ...unkept });
    if (answer === null) return;
    drop();
    const next = made(answer);
    if (next === null) onClose();
    else setShown(next);
  };
  if (shown !== null) return shown;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="md">
        <NameField
          texts={texts}
          value={form.name}
          error={verb.problemAt("name")}
          onChange={(name) => change({ ...form, name })}
        />
        {children({ form, onChange: change, problemAt: verb.problemAt })}
        <ExpiryField
          label={texts.expiry}
          value={form.expiry}
          error={verb.problemAt("expires_at")}
          onChange={(end) => change({ ...form, expiry: end })}
          {...expiry?.(form)}
        />
        <VerbError verb={verb} fields={["name", ...fields, "expires_at"]} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {actions.cancel}
          </Button>
          <Button type="submit" loading={verb.isBusy}>
            {texts.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
