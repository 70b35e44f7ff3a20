import {
  ActionIcon,
  Badge,
  Button,
  Checkbox,
  Code,
  Group,
  Input,
  List,
  Stack,
  Text,
  TextInput,
  VisuallyHidden,
} from "@mantine/core";
import { allowedIn, maxTextLength, type Placeholder, type ScreenKind, textFaults } from "drawbridge-rules/texts/message.ts";
import { nearestName } from "drawbridge-rules/values/nearest-name.ts";
import { useId } from "react";
import { formatLanguage, formatList } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { type Kind, type MessageForm, withText, withTitle } from "./message-form.ts";
import { messageTexts as texts } from "./message-texts.ts";
import classes from "./messages.module.css";
import { PlaceholderField, type Typing, useTyping } from "./placeholder-field.tsx";
import { resolveText, titleIn } from "./resolved-text.ts";
import { type Fault, faultsIn, type ShownPolicies, textPosition } from "./text-marks.ts";

interface MessageCellProps {
  readonly form: MessageForm;
  /** As it is published. */
  readonly published: MessageForm;
  readonly kind: Kind;
  readonly language: string;
  readonly policies: ShownPolicies;
  /** Problem reported by the server. */
  readonly problem: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (form: MessageForm) => void;
  readonly onFocus: () => void;
}

/** Field for one text in one language, with its faults and the fallback that apps get without it. */
export function MessageCell(props: MessageCellProps) {
  const { form, kind, language, policies, problem, isReadOnly, onChange, onFocus } = props;
  const id = useId();
  const written = form.messages[kind][language];
  const value = written ?? "";
  const allowed = allowedIn[kind];
  const typing = useTyping(value, allowed, (text) => onChange(withText(form, kind, language, text === "" ? undefined : text)));
  // A placeholder that is still being typed is not a fault yet.
  const faults = faultsIn(written, kind, policies[kind]).filter(({ from }) => from !== typing.begun?.from);
  return (
    <Stack gap={4}>
      <CellLabel {...props} id={id} onInsert={typing.open} />
      {kind !== "default" && <TitleField {...props} kind={kind} />}
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

/** The title above the message; without one, apps show Drawbridge's own. */
function TitleField({ form, kind, language, isReadOnly, onChange, onFocus }: MessageCellProps & { readonly kind: ScreenKind }) {
  const title = form.titles[kind][language];
  const faults = title === undefined ? [] : textFaults(title, kind, "title");
  const said = faults.map((fault) => {
    const words = texts.faults[fault.kind];
    return typeof words === "string" ? words : words(title?.slice(fault.from, fault.to) ?? "");
  });
  return (
    <TextInput
      aria-label={texts.titleOf(texts.kinds[kind], formatLanguage(language))}
      lang={language}
      dir="auto"
      autoComplete="off"
      placeholder={titleIn(form, kind, language).text}
      value={title ?? ""}
      readOnly={isReadOnly}
      error={said.length > 0 ? said.join(" ") : undefined}
      onFocus={onFocus}
      onChange={({ currentTarget: { value } }) => onChange(withTitle(form, kind, language, value === "" ? undefined : value))}
    />
  );
}

interface CellLabelProps extends MessageCellProps {
  readonly id: string;
  readonly onInsert: () => void;
}

function CellLabel({ id, form, published, kind, language, isReadOnly, onInsert }: CellLabelProps) {
  const { fields } = sharedTexts;
  const isDirty = form.messages[kind][language] !== published.messages[kind][language];
  const name = formatLanguage(language);
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
          <Badge size="sm" variant="light" color="accent">
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
  const length = [...text].length;
  if (length === 0) return null;
  return (
    <Text size="xs" c={length > maxTextLength ? "var(--mantine-color-error)" : "dimmed"}>
      {texts.left(length, maxTextLength)}
    </Text>
  );
}

/** Fallback that apps get where there is no text; a notice can be empty on purpose. */
function Missing({ form, kind, language, isReadOnly, onChange }: MessageCellProps) {
  const isSilent = form.messages[kind][language] === "";
  const told = resolveText(withText(form, kind, language, undefined), kind, language);
  const canBeSilent = kind === "default" && (isSilent || told.text !== "");
  return (
    <Stack gap={4}>
      {!isSilent && (
        <>
          <Text size="xs" c="dimmed">
            {told.text === "" || told.source === "own"
              ? texts.missing.none
              : texts.missing[told.source === "none" ? "built_in" : told.source](formatLanguage(told.language))}
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
          label={texts.silent(formatLanguage(language))}
          checked={isSilent}
          disabled={isReadOnly}
          onChange={({ currentTarget: { checked } }) => onChange(withText(form, kind, language, checked ? "" : undefined))}
        />
      )}
    </Stack>
  );
}

interface FaultListProps {
  readonly text: string;
  readonly faults: readonly Fault[];
  /** Placeholders allowed in this message. */
  readonly allowed: readonly Placeholder[];
  readonly typing: Typing;
}

/** Faults of a text with their positions. The list is always rendered, so that a screen reader announces additions. */
function FaultList({ text, faults, allowed, typing }: FaultListProps) {
  const wordsOf = useFaultWords(text);
  return (
    <div role="status">
      {faults.length > 0 && (
        <List size="xs" listStyleType="none" spacing={4} mt={4}>
          {faults.map((fault) => {
            const { kind, from, to } = fault;
            const { line, column } = textPosition(text, from);
            const instead = kind === "unknown" ? `{${meant(text.slice(from + 1, to - 1), allowed)}}` : null;
            return (
              <List.Item key={`${from} ${kind}`}>
                <Text size="xs" c="var(--mantine-color-error)">
                  {texts.at(line, column, wordsOf(fault))}
                </Text>
                <Group gap={4}>
                  <Button size="compact-xs" variant="default" onClick={() => typing.select(from, to)}>
                    {texts.show}
                  </Button>
                  {instead !== null && (
                    <Button size="compact-xs" variant="default" onClick={() => typing.replace(from, to, instead)}>
                      {texts.replaceBy(instead)}
                    </Button>
                  )}
                </Group>
              </List.Item>
            );
          })}
        </List>
      )}
    </div>
  );
}

/** The closest placeholder to a partial or misspelled name. */
function meant(name: string, allowed: readonly Placeholder[]): string {
  const wanted = name.trim().toLowerCase();
  return (wanted !== "" && allowed.find((placeholder) => placeholder.includes(wanted))) || nearestName(wanted, allowed);
}

function useFaultWords(text: string): (fault: Fault) => string {
  return (fault) => {
    const part = text.slice(fault.from, fault.to);
    if (fault.kind === "no_value_on") {
      const words = part === "{update_to}" ? texts.noUpdateOn : texts.noValueOn;
      return words(part, formatList(fault.platforms));
    }
    const words = texts.faults[fault.kind];
    return typeof words === "string" ? words : words(part);
  };
}
