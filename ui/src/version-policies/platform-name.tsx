import { TextInput } from "@mantine/core";
import { isPlatformName } from "drawbridge-rules/versions/platform.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";

interface PlatformNameProps {
  readonly name: string;
  readonly isTaken: boolean;
  readonly problem: string | undefined;
  readonly onChange: (name: string) => void;
}

export function PlatformName({ name, isTaken, problem, onChange }: PlatformNameProps) {
  const wrong = name !== "" && !isPlatformName(name) ? texts.platformWrong : isTaken ? texts.platformThere : undefined;
  return (
    <TextInput
      label={texts.platform}
      description={texts.platformHint}
      required
      data-autofocus
      autoComplete="off"
      spellCheck={false}
      maxLength={32}
      value={name}
      error={wrong ?? problem}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  );
}
