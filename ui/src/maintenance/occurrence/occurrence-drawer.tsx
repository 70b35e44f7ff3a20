import { Badge, Button, Drawer, Group, Stack, Text, Title } from "@mantine/core";
import { formatDuration } from "drawbridge-rules/describe/times.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { MaintenanceWindow } from "drawbridge-rules/wire/window.ts";
import type { ReactNode } from "react";
import { ScreenLink } from "../../elements/screen.tsx";
import { useExactNow } from "../../elements/use-now.ts";
import { ownZone } from "../../texts/browser-locale.ts";
import { formatRelative, formatSpan } from "../../texts/formats.ts";
import { MessagePhone } from "../message-phone.tsx";
import { ShiftText } from "../windows/window-preview.tsx";
import { OccurrenceHistory } from "./occurrence-history.tsx";
import { hasMovedTimes, type OccurrencePhase, occurrencePhase, phaseColors } from "./occurrence-phase.ts";
import { occurrenceTexts as texts } from "./occurrence-texts.ts";
import { OccurrenceVerbs } from "./occurrence-verbs.tsx";

interface OccurrenceDrawerProps {
  readonly project: string;
  readonly head: Project;
  readonly occurrence: ListedOccurrence;
  /** Its window; null means deleted, or not loaded yet. */
  readonly window: MaintenanceWindow | null;
  readonly onClose: () => void;
  readonly onEditRule: () => void;
}

/** One occurrence to read: state, times, author and reason, the answers of apps, and its verbs. */
export function OccurrenceDrawer({ project, head, occurrence, window, onClose, onEditRule }: OccurrenceDrawerProps) {
  const now = useExactNow();
  const phase = occurrencePhase(occurrence, now);
  const isOn = phase === "active" || phase === "past_plan";
  const { start, end, planned_start, planned_end, zone, scope, repeat } = occurrence;
  return (
    <Drawer opened onClose={onClose} title={occurrence.name}>
      <Stack gap="lg">
        <State occurrence={occurrence} phase={phase} now={now} />
        <OccurrenceVerbs project={project} occurrence={occurrence} phase={phase} />
        <Stack gap={4}>
          <Text fw={600}>{scope}</Text>
          <Text size="sm" title={`${formatSpan(start, end, zone)} ${zone}`}>
            {`${formatSpan(start, end, ownZone)} · ${formatDuration(Date.parse(end) - Date.parse(start))}`}
          </Text>
          {hasMovedTimes(occurrence) && (
            <Text size="sm" c="dimmed">
              {texts.planned(formatSpan(planned_start, planned_end, ownZone))}
            </Text>
          )}
          <ShiftText occurrence={occurrence} />
          {repeat !== null && (
            <Text size="sm" c="dimmed">
              {texts.oneOfMany}
            </Text>
          )}
        </Stack>
        {phase !== "canceled" && phase !== "skipped" && (
          <Part title={texts.told}>
            <MessagePhone
              head={head}
              scope={scope}
              message={window?.message ?? {}}
              start={Date.parse(start)}
              end={Date.parse(end)}
              zone={zone}
            />
            <ScreenLink project={project} to="/projects/$project/test" search={{ at: isOn ? new Date().toISOString() : start }}>
              {texts.test}
            </ScreenLink>
          </Part>
        )}
        <Part title={texts.done}>
          <OccurrenceHistory project={project} occurrence={occurrence} />
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

function State({ occurrence: { start, end, overrun }, phase, now }: StateProps) {
  const isOn = phase === "active" || phase === "past_plan";
  const said = {
    scheduled: texts.begins(formatRelative(start, now)),
    announced: texts.begins(formatRelative(start, now)),
    active: texts.ends(formatRelative(end, now)),
    past_plan: overrun === "hold" ? texts.held : texts.ends(formatRelative(end, now)),
    ended: texts.ended(formatRelative(end, now)),
    canceled: texts.wasCanceled,
    skipped: texts.wasSkipped,
  }[phase];
  return (
    <Group gap="sm" role="status">
      <Badge color={phaseColors[phase]} variant={isOn ? "filled" : "light"}>
        {texts.phases[phase]}
      </Badge>
      <Text size="sm">{said}</Text>
    </Group>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <Title order={3} mb={4}>
        {title}
      </Title>
      {children}
    </section>
  );
}
