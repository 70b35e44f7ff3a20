import { Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { listedState } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { useState } from "react";
import { ShowMore } from "../elements/show-more.tsx";
import { useNow } from "../elements/use-now.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { formatRelative, formatSince } from "../texts/formats.ts";
import classes from "./maintenance.module.css";
import { maintenanceNowQuery, requiredRole } from "./maintenance-list.ts";
import { maintenanceTexts as texts } from "./maintenance-texts.ts";
import { ActionLine } from "./occurrence/action-line.tsx";
import { isOverdue } from "./occurrence/occurrence-phase.ts";
import { ActiveVerbs } from "./occurrence/occurrence-verbs.tsx";
import type { WantedVerb } from "./occurrence/use-verb-plan.ts";
import { VerbDialog } from "./occurrence/verb-dialog.tsx";
import type { VerbKind } from "./occurrence/verb-plan.ts";

interface ActiveOccurrenceProps {
  readonly project: string;
  readonly occurrence: ListedOccurrence;
  readonly onChoose: (kind: VerbKind) => void;
}

/** Active occurrences of the project, above its calendar, the longest overdue first; nothing where there are none. */
export function ActiveMaintenance({ project }: { readonly project: string }) {
  const list = useQuery(maintenanceNowQuery(project));
  const now = Math.max(useNow(), Date.now());
  const active = (list.data?.occurrences ?? []).filter((listed) => listedState(listed, now) === "active");
  const [verb, setVerb] = useState<WantedVerb | null>(null);
  const close = () => setVerb(null);
  const sorted = active.toSorted((a, b) => Date.parse(a.planned_end) - Date.parse(b.planned_end));
  return (
    <>
      {active.length > 0 && (
        <Stack gap="xs">
          <ShowMore items={sorted} first={2} keyOf={({ occurrence }) => occurrence}>
            {(occurrence) => <ActiveOccurrence {...{ project, occurrence }} onChoose={(kind) => setVerb({ kind, occurrence })} />}
          </ShowMore>
        </Stack>
      )}
      {verb && <VerbDialog project={project} verb={verb} onClose={close} onDone={close} />}
    </>
  );
}

/** Scope, author, reason and end, and the verbs in place. */
function ActiveOccurrence({ project, occurrence, onChoose }: ActiveOccurrenceProps) {
  const now = Math.max(useNow(), Date.now());
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
          <ActiveVerbs {...{ project, occurrence, onChoose }} />
        </MayEdit>
      </Group>
    </Paper>
  );
}
