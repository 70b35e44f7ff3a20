import { Autocomplete, Box, Button, Group } from "@mantine/core";
import { canonicalLanguage } from "drawbridge-rules/texts/language.ts";
import { useState } from "react";
import { formatLanguage } from "../texts/formats.ts";
import { type MessageForm, withLanguage } from "./message-form.ts";
import { messageTexts as texts } from "./message-texts.ts";

interface AddLanguageProps {
  readonly form: MessageForm;
  readonly onChange: (form: MessageForm) => void;
  readonly onAdded: (language: string) => void;
}

/** Suggested; every other tag can be typed. */
const common = (
  "ar bg bn ca cs da de el en en-GB es es-419 et fa fi fr fr-CA he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-PT ro ru sk sl sr sv " +
  "th tr uk ur vi zh zh-Hant zh-TW zh-HK"
).split(" ");

export function AddLanguage({ form, onChange, onAdded }: AddLanguageProps) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const named = new Map(common.map((tag) => [formatLanguage(tag).toLowerCase(), tag]));
  const add = (text: string) => {
    const wanted = text.trim();
    if (wanted === "") return;
    const language = canonicalLanguage(named.get(wanted.toLowerCase()) ?? wanted);
    if (language === null) return setProblem(texts.noTag);
    if (form.languages.includes(language)) return setProblem(texts.known(formatLanguage(language)));
    onChange(withLanguage(form, language));
    onAdded(language);
    setTyped("");
  };
  return (
    <Autocomplete
      label={texts.addTag}
      description={texts.addHint}
      w="26rem"
      maw="100%"
      inputContainer={(field) => (
        <Group gap="xs" wrap="nowrap">
          <Box flex={1}>{field}</Box>
          <Button variant="default" onClick={() => add(typed)}>
            {texts.addButton}
          </Button>
        </Group>
      )}
      maxLength={60}
      spellCheck={false}
      value={typed}
      error={problem}
      data={common.filter((tag) => !form.languages.includes(tag))}
      limit={40}
      filter={({ options, search }) => options.filter((option) => "value" in option && isFound(option.value, search))}
      renderOption={({ option: { value } }) => `${formatLanguage(value)} (${value})`}
      onChange={(value) => {
        setTyped(value);
        setProblem(null);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
        // Adds a language, and is no field of the published form; a choice from the list fills the field first.
        event.preventDefault();
        if (event.currentTarget.getAttribute("aria-activedescendant") === null) add(typed);
      }}
    />
  );

  function isFound(tag: string, search: string): boolean {
    const wanted = search.trim().toLowerCase();
    return tag.toLowerCase().startsWith(wanted) || formatLanguage(tag).toLowerCase().includes(wanted);
  }
}
