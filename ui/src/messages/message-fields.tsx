import { Button, Checkbox, Group, Input, List, Stack, Text, TextInput } from "@mantine/core";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import { allowedIn, maxTextLength, type Placeholder, type ScreenKind, textFaults } from "drawbridge-rules/texts/message.ts";
import { nearestName } from "drawbridge-rules/values/nearest-name.ts";
import { useId } from "react";
import { Hint } from "../elements/cells.tsx";
import { formatLanguage, formatList } from "../texts/formats.ts";
import { type Kind, type MessageForm, withText, withTitle } from "./message-form.ts";
import { messageTexts as texts } from "./message-texts.ts";
import classes from "./messages.module.css";
import { PlaceholderField, type Typing, useTyping } from "./placeholder-field.tsx";
import { resolveText, titleIn } from "./resolved-text.ts";
import { type Fault, faultsIn, type ShownPolicies, textPosition } from "./text-marks.ts";

interface MessageFieldsProps {
  readonly form: MessageForm;
  readonly published: MessageForm;
  readonly kind: Kind;
  readonly language: string;
  readonly policies: ShownPolicies;
  /** Problem reported by the server. */
  readonly problem: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (form: MessageForm) => void;
}

export function MessageFields(props: MessageFieldsProps) {
  const { form, published, kind, language, policies, problem, isReadOnly, onChange } = props;
  const id = useId();
  const written = form.messages[kind][language];
  const value = written ?? "";
  const allowed = allowedIn[kind];
  const typing = useTyping(value, allowed, (text) => onChange(withText(form, kind, language, text === "" ? undefined : text)));
  // A placeholder that is still being typed is not a fault yet.
  const faults = faultsIn(written, kind, policies[kind]).filter(({ from }) => from !== typing.begun?.from);
  return (
    <Stack gap="md">
      {kind !== "default" && <TitleField {...props} kind={kind} />}
      <Stack gap={4}>
        <Group gap="xs" justify="space-between">
          <Input.Label htmlFor={id}>{texts.text}</Input.Label>
          {written !== published.messages[kind][language] && <Hint size="xs">{texts.unsaved}</Hint>}
        </Group>
        <PlaceholderField
          id={id}
          typing={typing}
          value={value}
          faults={faults}
          isWrong={problem !== undefined || faults.length > 0}
          language={language}
          isReadOnly={isReadOnly}
          describedBy={`${id}-said`}
        />
        <div id={`${id}-said`}>
          <Counter text={value} />
          <FaultList text={value} faults={faults} allowed={allowed} typing={typing} />
          {problem !== undefined && faults.length === 0 && <Input.Error role="alert">{problem}</Input.Error>}
        </div>
        {!isReadOnly && <InsertButtons allowed={allowed} onChoose={typing.choose} />}
      </Stack>
      {value === "" && <Missing {...props} />}
    </Stack>
  );
}

function TitleField({ form, kind, language, isReadOnly, onChange }: MessageFieldsProps & { readonly kind: ScreenKind }) {
  const title = form.titles[kind][language];
  const faults = title === undefined ? [] : textFaults(title, kind, "title");
  const said = faults.map((fault) => faultWords(fault, title ?? ""));
  return (
    <TextInput
      label={texts.title}
      lang={language}
      dir="auto"
      autoComplete="off"
      placeholder={titleIn(form, kind, language).text}
      value={title ?? ""}
      readOnly={isReadOnly}
      error={said.length > 0 ? said.join(" ") : undefined}
      onChange={({ currentTarget: { value } }) => onChange(withTitle(form, kind, language, value === "" ? undefined : value))}
    />
  );
}

interface InsertButtonsProps {
  readonly allowed: readonly Placeholder[];
  readonly onChoose: (placeholder: Placeholder) => void;
}

export function InsertButtons({ allowed, onChoose }: InsertButtonsProps) {
  return (
    <Group gap={4} role="group" aria-label={texts.placeholders} mt={4}>
      {allowed.map((placeholder) => (
        <Button
          key={placeholder}
          size="compact-xs"
          variant="default"
          title={texts.placeholder[placeholder]}
          aria-label={texts.insert(placeholder)}
          // The field keeps its caret.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(placeholder)}
        >
          {`{${placeholder}}`}
        </Button>
      ))}
    </Group>
  );
}

function Counter({ text }: { readonly text: string }) {
  const length = [...text].length;
  if (length < maxTextLength * 0.9) return null;
  return (
    <Text size="xs" c={length > maxTextLength ? "var(--mantine-color-error)" : "dimmed"}>
      {texts.left(length, maxTextLength)}
    </Text>
  );
}

/** Fallback that apps get where there is no text; a notice can be empty on purpose. */
function Missing({ form, kind, language, isReadOnly, onChange }: MessageFieldsProps) {
  const isSilent = form.messages[kind][language] === "";
  const told = resolveText(withText(form, kind, language, undefined), kind, language);
  const canBeSilent = kind === "default" && (isSilent || told.text !== "");
  return (
    <Stack gap={4}>
      {!isSilent && (
        <>
          <Hint size="xs">
            {told.text === "" || told.source === "own"
              ? texts.missing.none
              : texts.missing[told.source === "none" ? "built_in" : told.source](formatLanguage(told.language))}
          </Hint>
          {told.text !== "" && (
            <Text size="xs" lang={told.language} dir="auto" className={classes.quoted}>
              {told.text}
            </Text>
          )}
        </>
      )}
      {canBeSilent && (
        <Checkbox
          label={texts.silent}
          checked={isSilent}
          disabled={isReadOnly}
          onChange={({ currentTarget: { checked } }) => onChange(withText(form, kind, language, checked ? "" : undefined))}
        />
      )}
    </Stack>
  );
}

interface FaultListProps extends Pick<InsertButtonsProps, "allowed"> {
  readonly typing: Typing;
  readonly text: string;
  readonly faults: readonly Fault[];
}

/** Rendered even without faults, so that a screen reader announces additions. */
function FaultList({ text, faults, allowed, typing }: FaultListProps) {
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
                  {texts.at(line, column, faultWords(fault, text))}
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

function faultWords(fault: Fault, text: string): string {
  const part = text.slice(fault.from, fault.to);
  if (fault.kind === "no_value_on") {
    const words = part === "{update_to}" ? texts.noUpdateOn : texts.noValueOn;
    return words(part, formatList(fault.platforms.map(namesIn({}).platform)));
  }
  const words = texts.faults[fault.kind];
  return typeof words === "string" ? words : words(part);
}
