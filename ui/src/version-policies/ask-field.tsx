import { TextInput } from "@mantine/core";
import { maxVersionLength } from "drawbridge-rules/versions/app-version.ts";
import { useState } from "react";
import { useCheckedVersion } from "./version-policies-route.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";

/** Any version, typed; it is in the address. */
export function AskField() {
  const [asked, ask] = useCheckedVersion();
  // The address lags behind typing and must not reset the field.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      label={texts.ask}
      description={texts.askHint}
      autoComplete="off"
      spellCheck={false}
      maxLength={maxVersionLength}
      value={typed ?? asked}
      onFocus={() => setTyped(asked)}
      onBlur={() => setTyped(null)}
      onKeyDown={(event) => {
        // Fields of the preview; they change nothing.
        if (event.key === "Enter") event.preventDefault();
      }}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        ask(value);
      }}
    />
  );
}
