import { ActionIcon, Autocomplete, Button, Group, Input, Stack, Text } from "@mantine/core";
import { useMemo, useState } from "react";
import { Icon } from "../elements/icon.tsx";
import { formatLanguage } from "../texts/formats.ts";
import { commonLanguages, moveLanguage, parseLanguageTag } from "./language-order.ts";
import { settingsTexts as texts } from "./settings-texts.ts";

interface LanguagesFieldProps {
  readonly languages: readonly string[];
  readonly isReadOnly?: boolean;
  readonly problemAt: (field: string) => string | undefined;
  readonly onChange: (languages: readonly string[]) => void;
}

/** Field for the languages in order; the first is the fallback for all others. */
export function LanguagesField({ languages, isReadOnly = false, problemAt, onChange }: LanguagesFieldProps) {
  const problem = problemAt("languages");
  return (
    <Stack gap="xs">
      <Stack component="ul" role={listRole} aria-label={texts.languages} gap={4} p={0} m={0} style={{ listStyle: "none" }}>
        {languages.map((language, index) => (
          <li key={language}>
            <LanguageRow
              languages={languages}
              index={index}
              isReadOnly={isReadOnly}
              problem={problemAt(`languages.${index}`)}
              onChange={onChange}
            />
          </li>
        ))}
      </Stack>
      {problem !== undefined && <Input.Error>{problem}</Input.Error>}
      {!isReadOnly && <AddLanguage languages={languages} onAdd={(language) => onChange([...languages, language])} />}
    </Stack>
  );
}

/** Some screen readers see a list without bullets only if it has the role. */
const listRole = "list";

interface LanguageRowProps extends Omit<LanguagesFieldProps, "problemAt"> {
  readonly index: number;
  readonly problem: string | undefined;
}

function LanguageRow({ languages, index, isReadOnly, problem, onChange }: LanguageRowProps) {
  const language = languages[index] ?? "";
  const name = formatLanguage(language);
  return (
    <>
      <Group gap={6} wrap="nowrap" maw="30rem">
        <Text size="sm" flex="1 1 0" style={{ overflowWrap: "anywhere" }}>
          {name}{" "}
          <Text span size="sm" c="dimmed">
            {[language, ...(index === 0 ? [texts.firstLanguage] : [])].join(" · ")}
          </Text>
        </Text>
        {!isReadOnly && (
          <>
            <ActionIcon
              variant="default"
              aria-label={texts.up(name)}
              disabled={index === 0}
              onClick={() => onChange(moveLanguage(languages, index, -1))}
            >
              <Icon name="up" />
            </ActionIcon>
            <ActionIcon
              variant="default"
              aria-label={texts.down(name)}
              disabled={index === languages.length - 1}
              onClick={() => onChange(moveLanguage(languages, index, 1))}
            >
              <Icon name="down" />
            </ActionIcon>
            <ActionIcon
              variant="default"
              aria-label={texts.remove(name)}
              disabled={languages.length === 1}
              onClick={() => onChange(languages.filter((other) => other !== language))}
            >
              <Icon name="remove" />
            </ActionIcon>
          </>
        )}
      </Group>
      {problem !== undefined && <Input.Error>{problem}</Input.Error>}
    </>
  );
}

interface AddLanguageProps {
  readonly languages: readonly string[];
  readonly onAdd: (language: string) => void;
}

function AddLanguage({ languages, onAdd }: AddLanguageProps) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const known = useMemo(() => new Map(commonLanguages.map((tag) => [tag, formatLanguage(tag)])), []);
  const offered = [...known].filter(([tag]) => !languages.includes(tag)).map(([, name]) => name);
  const add = (text: string) => {
    const tag = parseLanguageTag(text, known);
    if (tag === null) return setProblem(texts.noLanguage);
    if (languages.includes(tag)) return setProblem(texts.twice(formatLanguage(tag)));
    setTyped("");
    setProblem(null);
    onAdd(tag);
  };
  return (
    <Group gap="xs" align="flex-start">
      <Autocomplete
        label={texts.addLanguage}
        description={texts.addLanguageHint}
        w="18rem"
        maw="100%"
        data={offered}
        limit={8}
        value={typed}
        error={problem}
        onChange={(text) => {
          setTyped(text);
          setProblem(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing || typed.trim() === "") return;
          // Does not submit the form around it. A choice from the list fills the field first.
          event.preventDefault();
          if (event.currentTarget.getAttribute("aria-activedescendant") === null) add(typed);
        }}
      />
      <Button variant="default" mt={{ base: 0, xs: "2.75rem" }} disabled={typed.trim() === ""} onClick={() => add(typed)}>
        {texts.add}
      </Button>
    </Group>
  );
}
