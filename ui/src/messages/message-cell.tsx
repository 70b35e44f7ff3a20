import { ActionIcon, Badge, Checkbox, Code, Group, Input, Stack, Text, VisuallyHidden } from "@mantine/core";
import { allowedIn, longestText } from "drawbridge-rules/texts/message.ts";
import type { Policies } from "drawbridge-rules/texts/placeholder-values.ts";
import { useId } from "react";
import { useFormats } from "../texts/formats.ts";
import { useLanguage, useSharedTexts, useTexts } from "../texts/language.tsx";
import { FaultList } from "./fault-list.tsx";
import { type Kind, type MessageForm, withText } from "./message-form.ts";
import { messageTexts } from "./message-texts.ts";
import classes from "./messages.module.css";
import { PlaceholderField } from "./placeholder-field.tsx";
import { faultsIn } from "./text-fault.ts";
import { toldIn } from "./told-text.ts";
import { useTyping } from "./use-typing.ts";

export interface MessageCellProps {
  readonly form: MessageForm;
  /** As it is published. */
  readonly published: MessageForm;
  readonly kind: Kind;
  readonly language: string;
  readonly policies: Policies;
  /** What the server said about it. */
  readonly problem: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (form: MessageForm) => void;
  readonly onFocus: () => void;
}

/** One text in one language: to be typed, with what is wrong about it and what apps get where it is missing. */
export function MessageCell(props: MessageCellProps) {
  const { form, kind, language, policies, problem, isReadOnly, onChange, onFocus } = props;
  const id = useId();
  const written = form.messages[kind][language];
  const value = written ?? "";
  const allowed = allowedIn[kind];
  const typing = useTyping(value, allowed, (text) => onChange(withText(form, kind, language, text === "" ? undefined : text)));
  // What is still being typed is not wrong yet.
  const faults = faultsIn(written, kind, policies).filter(({ from }) => from !== typing.begun?.from);
  return (
    <Stack gap={4}>
      <CellLabel {...props} id={id} onInsert={typing.open} />
      <PlaceholderField
        id={id}
        typing={typing}
        value={value}
        faults={faults}
        language={language}
        isReadOnly={isReadOnly}
        describedBy={`${id}-said`}
        onFocus={onFocus}
      />
      <div id={`${id}-said`}>
        <Counter text={value} />
        <FaultList text={value} faults={faults} allowed={allowed} typing={typing} />
        {problem !== undefined && faults.length === 0 && <Input.Error role="alert">{problem}</Input.Error>}
      </div>
      {value === "" && <Missing {...props} />}
    </Stack>
  );
}

interface CellLabelProps extends MessageCellProps {
  readonly id: string;
  readonly onInsert: () => void;
}

function CellLabel({ id, form, published, kind, language, isReadOnly, onInsert }: CellLabelProps) {
  const texts = useTexts(messageTexts);
  const { fields } = useSharedTexts();
  const { languageName } = useFormats();
  const isDirty = form.messages[kind][language] !== published.messages[kind][language];
  const name = languageName(language);
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap" mih="1.75rem">
      <Group gap={6}>
        <Input.Label htmlFor={id} fw={600}>
          <VisuallyHidden>{texts.cell(texts.kinds[kind], "")}</VisuallyHidden>
          {name} <Code>{language}</Code>
        </Input.Label>
        {form.languages[0] === language && (
          <Badge size="sm" variant="light" color="gray">
            {fields.firstLanguage}
          </Badge>
        )}
        {isDirty && (
          <Badge size="sm" variant="light" color="blue">
            {texts.unsaved}
          </Badge>
        )}
      </Group>
      {!isReadOnly && (
        <ActionIcon
          variant="default"
          size="md"
          title={texts.insert}
          aria-label={`${texts.insert}: ${texts.cell(texts.kinds[kind], name)}`}
          onClick={onInsert}
        >
          <Text span size="xs" ff="monospace" aria-hidden>
            {"{…}"}
          </Text>
        </ActionIcon>
      )}
    </Group>
  );
}

function Counter({ text }: { readonly text: string }) {
  const texts = useTexts(messageTexts);
  const { locale } = useLanguage();
  const length = [...text].length;
  if (length === 0) return null;
  return (
    <Text size="xs" c={length > longestText ? "var(--mantine-color-error)" : "dimmed"}>
      {texts.left(length, longestText, locale)}
    </Text>
  );
}

/** What apps get where there is no text; and of a notice, that it is empty on purpose. */
function Missing({ form, kind, language, isReadOnly, onChange }: MessageCellProps) {
  const texts = useTexts(messageTexts);
  const { languageName } = useFormats();
  const isSilent = form.messages[kind][language] === "";
  const told = toldIn(withText(form, kind, language, undefined), kind, language);
  const canBeSilent = kind === "default" && (isSilent || told.text !== "");
  return (
    <Stack gap={4}>
      {!isSilent && (
        <>
          <Text size="xs" c="dimmed">
            {told.text === "" || told.source === "own"
              ? texts.missing.none
              : texts.missing[told.source === "none" ? "built_in" : told.source](languageName(told.language))}
          </Text>
          {told.text !== "" && (
            <Text size="xs" lang={told.language} dir="auto" className={classes.quoted}>
              {told.text}
            </Text>
          )}
        </>
      )}
      {canBeSilent && (
        <Checkbox
          size="xs"
          label={texts.silent(languageName(language))}
          checked={isSilent}
          disabled={isReadOnly}
          onChange={({ currentTarget: { checked } }) => onChange(withText(form, kind, language, checked ? "" : undefined))}
        />
      )}
    </Stack>
  );
}
