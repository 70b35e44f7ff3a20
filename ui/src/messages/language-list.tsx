import { Autocomplete, Box, Button, Group, Modal, Paper, Stack, Table, Text, Title } from "@mantine/core";
import { canonicalLanguage } from "drawbridge-rules/texts/language.ts";
import { useState } from "react";
import { Icon } from "../elements/icon.tsx";
import { formatLanguage } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { kinds, type MessageForm, withFirst, withLanguage, withoutLanguage, writtenIn } from "./message-form.ts";
import { messageTexts as texts } from "./message-texts.ts";
import classes from "./messages.module.css";

interface LanguageListProps {
  readonly form: MessageForm;
  readonly problem: string | undefined;
  readonly onChange: (form: MessageForm) => void;
  readonly onAdded: (language: string) => void;
}

/** The languages of the project in order: add one, remove one, or make another one the first. */
export function LanguageList({ form, problem, onChange, onAdded }: LanguageListProps) {
  const { fields } = sharedTexts;
  const [leaving, setLeaving] = useState<string | null>(null);
  const { languages } = form;
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <div>
          <Title order={2} size="h4">
            {texts.manageLanguages}
          </Title>
          <Text size="sm" c="dimmed">
            {texts.firstMeaning}
          </Text>
        </div>
        <Table maw="40rem" withRowBorders={false} verticalSpacing={4}>
          <Table.Tbody>
            {languages.map((language, index) => (
              <Table.Tr key={language}>
                <Table.Td>
                  {formatLanguage(language)}{" "}
                  <Text span size="xs" c="dimmed">
                    {[language, index === 0 ? fields.firstLanguage : ""].filter((text) => text !== "").join(" · ")}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Group gap="xs" justify="flex-end">
                    {index > 0 && (
                      <Button
                        size="xs"
                        variant="default"
                        aria-label={texts.makeFirstOf(formatLanguage(language))}
                        onClick={() => onChange(withFirst(form, language))}
                      >
                        {texts.makeFirst}
                      </Button>
                    )}
                    {languages.length > 1 && (
                      <Button
                        size="xs"
                        variant="subtle"
                        color="caution"
                        leftSection={<Icon name="remove" size={1} />}
                        aria-label={texts.removeOf(formatLanguage(language))}
                        onClick={() => setLeaving(language)}
                      >
                        {texts.remove}
                      </Button>
                    )}
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {languages.length === 1 && (
          <Text size="xs" c="dimmed">
            {texts.only}
          </Text>
        )}
        {problem !== undefined && (
          <Text size="xs" c="var(--mantine-color-error)">
            {problem}
          </Text>
        )}
        <AddLanguage form={form} onChange={onChange} onAdded={onAdded} />
      </Stack>
      {leaving !== null && (
        <RemoveLanguage
          form={form}
          language={leaving}
          onClose={() => setLeaving(null)}
          onRemove={() => {
            onChange(withoutLanguage(form, leaving));
            setLeaving(null);
          }}
        />
      )}
    </Paper>
  );
}

interface RemoveLanguageProps {
  readonly form: MessageForm;
  readonly language: string;
  readonly onClose: () => void;
  readonly onRemove: () => void;
}

/** Lists the texts that would be lost before they leave the draft; the review lists them again. */
function RemoveLanguage({ form, language, onClose, onRemove }: RemoveLanguageProps) {
  const { actions } = sharedTexts;
  const lost = kinds.filter((kind) => writtenIn(form, language).includes(kind));
  return (
    <Modal opened onClose={onClose} title={texts.removeTitle(formatLanguage(language))}>
      <Stack gap="sm">
        <Text size="sm">{lost.length === 0 ? texts.removeLosesNone : texts.removeLoses}</Text>
        {lost.map((kind) => (
          <div key={kind}>
            <Text size="sm" fw={600}>
              {texts.kinds[kind]}
            </Text>
            <Text size="sm" lang={language} dir="auto" className={classes.quoted}>
              {form.messages[kind][language]}
            </Text>
          </div>
        ))}
        <Text size="sm">{texts.removeLeaves}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {actions.cancel}
          </Button>
          <Button onClick={onRemove}>{texts.removeConfirm}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

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

function AddLanguage({ form, onChange, onAdded }: AddLanguageProps) {
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
