import { Badge, Button, Group, Modal, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { listedState } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { useState } from "react";
import { InstantText } from "../elements/instant-text.tsx";
import { durationText } from "../elements/typed-times.ts";
import { useNow } from "../elements/use-now.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { formatInstant } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { type MaintenanceRun, useMaintenanceVerb } from "../verbs/use-verb.ts";
import { VerbFailure } from "../verbs/verb-failure.tsx";
import { maintenanceNowQuery, requiredRole } from "./maintenance-list.ts";
import { maintenanceTexts as texts } from "./maintenance-texts.ts";
import { ActionLine } from "./occurrence/action-line.tsx";
import { isOverdue } from "./occurrence/occurrence-phase.ts";
import { VerbDialog } from "./occurrence/verb-dialog.tsx";

/** Active occurrences of the project, above its calendar; nothing where there are none. */
export function ActiveMaintenance({ project }: { readonly project: string }) {
  const list = useQuery(maintenanceNowQuery(project));
  const now = Math.max(useNow(), Date.now());
  const active = (list.data?.occurrences ?? []).filter((listed) => listedState(listed, now) === "active");
  return active.map((occurrence) => <ActiveOccurrence key={occurrence.occurrence} project={project} occurrence={occurrence} />);
}

interface ActiveOccurrenceProps {
  readonly project: string;
  readonly occurrence: ListedOccurrence;
}

/** Its times, author and reason, and buttons to extend or complete it. */
function ActiveOccurrence({ project, occurrence }: ActiveOccurrenceProps) {
  const run = useMaintenanceVerb(project, ({ verb }) => (verb === "complete" ? texts.completed : texts.extended));
  const { name, scope, planned_start, planned_end, start, end, overrun } = occurrence;
  const isAsPlanned = formatInstant(start) === formatInstant(planned_start) && formatInstant(end) === formatInstant(planned_end);
  return (
    <Paper component="section" aria-label={name} withBorder p="md" maw="52rem">
      <Stack gap="sm">
        <Group gap="xs">
          <Title order={2} size="h4" style={{ overflowWrap: "anywhere" }}>
            {name}
          </Title>
          {isOverdue(occurrence, useNow()) && (
            <Badge variant="light" color="caution">
              {overrun === "hold" ? texts.heldOver : texts.pastPlan}
            </Badge>
          )}
        </Group>
        <Text size="sm">{scope}</Text>
        <Span title={texts.actual} from={start} until={end} />
        {!isAsPlanned && <Span title={texts.planned} from={planned_start} until={planned_end} />}
        <ActionLine occurrence={occurrence} />
        <MayEdit project={project} role={requiredRole}>
          <Verbs project={project} run={run} occurrence={occurrence} />
        </MayEdit>
        <VerbFailure run={run} />
      </Stack>
    </Paper>
  );
}

function Span({ title, from, until }: { readonly title: string; readonly from: string; readonly until: string }) {
  return (
    <Text size="sm">
      <Text span size="sm" c="dimmed">
        {title}
        {": "}
      </Text>
      <InstantText at={from} show="absolute" />
      {" – "}
      <InstantText at={until} />
    </Text>
  );
}

const steps = ["PT15M", "PT30M", "PT1H"];

interface VerbsProps extends ActiveOccurrenceProps {
  readonly run: MaintenanceRun;
}

function Verbs({ project, run, occurrence }: VerbsProps) {
  const [open, setOpen] = useState<"until" | "complete" | null>(null);
  const close = () => setOpen(null);
  const { name } = occurrence;
  return (
    <Group gap="sm">
      {steps.map((by) => (
        <Button
          key={by}
          variant="default"
          disabled={run.isBusy}
          aria-label={texts.extendByLabel(durationText(by), name)}
          onClick={() => void run.run({ verb: "extend", request: { occurrence: occurrence.occurrence, by } })}
        >
          {texts.extendBy(durationText(by))}
        </Button>
      ))}
      <Button variant="default" disabled={run.isBusy} onClick={() => setOpen("until")}>
        {texts.extendUntil}
      </Button>
      <Button disabled={run.isBusy} aria-label={texts.completeLabel(name)} onClick={() => setOpen("complete")}>
        {texts.complete}
      </Button>
      {open === "until" && <VerbDialog project={project} verb={{ kind: "extend", occurrence }} onClose={close} onDone={close} />}
      {open === "complete" && <Complete run={run} occurrence={occurrence.occurrence} name={name} onClose={close} />}
    </Group>
  );
}

interface DialogProps {
  readonly run: MaintenanceRun;
  readonly occurrence: string;
  readonly onClose: () => void;
}

function Complete({ run, occurrence, name, onClose }: DialogProps & { readonly name: string }) {
  const { actions } = sharedTexts;
  const send = async () => {
    if (await run.run({ verb: "complete", request: { occurrence } })) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={texts.completeTitle(name)}>
      <Stack gap="md">
        <Text size="sm">{texts.completeMeaning}</Text>
        <VerbFailure run={run} onDone={onClose} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {actions.cancel}
          </Button>
          <Button data-autofocus loading={run.isBusy} onClick={() => void send()}>
            {texts.completeNow}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
