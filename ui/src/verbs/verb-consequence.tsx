import { Alert, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { useDateText } from "../maintenance-windows/except-field.tsx";
import { plannedWall } from "../maintenance-windows/shift-note.ts";
import { useScopeText } from "../maintenance-windows/use-scope-text.ts";
import { useSpanText } from "../maintenance-windows/use-span-text.ts";
import { projectHeadQuery } from "../projects/project-head.ts";
import { ownZone } from "../texts/browser-locale.ts";
import { verbDialogTexts as texts } from "./verb-dialog-texts.ts";
import type { VerbKind, VerbTimes } from "./verb-plan.ts";

interface VerbConsequenceProps {
  readonly project: string;
  readonly kind: VerbKind;
  readonly occurrence: ListedOccurrence;
  /** Null: the occurrence is canceled. */
  readonly after: VerbTimes | null;
}

/** Exact effect of a verb: the occurrence, its scope, and its new times. */
export function VerbConsequence({ project, kind, occurrence, after }: VerbConsequenceProps) {
  const dateText = useDateText();
  const scopeText = useScopeText(project, useQuery(projectHeadQuery(project)).data?.value);
  const wall = plannedWall(occurrence);
  return (
    <Alert color={kind === "start" ? "red" : "blue"}>
      <Stack gap="xs">
        <Text size="sm">{texts.meanings[kind]}</Text>
        <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
          {`${occurrence.window}: ${texts.plannedFor(`${dateText(wall.slice(0, 10))}, ${wall.slice(11)} ${occurrence.zone}`)}. ${scopeText(occurrence)}.`}
        </Text>
        <BeforeAfter occurrence={occurrence} after={after} />
        {occurrence.repeat !== null && <Text size="sm">{texts.onlyThis}</Text>}
      </Stack>
    </Alert>
  );
}

function BeforeAfter({ occurrence: { start, end, zone }, after }: Pick<VerbConsequenceProps, "occurrence" | "after">) {
  const isTime = after === null || after.end >= after.start;
  return (
    <Table fz="sm" withRowBorders={false} verticalSpacing={4} horizontalSpacing="xs">
      <Table.Tbody>
        <Table.Tr>
          <Table.Th scope="row" w="4rem" style={{ verticalAlign: "top" }}>
            {texts.before}
          </Table.Th>
          <Table.Td>
            <Clocks start={start} end={end} zone={zone} />
          </Table.Td>
        </Table.Tr>
        <Table.Tr fw={600}>
          <Table.Th scope="row" w="4rem" style={{ verticalAlign: "top" }}>
            {texts.after}
          </Table.Th>
          <Table.Td>
            {after === null && texts.noMore}
            {after !== null && (isTime ? <Clocks start={after.start} end={after.end} zone={zone} /> : "–")}
          </Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
  );
}

interface ClocksProps {
  readonly start: string | number;
  readonly end: string | number;
  readonly zone: string;
}

/** In the zone of the window, and in the user's own if it differs. */
function Clocks({ start, end, zone }: ClocksProps) {
  const spanText = useSpanText();
  return [...new Set([zone, ownZone])].map((clock) => <div key={clock}>{`${spanText(start, end, clock)} ${clock}`}</div>);
}
