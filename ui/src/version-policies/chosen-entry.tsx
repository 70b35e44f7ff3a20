/** Actions for the entry selected on the ruler, and buttons that add one. */
import { Button, Code, Group, Text } from "@mantine/core";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import { parseVersionEntry } from "drawbridge-rules/versions/version-entry.ts";
import { flushSync } from "react-dom";
import { Icon } from "../elements/icon.tsx";
import { onlyVersion } from "./entry-span.ts";
import { checkPolicyDraft, type EntryField, normalizeLine } from "./policy-draft.ts";
import { type EntryPosition, entryLines, withEntry, withOtherField, withoutLine } from "./ruler-edit.ts";
import { rulerStops } from "./ruler-stop.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";

interface ChosenEntryProps {
  readonly form: PolicyForm;
  readonly chosen: EntryPosition | null;
  /** A new entry begins with it, where it is a version. */
  readonly asked: string;
  readonly onChoose: (place: EntryPosition | null) => void;
  readonly onChange: (form: PolicyForm) => void;
}

export function ChosenEntry({ form, chosen, asked, onChoose, onChange }: ChosenEntryProps) {
  const text = chosen ? normalizeLine(entryLines(form, chosen.field)[chosen.line] ?? "") : "";
  return (
    <Group gap="sm">
      {(["blocked", "exempt"] as const).map((field) => (
        <Button
          key={field}
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="plus" size={0.875} />}
          onClick={() => {
            const [changed, place] = withNew(form, field, asked);
            flushSync(() => {
              onChange(changed);
              onChoose(place);
            });
            document.querySelector<HTMLElement>("[data-chosen] [role=slider]")?.focus();
          }}
        >
          {texts.add[field]}
        </Button>
      ))}
      {chosen && parseVersionEntry(text) !== null && (
        <Group gap="xs" role="group" aria-label={texts.chosen.label}>
          <Text size="sm">
            {texts.chosen[chosen.field]} <Code>{text}</Code>
          </Text>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              const [changed, place] = withOtherField(form, chosen);
              onChange(changed);
              onChoose(place);
            }}
          >
            {chosen.field === "blocked" ? texts.chosen.toExempt : texts.chosen.toBlocked}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            color="red"
            onClick={() => {
              onChange(withoutLine(form, chosen));
              onChoose(null);
            }}
          >
            {texts.chosen.remove}
          </Button>
          <Text size="xs" c="dimmed">
            {texts.chosen.hint}
          </Text>
        </Group>
      )}
    </Group>
  );
}

/** Adds an entry for the checked version, otherwise for the newest named one. */
function withNew(form: PolicyForm, field: EntryField, asked: string): readonly [PolicyForm, EntryPosition] {
  const entry = parseVersionEntry(asked.trim());
  const newest = rulerStops([checkPolicyDraft(form).policy]).findLast(({ isNamed }) => isNamed)?.version;
  const version = entry?.form === "exact" ? entry.version : newest;
  return version ? withEntry(form, field, onlyVersion(version)) : [form, { field, line: 0 }];
}
