import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTexts } from "../texts/language.tsx";
import { useAsked } from "./version-policies-route.ts";
import { versionPolicyTexts } from "./version-policy-texts.ts";
import { longestVersion } from "./version-rules.ts";

/** Any version, typed; it is in the address. */
export function AskField() {
  const texts = useTexts(versionPolicyTexts);
  const [asked, ask] = useAsked();
  // The address comes after the keys: what somebody is typing is not put back by it.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      label={texts.ask}
      description={texts.askHint}
      autoComplete="off"
      spellCheck={false}
      maxLength={longestVersion}
      value={typed ?? asked}
      onFocus={() => setTyped(asked)}
      onBlur={() => setTyped(null)}
      onKeyDown={(event) => {
        // It asks, and is no part of what is published.
        if (event.key === "Enter") event.preventDefault();
      }}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        ask(value);
      }}
    />
  );
}
