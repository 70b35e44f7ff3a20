import { TextInput, type TextInputProps } from "@mantine/core";
import { parseDuration } from "drawbridge-rules/values/duration.ts";
import { useState } from "react";
import { sharedTexts } from "../texts/shared-texts.ts";
import { durationText, typedDuration } from "./duration.ts";

interface DurationFieldProps extends Omit<TextInputProps, "value" | "onChange" | "defaultValue"> {
  /** ISO 8601; "": none. Other text is passed on unchanged, and the server refuses it. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A duration, typed as people write it: `2 h 15 min`. */
export function DurationField({ value, onChange, description, error, ...props }: DurationFieldProps) {
  const { fields } = sharedTexts;
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (value === "" ? "" : durationText(value));
  const isWrong = shown.trim() !== "" && parseDuration(shown.trim()) === null;
  return (
    <TextInput
      {...props}
      description={description ?? fields.durationHint}
      error={error ?? (isWrong && typed === null ? fields.durationWrong : undefined)}
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
