import { Badge, Button, Group, Modal, Paper, Stack, Text, Title } from "@mantine/core";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { useState } from "react";
import { InstantText } from "../elements/instant-text.tsx";
import { durationText } from "../elements/typed-times.ts";
import { useNow } from "../elements/use-now.ts";
import { isOverdue } from "../occurrence/occurrence-phase.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { formatList } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { type MaintenanceRun, useMaintenanceVerb } from "../verbs/use-verb.ts";
import { VerbDialog } from "../verbs/verb-dialog.tsx";
import { VerbFailure } from "../verbs/verb-failure.tsx";
import { requiredRole } from "./maintenance-list.ts";
import { maintenanceNowTexts as texts } from "./maintenance-now-texts.ts";

interface RunningMaintenanceProps {
  readonly project: string;
  readonly occurrence: ListedOccurrence;
}

/** Active occurrence: planned and actual times, and buttons to extend or complete it. */
export function RunningMaintenance({ project, occurrence }: RunningMaintenanceProps) {
  const run = useMaintenanceVerb(project, ({ verb }) => (verb === "complete" ? texts.completed : texts.extended));
  const { window, planned_start, planned_end, start, end, instances, platforms, overrun } = occurrence;
  const covered = [...(platforms ?? []), ...(instances ?? [])];
  return (
    <Paper component="section" aria-label={window} withBorder p="md" maw="52rem">
      <Stack gap="sm">
        <Group gap="xs">
          <Title order={3} style={{ overflowWrap: "anywhere" }}>
            {window}
          </Title>
          {isOverdue(occurrence, useNow()) && (
            <Badge variant="light" color="orange">
              {overrun === "hold" ? texts.heldOver : texts.pastPlan}
            </Badge>
          )}
        </Group>
        <Text size="sm">{covered.length === 0 ? texts.whole : formatList(covered)}</Text>
        <Span title={texts.planned} from={planned_start} until={planned_end} />
        <Span title={texts.actual} from={start} until={end} />
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

interface VerbsProps extends RunningMaintenanceProps {
  readonly run: MaintenanceRun;
}

function Verbs({ project, run, occurrence }: VerbsProps) {
  const [open, setOpen] = useState<"until" | "complete" | null>(null);
  const close = () => setOpen(null);
  const { window } = occurrence;
  return (
    <Group gap="sm">
      {steps.map((by) => (
        <Button
          key={by}
          variant="default"
          disabled={run.isBusy}
          aria-label={texts.extendByLabel(durationText(by), window)}
          onClick={() => void run.run({ verb: "extend", request: { occurrence: occurrence.occurrence, by } })}
        >
          {texts.extendBy(durationText(by))}
        </Button>
      ))}
      <Button variant="default" disabled={run.isBusy} onClick={() => setOpen("until")}>
        {texts.extendUntil}
      </Button>
      <Button disabled={run.isBusy} aria-label={texts.completeLabel(window)} onClick={() => setOpen("complete")}>
        {texts.complete}
      </Button>
      {open === "until" && <VerbDialog project={project} verb={{ kind: "extend", occurrence }} onClose={close} onDone={close} />}
      {open === "complete" && <Complete run={run} occurrence={occurrence.occurrence} window={window} onClose={close} />}
    </Group>
  );
}

interface DialogProps {
  readonly run: MaintenanceRun;
  readonly occurrence: string;
  readonly onClose: () => void;
}

function Complete({ run, occurrence, window, onClose }: DialogProps & { readonly window: string }) {
  const { actions } = sharedTexts;
  const send = async () => {
    if (await run.run({ verb: "complete", request: { occurrence } })) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={texts.completeTitle(window)}>
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
