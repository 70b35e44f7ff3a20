import { Table, Text } from "@mantine/core";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { lengthText } from "../elements/duration.ts";
import { useDayNames } from "../elements/duration-field.tsx";
import { ShiftText } from "../maintenance-windows/window-preview.tsx";
import { ownZone } from "../texts/browser-locale.ts";
import { useFormats } from "../texts/formats.ts";
import { hasMovedTimes } from "./occurrence-phase.ts";
import { occurrenceTexts as texts } from "./occurrence-texts.ts";

/** Planned against actual, on the clock of the window and on one's own. */
export function OccurrenceTimes({ occurrence }: { readonly occurrence: ListedOccurrence }) {
  const days = useDayNames();
  const { planned_start, planned_end, start, end, zone } = occurrence;
  const zones = [...new Set([zone, ownZone])];
  const isMoved = hasMovedTimes(occurrence);
  return (
    <>
      <Table.ScrollContainer minWidth={320}>
        <Table fz="sm" withRowBorders={false} verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{texts.clock}</Table.Th>
              <Table.Th scope="col">{texts.start}</Table.Th>
              <Table.Th scope="col">{texts.end}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Times title={isMoved ? texts.planned : null} zones={zones} start={planned_start} end={planned_end} isQuiet={isMoved} />
          {isMoved && <Times title={texts.actual} zones={zones} start={start} end={end} isQuiet={false} />}
        </Table>
      </Table.ScrollContainer>
      <Text size="sm">{texts.lasts(lengthText(Date.parse(end) - Date.parse(start), days))}</Text>
      <ShiftText occurrence={occurrence} />
    </>
  );
}

interface TimesProps {
  readonly title: string | null;
  readonly zones: readonly string[];
  readonly start: string;
  readonly end: string;
  readonly isQuiet: boolean;
}

function Times({ title, zones, start, end, isQuiet }: TimesProps) {
  const { instant } = useFormats();
  return (
    <Table.Tbody {...(isQuiet ? { c: "dimmed" } : {})}>
      {title !== null && (
        <Table.Tr>
          <Table.Th scope="rowgroup" colSpan={3} pt="xs">
            {title}
          </Table.Th>
        </Table.Tr>
      )}
      {zones.map((zone) => (
        <Table.Tr key={zone}>
          <Table.Th scope="row" fw={400}>
            {zone === ownZone && zones.length > 1 ? `${zone} (${texts.yours})` : zone}
          </Table.Th>
          <Table.Td>
            <time dateTime={start}>{instant(start, zone)}</time>
          </Table.Td>
          <Table.Td>
            <time dateTime={end}>{instant(end, zone)}</time>
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  );
}
