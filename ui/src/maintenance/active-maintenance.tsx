import { Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { listedState } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { ShowMore } from "../elements/show-more.tsx";
import { useExactNow } from "../elements/use-now.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { formatRelative, formatSince } from "../texts/formats.ts";
import classes from "./maintenance.module.css";
import { maintenanceNowQuery, requiredRole } from "./maintenance-list.ts";
import { maintenanceTexts as texts } from "./maintenance-texts.ts";
import { ActionLine } from "./occurrence/action-line.tsx";
import { ActiveVerbs } from "./occurrence/active-verbs.tsx";
import { isOverdue } from "./occurrence/occurrence-phase.ts";

/** Active occurrences of the project, above its calendar, the longest overdue first; nothing where there are none. */
export function ActiveMaintenance({ project }: { readonly project: string }) {
  const list = useQuery(maintenanceNowQuery(project));
  const now = useExactNow();
  const active = (list.data?.occurrences ?? []).filter((listed) => listedState(listed, now) === "active");
  if (active.length === 0) return null;
  const sorted = active.toSorted((a, b) => Date.parse(a.planned_end) - Date.parse(b.planned_end));
  return (
    <Stack gap="xs">
      <ShowMore items={sorted} first={2} keyOf={({ occurrence }) => occurrence}>
        {(occurrence) => <ActiveOccurrence project={project} occurrence={occurrence} />}
      </ShowMore>
    </Stack>
  );
}

interface ActiveOccurrenceProps {
  readonly project: string;
  readonly occurrence: ListedOccurrence;
}

/** Scope, author, reason and end, and the verbs in place. */
function ActiveOccurrence({ project, occurrence }: ActiveOccurrenceProps) {
  const now = useExactNow();
  const { name, scope, start, end, overrun } = occurrence;
  const isLate = isOverdue(occurrence, now);
  const isHeld = isLate && overrun === "hold";
  return (
    <Paper component="section" aria-label={name} withBorder p="md" className={classes.active} data-late={isLate || undefined}>
      <Group justify="space-between" gap="sm">
        <div className={classes.facts}>
          <Group gap="xs">
            <Title order={2}>{name}</Title>
            {isLate && <Badge color="caution">{isHeld ? texts.heldOver : texts.pastPlan}</Badge>}
          </Group>
          <Text size="sm" aria-live="polite">
            {texts.closedSince(scope, formatSince(start, now))}
            {isHeld ? texts.untilCompletedShort : texts.until(formatSince(end, now), formatRelative(end, now))}
          </Text>
          <ActionLine occurrence={occurrence} />
        </div>
        <MayEdit project={project} role={requiredRole}>
          <ActiveVerbs project={project} occurrence={occurrence} />
        </MayEdit>
      </Group>
    </Paper>
  );
}
