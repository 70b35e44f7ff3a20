import { Select, type SelectProps } from "@mantine/core";
import { useMemo } from "react";
import { loadZones } from "../server-connection.ts";
import { ownZone } from "../texts/browser-locale.ts";
import { sharedTexts } from "../texts/shared-texts.ts";

interface ZoneSelectProps extends Omit<SelectProps, "value" | "onChange" | "data"> {
  /** IANA; "": none yet. */
  readonly value: string;
  readonly onChange: (zone: string) => void;
}

/** Time zone field with a search by any part of the name. The browser's zone comes first. */
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
