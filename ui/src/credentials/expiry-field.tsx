import { TextInput } from "@mantine/core";
import { ownZone } from "../texts/formats.ts";
import { useTexts } from "../texts/language.tsx";
import { credentialTexts } from "./credential-texts.ts";

export interface ExpiryFieldProps {
  readonly label: string;
  readonly description?: string;
  /** On the browser's clock, `2026-12-06T02:00`; "": none. */
  readonly value: string;
  readonly isRequired?: boolean;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A moment on the browser's clock. */
export function ExpiryField({ label, description, value, isRequired = false, error, onChange }: ExpiryFieldProps) {
  const texts = useTexts(credentialTexts);
  return (
    <TextInput
      type="datetime-local"
      label={label}
      description={`${description ?? texts.noExpiry} ${texts.onClock(ownZone)}`}
      required={isRequired}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** For the server; null: none. */
export function instantOf(wall: string): string | null {
  return wall === "" ? null : new Date(wall).toISOString();
}
