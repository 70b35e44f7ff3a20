import { NativeSelect, TagsInput } from "@mantine/core";
import { useState } from "react";
import { canonicalTag, formatLanguage } from "../texts/formats.ts";
import { settingsTexts as texts } from "./settings-texts.ts";

/** Any other language is entered as a tag. */
const commonLanguages: readonly string[] =
  "ar bg bn cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk ur vi zh-Hans zh-Hant".split(
    " ",
  );

interface LanguagesFieldProps {
  readonly languages: readonly string[];
  readonly problemAt: (field: string) => string | undefined;
  readonly onChange: (languages: readonly string[]) => void;
}

export function LanguagesField({ languages, problemAt, onChange }: LanguagesFieldProps) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const known = new Map([...languages, ...commonLanguages].map((tag) => [tag, formatLanguage(tag)]));
  const tagOf = (text: string) => {
    const name = text.trim().toLowerCase();
    return [...known].find(([, each]) => each.toLowerCase() === name)?.[0] ?? canonicalTag(text.trim());
  };
  const change = (names: readonly string[]) => {
    const wrong = names.find((name) => tagOf(name) === null);
    if (wrong !== undefined) {
      setProblem(texts.noLanguage);
      // The field has cleared it by then.
      return queueMicrotask(() => setTyped(wrong));
    }
    setProblem(undefined);
    // A project has at least one.
    if (names.length > 0) onChange([...new Set(names.flatMap((name) => tagOf(name) ?? []))]);
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
