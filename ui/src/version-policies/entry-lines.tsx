/** The entries of one list of a policy, a line each, with what each means or what is wrong with it. */
import { ActionIcon, Button, Fieldset, Group, Input, Stack, Text, TextInput } from "@mantine/core";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import { maxEntryLength } from "drawbridge-rules/versions/version-entry.ts";
import { type ClipboardEvent, type KeyboardEvent, useRef } from "react";
import { flushSync } from "react-dom";
import { Icon } from "../elements/icon.tsx";
import { ShowMore } from "../elements/show-more.tsx";
import { useEntryWords } from "./entry-words.ts";
import { type EntryField, normalizeLine } from "./policy-draft.ts";
import { entryLines, withLine, withLines, withoutLine } from "./ruler-edit.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";

interface EntryLinesProps {
  readonly field: EntryField;
  readonly form: PolicyForm;
  readonly isReadOnly: boolean;
  /** Problem of the list as a whole. */
  readonly problem: string | undefined;
  /** Problems by displayed line. */
  readonly problemAt: (line: number) => string | undefined;
  readonly onChange: (form: PolicyForm) => void;
  /** A line has the focus. */
  readonly onFocus: (line: number) => void;
  readonly onType: (line: number) => void;
}

/** Number of lines shown until the user asks for more. */
const shownAtFirst = 50;

export function EntryLines({ field, form, isReadOnly, problem, problemAt, onChange, onFocus, onType }: EntryLinesProps) {
  const wordsOf = useEntryWords();
  const frame = useRef<HTMLFieldSetElement>(null);
  const lines = entryLines(form, field);
  /** Focuses the line before the next key, which belongs to it. */
  const changeAt = (line: number, changed: PolicyForm) => {
    flushSync(() => onChange(changed));
    frame.current?.querySelectorAll("input")[Math.max(0, line)]?.focus();
  };
  const insert = (line: number) => changeAt(line, withLines(form, field, lines.toSpliced(line, 0, "")));
  const remove = (line: number) => changeAt(line - 1, withoutLine(form, { field, line }));
  const press = (event: KeyboardEvent, line: number) => {
    if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      insert(line + 1);
    } else if (event.key === "Backspace" && lines[line] === "") {
      event.preventDefault();
      remove(line);
    }
  };
  /** A list is pasted as a list. */
  const paste = (event: ClipboardEvent, line: number) => {
    const pasted = event.clipboardData
      .getData("text")
      .split(/\r?\n/)
      .filter((text) => text.trim() !== "");
    if (pasted.length < 2) return;
    event.preventDefault();
    const isEmpty = lines[line]?.trim() === "";
    onChange(withLines(form, field, lines.toSpliced(isEmpty ? line : line + 1, isEmpty ? 1 : 0, ...pasted)));
  };
  return (
    <Fieldset
      variant="unstyled"
      ref={frame}
      m={0}
      mb="md"
      p={0}
      styles={{ legend: { marginBottom: 0 } }}
      legend={
        <Text span size="sm" fw={600}>
          {texts[field]}
        </Text>
      }
    >
      <Text size="xs" c="dimmed" mb={4}>
        {texts[`${field}Hint`]}
      </Text>
      <Stack gap={6} align="stretch">
        <ShowMore items={lines.map((text, line) => ({ text, line }))} first={shownAtFirst} keyOf={({ line }) => String(line)}>
          {({ text, line }) => (
            <Group gap={4} wrap="nowrap" align="flex-start">
              <TextInput
                flex={1}
                aria-label={texts.line(texts[field], line + 1)}
                readOnly={isReadOnly}
                autoComplete="off"
                spellCheck={false}
                maxLength={maxEntryLength}
                value={text}
                error={problemAt(line)}
                description={wordsOf(normalizeLine(text))}
                inputWrapperOrder={["input", "description", "error"]}
                onFocus={() => onFocus(line)}
                onKeyDown={(event) => press(event, line)}
                onPaste={(event) => paste(event, line)}
                onChange={({ currentTarget: { value } }) => {
                  onType(line);
                  onChange(withLine(form, { field, line }, value));
                }}
              />
              {!isReadOnly && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={texts.removeLine(text.trim() || texts.emptyLine)}
                  onClick={() => remove(line)}
                >
                  <Icon name="remove" />
                </ActionIcon>
              )}
            </Group>
          )}
        </ShowMore>
        {problem !== undefined && <Input.Error size="sm">{problem}</Input.Error>}
        {!isReadOnly && (
          <Button
            variant="default"
            size="compact-sm"
            style={{ alignSelf: "flex-start" }}
            leftSection={<Icon name="plus" size={0.875} />}
            onClick={() => insert(lines.length)}
          >
            {texts.addLine(texts[field])}
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}
