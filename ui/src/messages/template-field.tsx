import { Button, Group, List, Stack, Text, Textarea, type TextareaProps } from "@mantine/core";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import { maxTextLength, type Placeholder } from "drawbridge-rules/texts/message.ts";
import { nearestName } from "drawbridge-rules/values/nearest-name.ts";
import { useId, useRef } from "react";
import { formatList } from "../texts/formats.ts";
import { messageTexts as texts } from "./message-texts.ts";
import { type Fault, textPosition } from "./text-marks.ts";

interface TemplateFieldProps extends Pick<TextareaProps, "label" | "placeholder" | "minRows"> {
  readonly language: string;
  readonly value: string;
  readonly allowed: readonly Placeholder[];
  readonly faults: readonly Fault[];
  /** Reported by the server. */
  readonly problem: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (text: string) => void;
}

export function TemplateField(props: TemplateFieldProps) {
  const { language, value, allowed, faults, problem, isReadOnly, onChange, ...field } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const { length } = [...value];
  const replace = (text: string, from?: number, to?: number) => {
    if (!area.current) return;
    const { selectionStart, selectionEnd } = area.current;
    area.current.focus();
    area.current.setRangeText(text, from ?? selectionStart, to ?? selectionEnd, "end");
    // React takes the text from this event, and the caret stays behind the inserted part.
    area.current.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <Stack gap="xs">
      <Textarea
        {...field}
        ref={area}
        lang={language}
        // Mantine sets `dir` on the element around the field, and replaces `aria-describedby`.
        attributes={{ input: { dir: "auto", "aria-describedby": id } }}
        autosize
        readOnly={isReadOnly}
        value={value}
        error={faults.length > 0 || problem}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <div id={id}>
        {length >= maxTextLength * 0.9 && (
          <Text size="xs" c={length > maxTextLength ? "var(--mantine-color-error)" : "dimmed"}>
            {texts.left(length, maxTextLength)}
          </Text>
        )}
        <FaultList
          text={value}
          faults={faults}
          allowed={allowed}
          onShow={({ from, to }) => {
            area.current?.focus();
            area.current?.setSelectionRange(from, to);
          }}
          onReplace={({ from, to }, text) => replace(text, from, to)}
        />
      </div>
      {!isReadOnly && (
        <Group gap={4} role="group" aria-label={texts.placeholders}>
          {allowed.map((placeholder) => (
            <Button
              key={placeholder}
              size="compact-xs"
              title={texts.placeholder[placeholder]}
              aria-label={texts.insert(placeholder)}
              // The field keeps its caret.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => replace(`{${placeholder}}`)}
            >
              {`{${placeholder}}`}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}

interface FaultListProps {
  readonly text: string;
  readonly faults: readonly Fault[];
  readonly allowed: readonly Placeholder[];
  readonly onShow: (fault: Fault) => void;
  readonly onReplace: (fault: Fault, text: string) => void;
}

/** Rendered without faults too, so that screen readers announce additions. */
function FaultList({ text, faults, allowed, onShow, onReplace }: FaultListProps) {
  return (
    <div role="status">
      {faults.length > 0 && (
        <List size="xs" listStyleType="none" spacing={4} mt={4}>
          {faults.map((fault) => {
            const { kind, from, to } = fault;
            const { line, column } = textPosition(text, from);
            const instead = kind === "unknown" ? meant(text.slice(from + 1, to - 1), allowed) : "";
            return (
              <List.Item key={`${from} ${kind}`}>
                <Text size="xs" c="var(--mantine-color-error)">
                  {texts.at(line, column, faultWords(fault, text))}
                </Text>
                <Group gap={4}>
                  <Button size="compact-xs" onClick={() => onShow(fault)}>
                    {texts.show}
                  </Button>
                  {instead !== "" && (
                    <Button size="compact-xs" onClick={() => onReplace(fault, `{${instead}}`)}>
                      {texts.replaceBy(`{${instead}}`)}
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

/** "" means that no placeholder is near. */
function meant(name: string, allowed: readonly Placeholder[]): string {
  const wanted = name.trim().toLowerCase();
  if (wanted === "") return "";
  const begun = allowed.find((placeholder) => placeholder.startsWith(wanted));
  return begun ?? allowed.find((placeholder) => placeholder.includes(wanted)) ?? nearestName(wanted, allowed);
}

export function faultWords(fault: Fault, text: string): string {
  const part = text.slice(fault.from, fault.to);
  if (fault.kind === "no_value_on") {
    const words = part === "{update_to}" ? texts.noUpdateOn : texts.noValueOn;
    return words(part, formatList(fault.platforms.map(namesIn({}).platform)));
  }
  const words = texts.faults[fault.kind];
  return typeof words === "string" ? words : words(part);
}
