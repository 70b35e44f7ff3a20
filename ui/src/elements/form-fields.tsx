import { Button, Input, SegmentedControl, Stack, TextInput, type TextInputProps } from "@mantine/core";
import { durationText } from "drawbridge-rules/describe/member-words.ts";
import { parseDuration } from "drawbridge-rules/values/duration.ts";
import { type ComponentProps, type FormEvent, type ReactNode, useState } from "react";
import { sharedTexts } from "../texts/shared-texts.ts";
import { typedDuration } from "./typed-times.ts";

/** The browser neither checks nor sends it. */
export function Form({ onSubmit, ...props }: Omit<ComponentProps<"form">, "onSubmit"> & { readonly onSubmit: () => unknown }) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    void onSubmit();
  };
  return <form noValidate {...props} onSubmit={send} />;
}

export interface FieldsProps<Form> {
  readonly form: Form;
  readonly change: (form: Form) => void;
  readonly problemAt: (field: string) => string | undefined;
}

/** @param texts labels and hints by the names of members: `name`, `nameHint` */
export function fieldsOf<Form extends object>({ form, change, problemAt }: FieldsProps<Form>, texts: object) {
  const words = texts as Readonly<Record<string, string | undefined>>;
  const field = <Name extends keyof Form & string>(name: Name) => ({
    label: words[name] ?? "",
    description: words[`${name}Hint`],
    error: problemAt(name),
    value: (form[name] ?? "") as NonNullable<Form[Name]>,
    onChange: (value: Form[Name]) => change({ ...form, [name]: value }),
  });
  const text = <Name extends keyof Form & string>(name: Name) => ({
    ...field(name),
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      change({ ...form, [name]: currentTarget.value }),
  });
  const list = <Name extends keyof Form & string>(name: Name) => ({
    ...field(name),
    value: [...((form[name] ?? []) as readonly string[])],
    onChange: (chosen: string[]) => change({ ...form, [name]: chosen }),
  });
  return { field, text, list };
}

interface FieldGroupProps {
  readonly label: string;
  readonly description?: string | undefined;
  readonly children: ReactNode;
}

/** For a control that names itself for screen readers, without its own label. */
export function FieldGroup({ label, description, children }: FieldGroupProps) {
  return (
    <div>
      <Input.Label component="div" labelElement="div">
        {label}
      </Input.Label>
      {description !== undefined && <Input.Description mb={4}>{description}</Input.Description>}
      {children}
    </div>
  );
}

type ChoiceFieldProps<Value extends string> = Omit<FieldGroupProps, "children"> & {
  readonly value: Value;
  readonly choices: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
};

export function ChoiceField<Value extends string>({ value, choices, onChange, ...props }: ChoiceFieldProps<Value>) {
  const options = Object.entries<string>(choices);
  return (
    <FieldGroup {...props}>
      <SegmentedControl
        aria-label={props.label}
        fullWidth
        value={value}
        onChange={(chosen) => onChange(chosen as Value)}
        data={options.map(([option, text]) => ({ value: option, label: text }))}
      />
    </FieldGroup>
  );
}

interface ConfirmByTypingProps {
  readonly text: string;
  readonly button: string;
  readonly onConfirm: () => void;
}

export function ConfirmByTyping({ text, button, onConfirm }: ConfirmByTypingProps) {
  const [typed, setTyped] = useState("");
  return (
    <Form onSubmit={() => typed === text && onConfirm()}>
      <Stack gap="sm" align="flex-start">
        <TextInput
          label={sharedTexts.fields.typeToConfirm(text)}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        <Button variant="filled" type="submit" disabled={typed !== text}>
          {button}
        </Button>
      </Stack>
    </Form>
  );
}

interface DurationFieldProps extends Omit<TextInputProps, "value" | "onChange" | "defaultValue"> {
  /** ISO 8601; "" means none. Other text stays unchanged, and the server refuses it. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Accepts durations as people write them: `2 h 15 min`. */
export function DurationField({ value, onChange, description, error, ...props }: DurationFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (value === "" ? "" : durationText(value));
  const isWrong = shown.trim() !== "" && parseDuration(shown.trim()) === null;
  return (
    <TextInput
      {...props}
      description={description ?? sharedTexts.fields.durationHint}
      error={error ?? (isWrong && typed === null ? sharedTexts.fields.durationWrong : undefined)}
      value={shown}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(typedDuration(currentTarget.value));
      }}
      onBlur={(event) => {
        setTyped(null);
        props.onBlur?.(event);
      }}
    />
  );
}
