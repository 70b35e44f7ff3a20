import { Badge, Button, Drawer, Group, Stack, Table, Text, Title } from "@mantine/core";
import { formatDuration } from "drawbridge-rules/describe/times.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { MaintenanceWindow } from "drawbridge-rules/wire/window.ts";
import type { ReactNode } from "react";
import { ScreenLink } from "../../elements/screen.tsx";
import { useNow } from "../../elements/use-now.ts";
import { ownZone } from "../../texts/browser-locale.ts";
import { formatInstant, formatRelative } from "../../texts/formats.ts";
import { ShiftText } from "../windows/window-preview.tsx";
import { AppAnswer } from "./app-answer.tsx";
import type { Audience } from "./occurrence-details.ts";
import { OccurrenceHistory } from "./occurrence-history.tsx";
import { hasMovedTimes, type OccurrencePhase, occurrencePhase } from "./occurrence-phase.ts";
import { occurrenceTexts as texts } from "./occurrence-texts.ts";
import { OccurrenceVerbs } from "./occurrence-verbs.tsx";

interface OccurrenceDrawerProps {
  readonly project: string;
  readonly head: Project;
  readonly occurrence: ListedOccurrence;
  /** Its window; null: deleted, or not loaded yet. */
  readonly window: MaintenanceWindow | null;
  readonly onClose: () => void;
  readonly onEditRule: () => void;
}

const colors: Readonly<Record<OccurrencePhase, string>> = {
  scheduled: "planned",
  announced: "planned",
  active: "closed",
  past_plan: "caution",
  ended: "gray",
  canceled: "gray",
  skipped: "gray",
};

/** Drawer for an occurrence: its times, its scope, the answers of apps, and the available actions. */
export function OccurrenceDrawer({ project, head, occurrence, window, onClose, onEditRule }: OccurrenceDrawerProps) {
  const now = useNow();
  const phase = occurrencePhase(occurrence, Math.max(now, Date.now()));
  const at = phase === "active" || phase === "past_plan" ? null : occurrence.start;
  return (
    <Drawer opened onClose={onClose} size="40rem" title={occurrence.name}>
      <Stack gap="lg">
        <State occurrence={occurrence} phase={phase} now={now} />
        <Part title={texts.verbs}>
          <OccurrenceVerbs project={project} occurrence={occurrence} phase={phase} />
        </Part>
        <Part title={texts.times}>
          <OccurrenceTimes occurrence={occurrence} />
        </Part>
        <Part title={texts.scope}>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {occurrence.scope}
          </Text>
        </Part>
        {phase !== "canceled" && phase !== "skipped" && (
          <Part title={texts.told}>
            <AppAnswer
              project={project}
              head={head}
              occurrence={occurrence}
              at={at}
              link={(audience) => (
                <ScreenLink
                  project={project}
                  to="/projects/$project/test"
                  search={simulatorSearch(audience, at ?? new Date().toISOString())}
                >
                  {texts.simulate}
                </ScreenLink>
              )}
            />
          </Part>
        )}
        <Part title={texts.done}>
          <OccurrenceHistory project={project} occurrence={occurrence} />
          <ScreenLink project={project} to="/projects/$project/activity" search={{ kind: "override", id: occurrence.occurrence }}>
            {texts.history}
          </ScreenLink>
        </Part>
        {window && (
          <Group>
            <Button variant="default" onClick={onEditRule}>
              {texts.rule}
            </Button>
          </Group>
        )}
      </Stack>
    </Drawer>
  );
}

interface StateProps {
  readonly occurrence: ListedOccurrence;
  readonly phase: OccurrencePhase;
  /** Epoch ms. */
  readonly now: number;
}

function State({ occurrence: { start, end, overrun, repeat }, phase, now }: StateProps) {
  const relative = useCountdown();
  const isOn = phase === "active" || phase === "past_plan";
  const said = {
    scheduled: texts.begins(relative(start, now)),
    announced: texts.begins(relative(start, now)),
    active: texts.ends(relative(end, now)),
    past_plan: overrun === "hold" ? texts.held : texts.ends(relative(end, now)),
    ended: texts.ended(relative(end, now)),
    canceled: texts.wasCanceled,
    skipped: texts.wasSkipped,
  }[phase];
  return (
    <div>
      <Group gap="sm" role="status">
        <Badge color={colors[phase]} variant={isOn ? "filled" : "light"} tt="none" size="lg">
          {texts.phases[phase]}
        </Badge>
        <Text size="sm">{said}</Text>
      </Group>
      {repeat !== null && (
        <Text size="xs" c="dimmed" mt="xs">
          {texts.oneOfMany}
        </Text>
      )}
    </div>
  );
}

/** Milliseconds within which minutes count. */
const near = 48 * 3_600_000;

/** Distance to an instant, precise to the minute if it is near. */
function useCountdown(): (at: string, now: number) => string {
  return (at, now) => {
    const ms = Date.parse(at) - now;
    if (Math.abs(ms) >= near || Math.abs(ms) < 60_000) return formatRelative(at, now);
    const length = formatDuration(Math.floor(Math.abs(ms) / 60_000) * 60_000);
    return ms > 0 ? texts.inTime(length) : texts.ago(length);
  };
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h5" mb={4}>
        {title}
      </Title>
      {children}
    </section>
  );
}

function simulatorSearch(audience: Audience, at: string): Record<string, string> {
  return audience.kind === "platform"
    ? { platform: audience.id, version: audience.version, at }
    : { ask: "maintenance", instance: audience.id, at };
}

/** Planned against actual, on the clock of the window and on one's own. */
function OccurrenceTimes({ occurrence }: { readonly occurrence: ListedOccurrence }) {
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
      <Text size="sm">{texts.lasts(formatDuration(Date.parse(end) - Date.parse(start)))}</Text>
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
            <time dateTime={start}>{formatInstant(start, zone)}</time>
          </Table.Td>
          <Table.Td>
            <time dateTime={end}>{formatInstant(end, zone)}</time>
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  );
}
