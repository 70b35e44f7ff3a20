import { NativeSelect, TagsInput } from "@mantine/core";
import { useState } from "react";
import { formatLanguage } from "../texts/formats.ts";
import { commonLanguages, parseLanguageTag } from "./language-tag.ts";
import { settingsTexts as texts } from "./settings-texts.ts";

interface LanguagesFieldProps {
  readonly languages: readonly string[];
  readonly problemAt: (field: string) => string | undefined;
  readonly onChange: (languages: readonly string[]) => void;
}

export function LanguagesField({ languages, problemAt, onChange }: LanguagesFieldProps) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const known = new Map([...languages, ...commonLanguages].map((tag) => [tag, formatLanguage(tag)]));
  const change = (names: readonly string[]) => {
    const wrong = names.find((name) => parseLanguageTag(name, known) === null);
    if (wrong !== undefined) {
      setProblem(texts.noLanguage);
      // The field has cleared it by then.
      return queueMicrotask(() => setTyped(wrong));
    }
    setProblem(undefined);
    // A project has at least one.
    if (names.length > 0) onChange([...new Set(names.flatMap((name) => parseLanguageTag(name, known) ?? []))]);
  };
  const problems = ["languages", ...languages.map((_, index) => `languages.${index}`)].flatMap((field) => problemAt(field) ?? []);
  return (
    <>
      <TagsInput
        label={texts.languages}
        description={texts.languageHint}
        data={[...known.values()]}
        limit={5}
        searchValue={typed}
        onSearchChange={setTyped}
        value={languages.map((tag) => known.get(tag) ?? tag)}
        error={problem ?? problems[0]}
        onChange={change}
      />
      <NativeSelect
        label={texts.firstLanguage}
        value={languages[0] ?? ""}
        data={languages.map((tag) => ({ value: tag, label: known.get(tag) ?? tag }))}
        onChange={({ currentTarget: { value } }) => onChange([value, ...languages.filter((tag) => tag !== value)])}
      />
    </>
  );
}
