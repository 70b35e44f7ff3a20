import { Button, Group, List, Text } from "@mantine/core";
import type { Placeholder } from "drawbridge-rules/texts/message.ts";
import { nearestName } from "drawbridge-rules/values/nearest-name.ts";
import { formatList } from "../texts/formats.ts";
import { messageTexts as texts } from "./message-texts.ts";
import { type Fault, textPosition } from "./text-marks.ts";
import type { Typing } from "./use-typing.ts";

interface FaultListProps {
  readonly text: string;
  readonly faults: readonly Fault[];
  /** Placeholders allowed in this message. */
  readonly allowed: readonly Placeholder[];
  readonly typing: Typing;
}

/** Faults of a text with their positions. The list is always rendered, so that a screen reader announces additions. */
export function FaultList({ text, faults, allowed, typing }: FaultListProps) {
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
