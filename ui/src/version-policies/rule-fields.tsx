import { ActionIcon, Button, Fieldset, Group, Input, Stack, TextInput, Title } from "@mantine/core";
import { setValueAt } from "drawbridge-rules/changes/three-way-merge.ts";
import { compareToBound, maxVersionLength } from "drawbridge-rules/versions/app-version.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import { maxEntryLength } from "drawbridge-rules/versions/version-entry.ts";
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, type RefObject, useRef } from "react";
import { flushSync } from "react-dom";
import { Hint } from "../elements/cells.tsx";
import { Icon } from "../elements/icon.tsx";
import { ShowMore } from "../elements/show-more.tsx";
import { checkPolicyDraft, type EntryField, entryFields, normalizeLine, stepBounds } from "./policy-draft.ts";
import { type EntryPosition, entryLines, entryMeaning, withLine, withLines, withoutLine } from "./ruler-edit.ts";
import { useDraftFields } from "./version-policy-edit.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";

export interface RuleFieldsProps {
  readonly form: PlatformForm;
  readonly isReadOnly: boolean;
  readonly problemAt: (field: string) => string | undefined;
  readonly onChange: (form: PlatformForm) => void;
}

export function BoundFields({ form, isReadOnly, problemAt, onChange }: RuleFieldsProps) {
  const { minimum, recommended } = checkPolicyDraft(form).rules;
  const fieldProps = useDraftFields(form);
  const isLost = minimum !== null && recommended !== null && compareToBound(recommended, minimum) <= 0;
  return stepBounds.map((field) => (
    <TextInput
      key={field}
      flex="1 1 7rem"
      maw="10rem"
      label={texts[field]}
      placeholder={texts.noVersion}
      readOnly={isReadOnly}
      maxLength={maxVersionLength}
      value={form[field] ?? ""}
      description={field === "recommended" && isLost ? texts.recommendedLost : undefined}
      inputWrapperOrder={["label", "input", "description", "error"]}
      {...fieldProps(field, problemAt(field), (text) => onChange(setValueAt(form, [field], text || undefined)))}
    />
  ));
}

interface EntryFieldsProps extends RuleFieldsProps {
  readonly onChoose: (place: EntryPosition) => void;
}

export function EntryFields(props: EntryFieldsProps) {
  return entryFields.map((field) => <EntryLines key={field} {...props} field={field} />);
}

const shownAtFirst = 50;

function EntryLines(props: EntryFieldsProps & { readonly field: EntryField }) {
  const { field, form, isReadOnly, problemAt, onChange, onChoose } = props;
  const fieldProps = useDraftFields(form);
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
    <Fieldset variant="unstyled" ref={frame} m={0} p={0} legend={<Input.Label component="span">{texts[field]}</Input.Label>}>
      <Stack gap="xs" align="stretch">
        <ShowMore items={lines.map((text, line) => ({ text, line }))} first={shownAtFirst} keyOf={({ line }) => String(line)}>
          {({ text, line }) => (
            <Group gap={4} wrap="nowrap" align="flex-start">
              <TextInput
                flex={1}
                aria-label={texts.line(texts[field], line + 1)}
                readOnly={isReadOnly}
                maxLength={maxEntryLength}
                value={text}
                placeholder={texts.entryExample}
                description={entryMeaning(normalizeLine(text))}
                inputWrapperOrder={["input", "description", "error"]}
                onFocus={() => onChoose({ field, line })}
                onKeyDown={(event) => press(event, line)}
                onPaste={(event) => paste(event, line)}
                {...fieldProps(`${field}.${line}`, problemAt(`${field}.${line}`), (typed) =>
                  onChange(withLine(form, { field, line }, typed)),
                )}
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
        {problemAt(field) !== undefined && <Input.Error size="sm">{problemAt(field)}</Input.Error>}
        {!isReadOnly && (
          <AddButton aria-label={texts.addLine(texts[field])} onClick={() => insert(lines.length)}>
            {texts.addEntry}
          </AddButton>
        )}
      </Stack>
    </Fieldset>
  );
}

export function AddButton(props: { readonly "aria-label"?: string; readonly onClick: () => void; readonly children: string }) {
  const icon = <Icon name="plus" size={0.875} />;
  return <Button {...props} size="compact-sm" style={{ alignSelf: "flex-start" }} leftSection={icon} />;
}

interface FormSectionProps {
  readonly title: string;
  readonly hint?: string;
  readonly frame?: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

/** No fieldset: Chromium gives container queries in one a width of 0 when its content changes. */
export function FormSection({ title, hint, frame, children }: FormSectionProps) {
  return (
    <Stack component="section" gap="xs" align="stretch" aria-label={title} ref={frame}>
      <div>
        <Title order={3}>{title}</Title>
        {hint !== undefined && <Hint size="xs">{hint}</Hint>}
      </div>
      {children}
    </Stack>
  );
}
