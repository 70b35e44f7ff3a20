import { Radio, Stack } from "@mantine/core";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { durationText } from "../elements/duration.ts";
import { DurationField, useDayNames } from "../elements/duration-field.tsx";
import type { WindowFieldsProps } from "./when-fields.tsx";
import { withField } from "./window-form.ts";
import { windowTexts as texts } from "./window-texts.ts";

interface OutcomeFieldsProps extends WindowFieldsProps {
  readonly head: Project;
}

/** Fields for the reminder, and for the behavior at the planned end. */
export function OutcomeFields({ head, form, problemAt, onChange }: OutcomeFieldsProps) {
  const ofProject = durationText(head.reminder ?? "", useDayNames());
  return (
    <>
      <DurationField
        label={texts.reminder}
        description={texts.reminderHint(ofProject)}
        placeholder={ofProject}
        value={form.reminder ?? ""}
        error={problemAt("reminder")}
        onChange={(reminder) => onChange(withField(form, "reminder", reminder))}
      />
      <Radio.Group
        label={texts.overrun}
        value={form.overrun ?? "end"}
        error={problemAt("overrun")}
        onChange={(value) => onChange(withField(form, "overrun", value === "hold" ? "hold" : undefined))}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="end" label={texts.overrunEnd} description={texts.overrunEndHint} />
          <Radio value="hold" label={texts.overrunHold} description={texts.overrunHoldHint} />
        </Stack>
      </Radio.Group>
    </>
  );
}
