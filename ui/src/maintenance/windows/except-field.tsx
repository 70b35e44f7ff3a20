import { Button, CloseButton, Group, List, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { FieldGroup } from "../../elements/form-fields.tsx";
import { formatWeekday } from "../../texts/formats.ts";
import type { WindowFieldsProps } from "./window-fields.tsx";
import { type NamedWindowForm, withField } from "./window-form.ts";
import { recurrenceTexts as texts } from "./window-texts.ts";

/** Field for the dates that the rule skips. */
export function ExceptField({ form, problemAt, onChange }: WindowFieldsProps) {
  const [date, setDate] = useState("");
  const { except = [] } = form;
  const add = () => {
    if (date === "") return;
    onChange(withException(form, date));
    setDate("");
  };
  return (
    <FieldGroup label={texts.except} description={texts.exceptHint}>
      {(label) => (
        <>
          {except.length === 0 && (
            <Text size="sm" c="dimmed">
              {texts.exceptNone}
            </Text>
          )}
          <List aria-labelledby={label} listStyleType="none" size="sm">
            {except.map((day, index) => (
              <List.Item key={day}>
                <Group gap="xs" wrap="nowrap">
                  <CloseButton
                    size="sm"
                    aria-label={texts.exceptRemove(dateText(day))}
                    onClick={() =>
                      onChange(
                        withField(
                          form,
                          "except",
                          except.filter((other) => other !== day),
                        ),
                      )
                    }
                  />
                  <span>{dateText(day)}</span>
                </Group>
                {problemAt(`except.${index}`) !== undefined && (
                  <Text size="sm" c="var(--mantine-color-error)">
                    {problemAt(`except.${index}`)}
                  </Text>
                )}
              </List.Item>
            ))}
          </List>
          <Group gap="xs" align="flex-end" mt="xs">
            <TextInput
              type="date"
              label={texts.exceptDate}
              value={date}
              onChange={({ currentTarget: { value } }) => setDate(value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                add();
              }}
            />
            <Button variant="default" disabled={date === ""} onClick={add}>
              {texts.exceptAdd}
            </Button>
          </Group>
        </>
      )}
    </FieldGroup>
  );
}

/** @param date `2026-12-27` */
export function withException(form: NamedWindowForm, date: string): NamedWindowForm {
  return withField(form, "except", [...new Set([...(form.except ?? []), date])].sort());
}

/** `Sun, 27 Dec 2026`; other text unchanged. */
export function dateText(date: string): string {
  const at = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(at) ? date : formatWeekday(at, "UTC");
}
