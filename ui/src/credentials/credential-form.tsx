import { Button, Group, Stack, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useSharedTexts } from "../texts/language.tsx";
import type { Verb } from "../verbs/use-verb.ts";
import { ExpiryField } from "./expiry-field.tsx";
import { VerbError } from "./verb-error.tsx";

/** What each has that opens something. */
export interface NamedForm {
  readonly name: string;
  /** On the browser's clock; "": never. */
  readonly expiry: string;
}

export interface CredentialFormProps<Form extends NamedForm> {
  readonly form: Form;
  readonly onChange: (form: Form) => void;
  readonly texts: { readonly name: string; readonly nameHint: string; readonly expiry: string; readonly create: string };
  readonly verb: Pick<Verb<never, unknown>, "error" | "isBusy" | "problemAt" | "problemsBeside">;
  /** Of the request, those that `children` say the problems of. */
  readonly fields: readonly string[];
  readonly onSend: () => void;
  readonly onCancel: () => void;
  /** What it opens: between its name and its end. */
  readonly children?: ReactNode;
}

/** Makes a token. */
export function CredentialForm<Form extends NamedForm>(props: CredentialFormProps<Form>) {
  const { form, onChange, texts, verb, fields, onSend, onCancel, children } = props;
  const { actions } = useSharedTexts();
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!verb.isBusy) onSend();
      }}
    >
      <Stack gap="md">
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          required
          data-autofocus
          autoComplete="off"
          maxLength={100}
          value={form.name}
          error={verb.problemAt("name")}
          onChange={({ currentTarget: { value } }) => onChange({ ...form, name: value })}
        />
        {children}
        <ExpiryField
          label={texts.expiry}
          value={form.expiry}
          error={verb.problemAt("expires_at")}
          onChange={(expiry) => onChange({ ...form, expiry })}
        />
        <VerbError verb={verb} fields={["name", ...fields, "expires_at"]} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
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
