import { Text } from "@mantine/core";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { useDeferredValue } from "react";
import { Hint, StateBadge } from "../elements/cells.tsx";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { Icon } from "../elements/icon.tsx";
import { AnchorLink } from "../elements/screen.tsx";
import { maintenanceRoute } from "../routes.ts";
import { calendarTexts as texts } from "./calendar/calendar-texts.ts";
import { CalendarToolbar } from "./calendar/calendar-toolbar.tsx";
import { isAsPlanned, type OccurrenceBar } from "./calendar/occurrence-bar.ts";
import { useOccurrences } from "./calendar/occurrence-list.ts";
import { SceneStatus } from "./calendar/scene-status.tsx";
import type { Calendar } from "./calendar/use-calendar.ts";
import { spans } from "./calendar/zone-time.ts";
import { phaseColors } from "./occurrence/occurrence-phase.ts";
import { occurrenceTexts } from "./occurrence/occurrence-texts.ts";
import { OpenDrawer } from "./open-drawer.tsx";

interface OccurrenceListProps {
  readonly project: string;
  readonly head: Project;
  readonly calendar: Calendar;
}

export function OccurrenceList({ project, head, calendar }: OccurrenceListProps) {
  const { query = "" } = maintenanceRoute.useSearch();
  const wanted = useDeferredValue(query).trim().toLowerCase();
  const {
    time: { zone },
    range: { from, until },
  } = calendar;
  const read = useOccurrences(project, calendar.range);
  const { bars } = read;
  const inPeriod = bars.filter(({ start, end }) => end > from && start < until);
  const found = wanted === "" ? inPeriod : inPeriod.filter((bar) => isFound(bar, wanted));
  return (
    <>
      <CalendarToolbar calendar={calendar} />
      {inPeriod.length > 0 && found.length === 0 && (
        <Text c="dimmed" role="status">
          {texts.noneFound(query)}
        </Text>
      )}
      <SceneStatus project={project} read={read} calendar={calendar} />
      {found.length > 0 && <OccurrenceTable bars={found} zone={zone} />}
      <OpenDrawer project={project} head={head} bars={bars} />
    </>
  );
}

function OccurrenceTable({ bars, zone }: { readonly bars: readonly OccurrenceBar[]; readonly zone: string }) {
  const columns: readonly Column<OccurrenceBar>[] = [
    { key: "window", title: texts.columns.window, render: ({ listed }) => <Name listed={listed} /> },
    { key: "when", title: texts.columns.when, render: (bar) => <When bar={bar} zone={zone} /> },
    { key: "lanes", title: texts.columns.lanes, render: ({ listed: { scope } }) => scope },
    {
      key: "state",
      title: texts.columns.state,
      render: ({ listed: { state } }) => <StateBadge color={phaseColors[state]}>{occurrenceTexts.phases[state]}</StateBadge>,
    },
  ];
  return <DataTable label={texts.list} columns={columns} rows={bars} rowKey={({ name }) => name} />;
}

/** The planned times only where they differ. */
function When({ bar, zone }: { readonly bar: OccurrenceBar; readonly zone: string }) {
  const planned = spans.span(bar.plannedStart, bar.plannedEnd, zone);
  return (
    <>
      {spans.span(bar.start, bar.end, zone)}
      {!isAsPlanned(bar) && <Hint size="xs">{texts.plannedFor(planned)}</Hint>}
    </>
  );
}

function Name({ listed: { occurrence, name, repeat } }: { readonly listed: ListedOccurrence }) {
  return (
    <>
      <AnchorLink fw={600} from={maintenanceRoute.fullPath} search={(before) => ({ ...before, occurrence })} resetScroll={false}>
        {name}
      </AnchorLink>{" "}
      {repeat !== null && (
        <span title={texts.recurring}>
          <Icon name="repeat" size={0.875} />
          <span className="visually-hidden">{texts.recurring}</span>
        </span>
      )}
    </>
  );
}

function isFound({ listed: { name, scope, platforms, instances } }: OccurrenceBar, wanted: string): boolean {
  return [name, scope, ...(platforms ?? []), ...(instances ?? [])].some((text) => text.toLowerCase().includes(wanted));
}
