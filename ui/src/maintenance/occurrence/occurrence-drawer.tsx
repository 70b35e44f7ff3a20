import { Badge, Button, Drawer, Group, List, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { describeOverride } from "drawbridge-rules/describe/occurrence-change.ts";
import { formatDuration } from "drawbridge-rules/describe/times.ts";
import { isAhead } from "drawbridge-rules/occurrence/occurrence-state.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { MaintenanceWindow } from "drawbridge-rules/wire/window.ts";
import type { ReactNode } from "react";
import { Hint, Quiet } from "../../elements/cells.tsx";
import { QueryState, ScreenLink } from "../../elements/screen.tsx";
import { useExactNow } from "../../elements/use-now.ts";
import { admin, projectQuery } from "../../server-connection.ts";
import { MayEdit } from "../../session/session.ts";
import { formatInstant, formatRelative, formatSpan, ownZone } from "../../texts/formats.ts";
import { consoleReader } from "../../texts/reader.ts";
import { requiredRole } from "../maintenance-list.ts";
import { MessagePhone } from "../message-phone.tsx";
import { nextOccurrencesQuery } from "../windows/window-list.ts";
import { ShiftText } from "../windows/window-preview.tsx";
import { ActionLine } from "./action-line.tsx";
import { ActiveVerbs } from "./active-verbs.tsx";
import { hasMovedTimes, occurrencePhase, phaseColors } from "./occurrence-phase.ts";
import { occurrenceTexts as texts } from "./occurrence-texts.ts";
import { openVerb } from "./verb-place.tsx";

interface OccurrenceDrawerProps {
  readonly project: string;
  readonly head: Project;
  readonly occurrence: ListedOccurrence;
  readonly window: MaintenanceWindow | null;
  readonly onClose: () => void;
  readonly onEditRule: () => void;
}

export function OccurrenceDrawer({ project, head, occurrence, window, onClose, onEditRule }: OccurrenceDrawerProps) {
  const now = useExactNow();
  const phase = occurrencePhase(occurrence, now);
  const isOn = phase === "active" || phase === "past_plan";
  const { start, end, planned_start, planned_end, zone, scope, repeat, overrun } = occurrence;
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
    <Drawer opened onClose={onClose} title={occurrence.name}>
      <Stack gap="lg">
        <Group gap="sm" role="status">
          <Badge color={phaseColors[phase]} variant={isOn ? "filled" : "light"}>
            {texts.phases[phase]}
          </Badge>
          <Text>{said}</Text>
        </Group>
        <MayEdit project={project} role={requiredRole} otherwise={<Quiet>{texts.mayNot}</Quiet>}>
          {(phase === "scheduled" || phase === "announced") && <ScheduledVerbs project={project} occurrence={occurrence} />}
          {isOn && <ActiveVerbs project={project} occurrence={occurrence} />}
          {phase === "ended" && <Quiet>{texts.nothingLeft}</Quiet>}
          {phase === "canceled" && <Quiet>{texts.nothingLeftCanceled}</Quiet>}
          {phase === "skipped" && <Quiet>{texts.nothingLeftSkipped}</Quiet>}
        </MayEdit>
        <Stack gap={4}>
          <Text size="md" fw={600}>
            {scope}
          </Text>
          <Text title={`${formatSpan(start, end, zone)} ${zone}`}>
            {`${formatSpan(start, end, ownZone)} · ${formatDuration(Date.parse(end) - Date.parse(start))}`}
          </Text>
          {hasMovedTimes(occurrence) && <Hint>{texts.planned(formatSpan(planned_start, planned_end, ownZone))}</Hint>}
          <ShiftText occurrence={occurrence} />
          {repeat !== null && <Hint>{texts.oneOfMany}</Hint>}
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
            <Button onClick={onEditRule}>{texts.rule}</Button>
          </Group>
        )}
      </Stack>
    </Drawer>
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

function ScheduledVerbs({ project, occurrence }: Pick<OccurrenceDrawerProps, "project" | "occurrence">) {
  const isNext = useIsNext(project, occurrence);
  const kinds = ["move", "extend", "cancel", ...(isNext === true ? (["start"] as const) : [])] as const;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {kinds.map((kind) => (
          <Button key={kind} onClick={() => openVerb({ project, verb: { kind, occurrence } })}>
            {texts.verbs[kind]}
          </Button>
        ))}
      </Group>
      {isNext === false && <Quiet>{texts.notNext}</Quiet>}
    </Stack>
  );
}

function OccurrenceHistory({ project, occurrence }: { readonly project: string; readonly occurrence: ListedOccurrence }) {
  const done = useQuery(occurrenceHistoryQuery(project, occurrence.occurrence));
  return (
    <QueryState query={done}>
      {({ commits, names }) =>
        commits.length === 0 ? (
          <ActionLine occurrence={occurrence} />
        ) : (
          <List size="sm" spacing={4}>
            {commits.map(({ revision, at, actor_name, reason, changes }) => (
              <List.Item key={revision}>
                {changes
                  .map((change) => describeOverride(change, { ...consoleReader(names), now: Date.parse(at) }).text)
                  .join(". ")}
                <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                  {texts.doneBy(actor_name ?? texts.unknownActor, formatInstant(at))}
                  {reason === "" ? "" : ` · ${reason}`}
                </Text>
              </List.Item>
            ))}
          </List>
        )
      }
    </QueryState>
  );
}

const occurrenceHistoryQuery = projectQuery("history of override", (project, id: string) =>
  admin.getHistory({ project, kind: "override", id, limit: 50 }),
);

/** Starting a window starts its next occurrence. Undefined means not known yet. */
function useIsNext(project: string, { occurrence, window, repeat }: ListedOccurrence): boolean | undefined {
  const { data } = useQuery({ ...nextOccurrencesQuery(project, window), enabled: repeat !== null });
  if (repeat === null) return true;
  return data && data.occurrences.find(({ state }) => isAhead(state) || state === "active")?.occurrence === occurrence;
}
