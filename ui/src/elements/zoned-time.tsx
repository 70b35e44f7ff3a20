/** A time on the clock of a zone: date, time of day and zone, with the same instant on the user's own clock. */
import { SimpleGrid, Text } from "@mantine/core";
import { wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import { ownZone } from "../texts/browser-locale.ts";
import { formatInstant } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { WallField } from "./wall-field.tsx";
import { ZoneSelect } from "./zone-select.tsx";

interface ZonedTimeProps {
  readonly label: string;
  /** `2026-12-06T02:00`; "" while half of it is typed. */
  readonly wall: string;
  readonly zone: string;
  readonly wallProblem: string | undefined;
  readonly zoneProblem: string | undefined;
  readonly isReadOnly?: boolean;
  /** True: the field has the focus when its dialog opens. */
  readonly isFirst?: boolean;
  readonly onWall: (wall: string) => void;
  readonly onZone: (zone: string) => void;
}

export function ZonedTime({ label, wall, zone, wallProblem, zoneProblem, isReadOnly, isFirst, onWall, onZone }: ZonedTimeProps) {
  const { fields } = sharedTexts;
  return (
    <SimpleGrid type="container" cols={{ base: 1, "28rem": 2 }} spacing="sm">
      <div>
        <WallField
          label={label}
          required
          readOnly={isReadOnly === true}
          {...(isFirst ? { "data-autofocus": true } : {})}
          value={wall}
          error={wall === "" ? fields.timeMissing : wallProblem}
          onChange={onWall}
        />
        <OwnClock at={wallToInstant(wall, zone)} zone={zone} />
      </div>
      <ZoneSelect description={undefined} disabled={isReadOnly === true} value={zone} error={zoneProblem} onChange={onZone} />
    </SimpleGrid>
  );
}

/** Nothing where it is the same clock. @param at epoch ms; NaN: none */
export function OwnClock({ at, zone }: { readonly at: number; readonly zone: string }) {
  const { fields } = sharedTexts;
  if (zone === ownZone || Number.isNaN(at)) return null;
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {fields.ownClock(ownZone, formatInstant(at))}
    </Text>
  );
}
