import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { Icon } from "../elements/icon.tsx";
import { EmptyState, QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { requiredRole } from "../maintenance-now/maintenance-list.ts";
import { maintenanceNowRoute } from "../maintenance-now/maintenance-now-route.ts";
import { windowListQuery } from "../maintenance-windows/window-list.ts";
import { projectHeadQuery } from "../projects/project-list.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { isAtLeast, useRole } from "../session/session.ts";
import { useShortcut } from "../shell/shortcuts.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { TimelineList } from "./timeline-list.tsx";
import { timelineRoute } from "./timeline-route.ts";
import { TimelineScene } from "./timeline-scene.tsx";
import { timelineTexts as texts } from "./timeline-texts.ts";
import { useSetTimelineSearch, useTimeline } from "./use-timeline.ts";

export function TimelineScreen() {
  const { project } = timelineRoute.useParams();
  const { screens } = sharedTexts;
  const head = useQuery(projectHeadQuery(project));
  const go = useSetTimelineSearch();
  const mayPlan = isAtLeast(useRole(project), requiredRole);
  const create = () => go({ create: true });
  useShortcut("c", texts.create, () => mayPlan && create());
  return (
    <Screen
      title={screens.timeline}
      project={project}
      actions={
        <MayEdit project={project} role={requiredRole}>
          <Button
            variant="light"
            color="closed"
            leftSection={<Icon name="warning" size={1} />}
            renderRoot={(props) => <Link {...props} to={maintenanceNowRoute.to} params={{ project }} />}
          >
            {texts.startNow}
          </Button>
          <CreateButton onClick={create} />
        </MayEdit>
      }
    >
      <QueryState query={head}>{({ value }) => <Shown project={project} head={value} />}</QueryState>
    </Screen>
  );
}

function Shown({ project, head }: { readonly project: string; readonly head: Project }) {
  const timeline = useTimeline();
  const { view } = timeline;
  return (
    <>
      <NoWindows project={project} />
      {view === "list" ? (
        <TimelineList project={project} head={head} timeline={timeline} />
      ) : (
        <TimelineScene project={project} head={head} view={view} timeline={timeline} />
      )}
    </>
  );
}

function NoWindows({ project }: { readonly project: string }) {
  const windows = useQuery(windowListQuery(project));
  const go = useSetTimelineSearch();
  if (windows.data?.length !== 0) return null;
  return (
    <EmptyState
      title={texts.emptyTitle}
      action={
        <MayEdit project={project} role={requiredRole} otherwise={<Text size="sm">{texts.emptyRead}</Text>}>
          <CreateButton onClick={() => go({ create: true })} />
        </MayEdit>
      }
    >
      {texts.empty}
    </EmptyState>
  );
}

function CreateButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button leftSection={<Icon name="plus" size={1} />} onClick={onClick}>
      {texts.create}
    </Button>
  );
}
