import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { recurrenceTexts as texts } from "./recurrence-texts.ts";

interface CountFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  readonly value: number;
  readonly onChange: (count: number) => void;
}

/** Field for a number from 1 to 9999. Shows an error for other input, and keeps the last valid number. */
export function CountField({ value, onChange, ...props }: CountFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? String(value);
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      {...props}
      error={isCount(shown) ? props.error : texts.wholeNumber}
      value={shown}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        if (isCount(currentTarget.value)) onChange(Number(currentTarget.value));
      }}
      onBlur={() => isCount(shown) && setTyped(null)}
    />
  );
}

function isCount(text: string): boolean {
  return /^[1-9]\d{0,3}$/.test(text.trim());
}
