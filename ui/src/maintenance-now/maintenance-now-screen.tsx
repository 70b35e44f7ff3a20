import { Button, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { listedState } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import type { MaintenanceList } from "drawbridge-rules/wire/maintenance.ts";
import { Icon } from "../elements/icon.tsx";
import { EmptyState, QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { durationText } from "../elements/typed-times.ts";
import { useNow } from "../elements/use-now.ts";
import { projectHeadQuery } from "../projects/project-list.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { isAtLeast, useRole } from "../session/session.ts";
import { useShortcut } from "../shell/shortcuts.tsx";
import { useMaintenanceVerb } from "../verbs/use-verb.ts";
import { maintenanceNowQuery, requiredRole } from "./maintenance-list.ts";
import { maintenanceNowRoute } from "./maintenance-now-route.ts";
import { maintenanceNowTexts as texts } from "./maintenance-now-texts.ts";
import { RunningMaintenance } from "./running-maintenance.tsx";
import { StartMaintenance } from "./start-maintenance.tsx";

export function MaintenanceNowScreen() {
  const { project } = maintenanceNowRoute.useParams();
  const list = useQuery(maintenanceNowQuery(project));
  const head = useQuery(projectHeadQuery(project));
  // Outside the form, so that closing and reopening it keeps the idempotency key of an unanswered request.
  const run = useMaintenanceVerb(project, () => texts.started);
  const { start } = maintenanceNowRoute.useSearch();
  const navigate = maintenanceNowRoute.useNavigate();
  const setIsStarting = (isStarting: boolean) => void navigate({ search: { start: isStarting || undefined } });
  const mayStart = isAtLeast(useRole(project), requiredRole);
  useShortcut("c", texts.startTitle, () => mayStart && setIsStarting(true));
  return (
    <Screen
      title={texts.title}
      project={project}
      actions={
        <MayEdit project={project} role={requiredRole} otherwise={<Text size="sm">{texts.noneRead}</Text>}>
          <Button size="lg" color="closed" leftSection={<Icon name="warning" />} onClick={() => setIsStarting(true)}>
            {texts.start}
          </Button>
        </MayEdit>
      }
    >
      <QueryState query={list}>
        {(found) => <Running project={project} list={found} ttl={head.data?.value.ttl ?? "PT30S"} />}
      </QueryState>
      {start && mayStart && head.data && (
        <StartMaintenance project={project} run={run} head={head.data.value} onClose={() => setIsStarting(false)} />
      )}
    </Screen>
  );
}

function Running({ project, list, ttl }: { readonly project: string; readonly list: MaintenanceList; readonly ttl: string }) {
  const now = useNow();
  const running = list.occurrences.filter((listed) => listedState(listed, Math.max(now, Date.now())) === "active");
  if (running.length === 0) return <EmptyState title={texts.noneTitle}>{texts.none(durationText(ttl))}</EmptyState>;
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {texts.running}
      </Title>
      {running.map((occurrence) => (
        <RunningMaintenance key={occurrence.occurrence} project={project} occurrence={occurrence} />
      ))}
    </Stack>
  );
}
