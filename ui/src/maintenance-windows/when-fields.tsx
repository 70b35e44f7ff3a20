import { SegmentedControl, SimpleGrid, Stack, Text } from "@mantine/core";
import { wallEndToInstant, wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import { DurationField } from "../elements/duration-field.tsx";
import { FieldGroup } from "../elements/field-group.tsx";
import { ZoneSelect } from "../elements/zone-select.tsx";
import { ownZone, useFormats } from "../texts/formats.ts";
import { useTexts } from "../texts/language.tsx";
import { WallField } from "./wall-field.tsx";
import { type NamedWindowForm, withDuration, withEnd, withField, withStart, zoneField } from "./window-form.ts";
import { windowTexts } from "./window-texts.ts";

export interface WindowFieldsProps {
  readonly form: NamedWindowForm;
  readonly problemAt: (field: string) => string | undefined;
  readonly onChange: (form: NamedWindowForm) => void;
}

/** Start, zone, and how long or until when. */
export function WhenFields({ form, problemAt, onChange }: WindowFieldsProps) {
  const texts = useTexts(windowTexts);
  const { zone = "UTC", ...others } = form;
  return (
    <Stack gap="sm">
      <SimpleGrid type="container" cols={{ base: 1, "28rem": 2 }} spacing="sm">
        <div>
          <WallField
            label={texts.start}
            required
            value={form.start}
            error={form.start === "" ? texts.timeMissing : problemAt("start")}
            onChange={(start) => onChange(withStart(form, start))}
          />
          <OwnClock at={wallToInstant(form.start, zone)} zone={zone} />
        </div>
        <ZoneSelect
          description={undefined}
          value={zone}
          error={problemAt("zone")}
          onChange={(chosen) => onChange({ ...others, ...zoneField(chosen) })}
        />
      </SimpleGrid>
      <Length form={form} problemAt={problemAt} onChange={onChange} />
    </Stack>
  );
}

function Length({ form, problemAt, onChange }: WindowFieldsProps) {
  const texts = useTexts(windowTexts);
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
                error={form.end === "" ? texts.timeMissing : problemAt("end")}
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

/** Nothing where it is the same clock. */
function OwnClock({ at, zone }: { readonly at: number; readonly zone: string }) {
  const texts = useTexts(windowTexts);
  const { instant } = useFormats();
  if (zone === ownZone || Number.isNaN(at)) return null;
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {texts.ownClock(ownZone, instant(at))}
    </Text>
  );
}
