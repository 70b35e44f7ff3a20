/** Cells of a project's row: active maintenance, next maintenance, and what needs attention. */
import { Badge, List, Stack, Text } from "@mantine/core";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { InstantText } from "../elements/instant-text.tsx";
import { ShowMore } from "../elements/show-more.tsx";
import { ActionLine } from "../maintenance/occurrence/action-line.tsx";
import { ownZone } from "../texts/browser-locale.ts";
import { formatInstant, formatList, formatShare, formatZonedInstant } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { AttentionLine, listRole } from "./attention-line.tsx";
import { overviewTexts as texts } from "./overview-texts.ts";
import type { ProjectRow } from "./project-overview.ts";

interface CellProps {
  readonly row: ProjectRow;
}

export function ActiveMaintenance({ row }: CellProps) {
  if (!row.seen) return <Unknown row={row} />;
  if (row.running.length === 0) return <Open row={row} />;
  return (
    <Stack gap={6} align="flex-start">
      <ShowMore items={row.running} first={3} keyOf={({ occurrence }) => occurrence}>
        {(occurrence) => <Running occurrence={occurrence} />}
      </ShowMore>
    </Stack>
  );
}

/** Without maintenance: open, unless many apps are forced to update. */
function Open({ row: { forced } }: CellProps) {
  if (forced === null) return <Quiet>{texts.notRead}</Quiet>;
  if (forced.length === 0) return <Quiet>{texts.nothingOn}</Quiet>;
  const told = formatList(
    forced.map(({ platform, forced: part, requests }) => texts.shareOf(formatShare(part, requests), platform)),
  );
  if (!forced.some(({ isAboveLimit }) => isAboveLimit)) return <Quiet>{texts.openExcept(told)}</Quiet>;
  return (
    <Text span size="sm" c="var(--mantine-color-error)">
      {texts.told(told)}
    </Text>
  );
}

function Running({ occurrence }: { readonly occurrence: ListedOccurrence }) {
  const { name, scope, end, zone, overrun } = occurrence;
  return (
    <div>
      <Badge
        variant="light"
        color="closed"
        tt="none"
        h="auto"
        styles={{ label: { whiteSpace: "normal", overflowWrap: "anywhere" } }}
      >
        {name}
      </Badge>
      <Text component="div" size="sm">
        {overrun === "hold" ? texts.heldUntil : texts.until} <InstantText at={end} />
        <OnItsClock at={end} zone={zone} />
      </Text>
      <Quiet>{scope}</Quiet>
      <ActionLine occurrence={occurrence} />
    </div>
  );
}

export function NextMaintenance({ row }: CellProps) {
  if (!row.seen) return <Unknown row={row} />;
  if (!row.next) return <Quiet>{texts.nothingNext}</Quiet>;
  const { name, start, zone } = row.next;
  return (
    <Text component="div" size="sm" style={{ overflowWrap: "anywhere" }}>
      {name}
      <br />
      <InstantText at={start} />
      <OnItsClock at={start} zone={zone} />
    </Text>
  );
}

/** The same moment on the clock that the window was planned by, where that is another one. */
function OnItsClock({ at, zone }: { readonly at: string; readonly zone: string }) {
  if (zone === ownZone || formatInstant(at, zone) === formatInstant(at)) return null;
  return (
    <>
      <br />
      <Quiet>{formatZonedInstant(at, zone)}</Quiet>
    </>
  );
}

export function NeedsAttention({ row }: CellProps) {
  if (!row.seen) return <Unknown row={row} />;
  return (
    <>
      {row.needs.length > 0 && (
        <List size="sm" listStyleType="none" spacing={4} role={listRole}>
          <ShowMore items={row.needs} first={4} keyOf={({ key }) => key}>
            {(item) => (
              <List.Item>
                <AttentionLine project={row.project.id} item={item} />
              </List.Item>
            )}
          </ShowMore>
        </List>
      )}
      {row.isFailed && <Quiet>{texts.notRead}</Quiet>}
      {row.needs.length === 0 && !row.isFailed && <Quiet>{texts.nothingToDo}</Quiet>}
    </>
  );
}

function Unknown({ row: { isFailed } }: CellProps) {
  const { states } = sharedTexts;
  return <Quiet>{isFailed ? texts.notRead : states.loading}</Quiet>;
}

function Quiet({ children }: { readonly children: string }) {
  return (
    <Text span size="sm" c="dimmed">
      {children}
    </Text>
  );
}
