import { Select, type SelectProps, SimpleGrid, Text, TextInput, type TextInputProps } from "@mantine/core";
import { wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import { useMemo } from "react";
import { loadZones } from "../server-connection.ts";
import { formatInstant, ownZone } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";

interface ZonedTimeProps {
  readonly label: string;
  readonly wall: string;
  readonly zone: string;
  readonly wallProblem: string | undefined;
  readonly zoneProblem: string | undefined;
  readonly isReadOnly?: boolean;
  readonly onWall: (wall: string) => void;
  readonly onZone: (zone: string) => void;
}

export function ZonedTime({ label, wall, zone, wallProblem, zoneProblem, isReadOnly, onWall, onZone }: ZonedTimeProps) {
  return (
    <SimpleGrid type="container" cols={{ base: 1, "28rem": 2 }} spacing="sm">
      <div>
        <WallField
          label={label}
          required
          readOnly={isReadOnly === true}
          value={wall}
          error={wall === "" ? sharedTexts.fields.timeMissing : wallProblem}
          onChange={onWall}
        />
        <OwnClock at={wallToInstant(wall, zone)} zone={zone} />
      </div>
      <ZoneSelect description={undefined} disabled={isReadOnly === true} value={zone} error={zoneProblem} onChange={onZone} />
    </SimpleGrid>
  );
}

/** Hidden if the clocks are the same. @param at epoch ms; NaN means none */
export function OwnClock({ at, zone }: { readonly at: number; readonly zone: string }) {
  if (zone === ownZone || Number.isNaN(at)) return null;
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {sharedTexts.fields.ownClock(ownZone, formatInstant(at))}
    </Text>
  );
}

interface WallFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  /** `2026-12-06T02:00`; "" while half of it is typed. */
  readonly value: string;
  readonly onChange: (wall: string) => void;
}

export function WallField({ value, onChange, ...props }: WallFieldProps) {
  return (
    <TextInput
      type="datetime-local"
      {...props}
      step={value.length > 16 ? 1 : 60}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface ZoneSelectProps extends Omit<SelectProps, "value" | "onChange" | "data"> {
  /** IANA; "" means none yet. */
  readonly value: string;
  readonly onChange: (zone: string) => void;
}

export function ZoneSelect({ value, onChange, ...props }: ZoneSelectProps) {
  const { fields } = sharedTexts;
  const zones = useMemo(() => {
    const first = [ownZone, "UTC", ...(value === "" ? [] : [value])];
    return [...new Set([...first, ...Intl.supportedValuesOf("timeZone")])];
  }, [value]);
  return (
    <Select
      label={fields.zone}
      description={fields.zoneHint}
      nothingFoundMessage={fields.noZone}
      searchable
      allowDeselect={false}
      limit={60}
      {...props}
      data={zones}
      value={value === "" ? null : value}
      onChange={(zone) => zone !== null && void loadZones([zone]).then(() => onChange(zone))}
    />
  );
}
