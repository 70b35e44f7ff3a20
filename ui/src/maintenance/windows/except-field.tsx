import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { FieldGroup } from "../../elements/form-fields.tsx";
import { formatWeekday } from "../../texts/formats.ts";
import type { WindowFieldsProps } from "./window-fields.tsx";
import { type NamedWindowForm, withField } from "./window-form.ts";
import { recurrenceTexts as texts } from "./window-texts.ts";

export function ExceptField({ form, problemAt, onChange }: WindowFieldsProps) {
  const [date, setDate] = useState("");
  const { except = [] } = form;
  const add = () => {
    if (date === "") return;
    onChange(withException(form, date));
    setDate("");
  };
  const remove = (day: string) => {
    const others = except.filter((other) => other !== day);
    onChange(withField(form, "except", others));
  };
  return (
    <FieldGroup label={texts.except}>
      <Stack gap={4}>
        {except.map((day, index) => (
          <Group key={day} gap="xs" justify="space-between">
            <Text {...(problemAt(`except.${index}`) ? { c: "var(--mantine-color-error)" } : {})}>
              {[dateText(day), problemAt(`except.${index}`)].filter(Boolean).join(": ")}
            </Text>
            <Button variant="subtle" size="compact-sm" aria-label={texts.exceptRemove(dateText(day))} onClick={() => remove(day)}>
              {texts.exceptUndo}
            </Button>
          </Group>
        ))}
        <Group gap="xs">
          <TextInput
            type="date"
            aria-label={texts.exceptDate}
            flex={1}
            value={date}
            onChange={({ currentTarget: { value } }) => setDate(value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              add();
            }}
          />
          <Button disabled={date === ""} onClick={add}>
            {texts.exceptAdd}
          </Button>
        </Group>
      </Stack>
    </FieldGroup>
  );
}

export function withException(form: NamedWindowForm, date: string): NamedWindowForm {
  return withField(form, "except", [...new Set([...(form.except ?? []), date])].sort());
}

/** `Sun, 27 Dec 2026`; other text unchanged. */
export function dateText(date: string): string {
  const at = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(at) ? date : formatWeekday(at, "UTC");
}
