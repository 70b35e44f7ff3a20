import { TextInput } from "@mantine/core";

interface NameFieldProps {
  readonly texts: { readonly name: string; readonly nameHint: string };
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** The name of a new resource: the first field of its form, with the focus. */
export function NameField({ texts, value, error, onChange }: NameFieldProps) {
  return (
    <TextInput
      label={texts.name}
      description={texts.nameHint}
      required
      data-autofocus
      autoComplete="off"
      maxLength={100}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
