import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { Icon } from "../elements/icon.tsx";
import { EmptyState, QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { projectHeadQuery } from "../projects/project-list.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { isAtLeast, useRole } from "../session/session.ts";
import { useShortcut } from "../shell/shortcuts.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { useMaintenanceVerb } from "../verbs/use-verb.ts";
import { ActiveMaintenance } from "./active-maintenance.tsx";
import { CalendarScene } from "./calendar/calendar-scene.tsx";
import { useCalendar, useSetMaintenanceSearch } from "./calendar/use-calendar.ts";
import { requiredRole } from "./maintenance-list.ts";
import { maintenanceRoute } from "./maintenance-route.ts";
import { maintenanceTexts as texts } from "./maintenance-texts.ts";
import { OccurrenceList } from "./occurrence-table.tsx";
import { StartMaintenance } from "./start-maintenance.tsx";
import { windowListQuery } from "./windows/window-list.ts";

/** One place for maintenance: active now, and planned in a calendar or a list. */
export function MaintenanceScreen() {
  const { project } = maintenanceRoute.useParams();
  const { start } = maintenanceRoute.useSearch();
  const head = useQuery(projectHeadQuery(project));
  const go = useSetMaintenanceSearch();
  // Outside the form, so that closing and reopening it keeps the idempotency key of an unanswered request.
  const run = useMaintenanceVerb(project, () => texts.started);
  const mayAct = isAtLeast(useRole(project), requiredRole);
  useShortcut("c", texts.create, () => mayAct && go({ create: true }));
  useShortcut("s", texts.startTitle, () => mayAct && go({ start: true }));
  return (
    <Screen
      title={sharedTexts.screens.maintenance}
      project={project}
      actions={
        <MayEdit project={project} role={requiredRole}>
          <Button
            variant="default"
            leftSection={<Icon name="maintenance" size={1} />}
            styles={{ section: { color: "var(--mantine-color-closed-light-color)" } }}
            onClick={() => go({ start: true })}
          >
            {texts.start}
          </Button>
          <CreateButton />
        </MayEdit>
      }
    >
      <ActiveMaintenance project={project} />
      <QueryState query={head}>{({ value }) => <Planned project={project} head={value} />}</QueryState>
      {start && mayAct && head.data && (
        <StartMaintenance project={project} run={run} head={head.data.value} onClose={() => go({ start: undefined })} />
      )}
    </Screen>
  );
}

function Planned({ project, head }: { readonly project: string; readonly head: Project }) {
  const calendar = useCalendar();
  const { view } = calendar;
  return (
    <>
      <NoWindows project={project} />
      {view === "list" ? (
        <OccurrenceList project={project} head={head} calendar={calendar} />
      ) : (
        <CalendarScene project={project} head={head} view={view} calendar={calendar} />
      )}
    </>
  );
}

function NoWindows({ project }: { readonly project: string }) {
  const windows = useQuery(windowListQuery(project));
  if (windows.data?.length !== 0) return null;
  return (
    <EmptyState
      title={texts.emptyTitle}
      action={
        <MayEdit project={project} role={requiredRole} otherwise={<Text size="sm">{texts.emptyRead}</Text>}>
          <CreateButton />
        </MayEdit>
      }
    >
      {texts.empty}
    </EmptyState>
  );
}

function CreateButton() {
  const go = useSetMaintenanceSearch();
  return (
    <Button leftSection={<Icon name="plus" size={1} />} onClick={() => go({ create: true })}>
      {texts.create}
    </Button>
  );
}
