/** What can be done with the entry that is chosen on the ruler, and how another comes there. */
import { Button, Code, Group, Text } from "@mantine/core";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import { Icon } from "../elements/icon.tsx";
import { useTexts } from "../texts/language.tsx";
import { onlyVersion } from "./entry-span.ts";
import { draftOf, type EntryField, tidied } from "./policy-draft.ts";
import { type EntryPlace, linesOf, withEntry, withOtherField, withoutLine } from "./ruler-edit.ts";
import { stopsOf } from "./ruler-stop.ts";
import { versionPolicyTexts } from "./version-policy-texts.ts";
import { parseVersionEntry } from "./version-rules.ts";

export interface ChosenEntryProps {
  readonly form: PolicyForm;
  readonly chosen: EntryPlace | null;
  /** A new entry begins with it, where it is a version. */
  readonly asked: string;
  readonly onChoose: (place: EntryPlace | null) => void;
  readonly onChange: (form: PolicyForm) => void;
}

export function ChosenEntry({ form, chosen, asked, onChoose, onChange }: ChosenEntryProps) {
  const texts = useTexts(versionPolicyTexts);
  const text = chosen ? tidied(linesOf(form, chosen.field)[chosen.line] ?? "") : "";
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
            onChange(changed);
            onChoose(place);
            requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-chosen] [role=slider]")?.focus());
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

/** Of the version that is asked about, else of the newest that is named. */
function withNew(form: PolicyForm, field: EntryField, asked: string): readonly [PolicyForm, EntryPlace] {
  const entry = parseVersionEntry(asked.trim());
  const newest = stopsOf([draftOf(form).policy]).findLast(({ isNamed }) => isNamed)?.version;
  const version = entry?.form === "exact" ? entry.version : newest;
  return version ? withEntry(form, field, onlyVersion(version)) : [form, { field, line: 0 }];
}
