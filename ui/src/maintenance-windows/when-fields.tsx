import { SegmentedControl, Stack } from "@mantine/core";
import { wallEndToInstant, wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import { DurationField } from "../elements/duration-field.tsx";
import { FieldGroup } from "../elements/field-group.tsx";
import { WallField } from "../elements/wall-field.tsx";
import { OwnClock, ZonedTime } from "../elements/zoned-time.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { type NamedWindowForm, withDuration, withEnd, withField, withStart, zoneField } from "./window-form.ts";
import { windowTexts as texts } from "./window-texts.ts";

export interface WindowFieldsProps {
  readonly form: NamedWindowForm;
  readonly problemAt: (field: string) => string | undefined;
  readonly onChange: (form: NamedWindowForm) => void;
}

/** Start, zone, and how long or until when. */
export function WhenFields({ form, problemAt, onChange }: WindowFieldsProps) {
  const { zone = "UTC", ...others } = form;
  return (
    <Stack gap="sm">
      <ZonedTime
        label={texts.start}
        wall={form.start}
        zone={zone}
        wallProblem={problemAt("start")}
        zoneProblem={problemAt("zone")}
        onWall={(start) => onChange(withStart(form, start))}
        onZone={(chosen) => onChange({ ...others, ...zoneField(chosen) })}
      />
      <Length form={form} problemAt={problemAt} onChange={onChange} />
    </Stack>
  );
}

function Length({ form, problemAt, onChange }: WindowFieldsProps) {
  const { fields } = sharedTexts;
  const isOnClock = form.end !== undefined;
  return (
    <FieldGroup label={texts.length}>
      {(label) => (
        <Stack gap="xs">
          <SegmentedControl
            aria-labelledby={label}
            fullWidth
            value={isOnClock ? "end" : "duration"}
            onChange={(kind) => onChange(kind === "end" ? withEnd(form) : withDuration(form))}
            data={[
              { value: "duration", label: texts.lengths.duration },
              { value: "end", label: texts.lengths.end },
            ]}
          />
          {isOnClock ? (
            <div>
              <WallField
                label={texts.end}
                description={texts.endHint}
                required
                value={form.end ?? ""}
                error={form.end === "" ? fields.timeMissing : problemAt("end")}
                onChange={(end) => onChange({ ...form, end })}
              />
              <OwnClock at={endOf(form)} zone={form.zone ?? "UTC"} />
            </div>
          ) : (
            <DurationField
              label={texts.duration}
              description={texts.durationHint}
              required
              value={form.duration ?? ""}
              error={form.duration === undefined ? texts.durationMissing : problemAt("duration")}
              onChange={(duration) => onChange(withField(form, "duration", duration))}
            />
          )}
        </Stack>
      )}
    </FieldGroup>
  );
}

/** Epoch ms; NaN where the form has no two times in order. */
function endOf({ start, end = "", zone = "UTC" }: NamedWindowForm): number {
  return end > start ? wallEndToInstant(end, zone, wallToInstant(start, zone)) : Number.NaN;
}
