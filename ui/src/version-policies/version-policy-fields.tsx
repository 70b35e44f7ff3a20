/** Bounds and lists of a policy as fields, with problems from the server and from local validation. */
import { ActionIcon, Alert, Button, Fieldset, Group, Input, Stack, Text, TextInput, Title } from "@mantine/core";
import { compareToBound, maxVersionLength } from "drawbridge-rules/versions/app-version.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import { maxEntryLength } from "drawbridge-rules/versions/version-entry.ts";
import { blocksEveryVersion } from "drawbridge-rules/versions/version-policy.ts";
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, type RefObject, useId, useRef } from "react";
import { flushSync } from "react-dom";
import { Icon } from "../elements/icon.tsx";
import { ShowMore } from "../elements/show-more.tsx";
import { checkPolicyDraft, type EntryField, normalizeLine, serverFieldName } from "./policy-draft.ts";
import {
  type EntryPosition,
  entryLines,
  type MarkField,
  useEntryWords,
  withLine,
  withLines,
  withMark,
  withoutLine,
} from "./ruler-edit.ts";
import { useDraftProblems } from "./version-policy-edit.tsx";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";

interface VersionPolicyFieldsProps {
  readonly form: PlatformForm;
  readonly isReadOnly: boolean;
  /** Server's problem with a field. */
  readonly problemAt: (field: string) => string | undefined;
  readonly onChange: (form: PlatformForm) => void;
  readonly onChoose: (place: EntryPosition) => void;
}

export function VersionPolicyFields({ form, isReadOnly, problemAt, onChange, onChoose }: VersionPolicyFieldsProps) {
  const { policy, rules } = checkPolicyDraft(form);
  const [said, setTyping] = useDraftProblems(form);
  const lineProblem = (field: EntryField, line: number) => {
    const sent = serverFieldName(entryLines(form, field), field, line);
    return said(`${field}.${line}`) ?? (sent === null ? undefined : problemAt(sent));
  };
  const { minimum, recommended } = rules;
  const isLost = minimum !== null && recommended !== null && compareToBound(recommended, minimum) <= 0;
  return (
    <div>
      {(["minimum", "recommended"] as const).map((field: MarkField) => (
        <TextInput
          key={field}
          mb="md"
          label={texts[field]}
          description={
            field === "recommended" && isLost ? `${texts.recommendedHint} ${texts.recommendedLost}` : texts[`${field}Hint`]
          }
          readOnly={isReadOnly}
          autoComplete="off"
          spellCheck={false}
          maxLength={maxVersionLength}
          value={form[field] ?? ""}
          error={said(field) ?? problemAt(field)}
          onChange={({ currentTarget: { value } }) => {
            setTyping(field);
            onChange(withMark(form, field, value));
          }}
        />
      ))}
      {(["blocked", "exempt"] as const).map((field) => (
        <EntryLines
          key={field}
          field={field}
          form={form}
          isReadOnly={isReadOnly}
          problem={problemAt(field)}
          problemAt={(line) => lineProblem(field, line)}
          onChange={onChange}
          onFocus={(line) => onChoose({ field, line })}
          onType={(line) => setTyping(`${field}.${line}`)}
        />
      ))}
      {blocksEveryVersion(policy) && (
        <Alert color="caution" mt="md">
          {texts.everyBlocked}
        </Alert>
      )}
    </div>
  );
}

interface EntryLinesProps {
  readonly field: EntryField;
  readonly form: PlatformForm;
  readonly isReadOnly: boolean;
  /** Problem of the list as a whole. */
  readonly problem: string | undefined;
  /** Problems by displayed line. */
  readonly problemAt: (line: number) => string | undefined;
  readonly onChange: (form: PlatformForm) => void;
  /** A line has the focus. */
  readonly onFocus: (line: number) => void;
  readonly onType: (line: number) => void;
}

/** Number of lines shown until the user asks for more. */
const shownAtFirst = 50;

/** The entries of one list of a policy, a line each, with what each means or what is wrong with it. */
function EntryLines({ field, form, isReadOnly, problem, problemAt, onChange, onFocus, onType }: EntryLinesProps) {
  const wordsOf = useEntryWords();
  const frame = useRef<HTMLFieldSetElement>(null);
  const lines = entryLines(form, field);
  /** Focuses the line before the next key, which belongs to it. */
  const changeAt = (line: number, changed: PlatformForm) => {
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

interface FormSectionProps {
  readonly title: string;
  readonly hint: string;
  readonly frame?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/** Part of a form with a heading. No fieldset: Chromium gives container queries in one a width of 0 when its content changes. */
export function FormSection({ title, hint, frame, children }: FormSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} ref={frame}>
      <Title order={3} size="sm" id={id}>
        {title}
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {hint}
      </Text>
      {children}
    </section>
  );
}
