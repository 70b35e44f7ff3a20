import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { useState } from "react";
import { durationText } from "../../elements/typed-times.ts";
import { MayEdit } from "../../session/may-edit.tsx";
import { requiredRole } from "../maintenance-list.ts";
import { isNextQuery } from "./occurrence-details.ts";
import type { OccurrencePhase } from "./occurrence-phase.ts";
import { occurrenceTexts as texts } from "./occurrence-texts.ts";
import type { WantedVerb } from "./use-verb-plan.ts";
import { VerbDialog } from "./verb-dialog.tsx";

interface OccurrenceVerbsProps {
  readonly project: string;
  readonly occurrence: ListedOccurrence;
  readonly phase: OccurrencePhase;
}

type Choose = (verb: Omit<WantedVerb, "occurrence">) => void;

/** Actions available in the current phase; each opens a dialog for confirmation. */
export function OccurrenceVerbs({ project, occurrence, phase }: OccurrenceVerbsProps) {
  const [verb, setVerb] = useState<WantedVerb | null>(null);
  const choose: Choose = (chosen) => setVerb({ ...chosen, occurrence });
  const close = () => setVerb(null);
  return (
    <MayEdit project={project} role={requiredRole} otherwise={<Quiet>{texts.mayNot}</Quiet>}>
      {(phase === "scheduled" || phase === "announced") && (
        <Scheduled project={project} occurrence={occurrence} choose={choose} />
      )}
      {(phase === "active" || phase === "past_plan") && <Active end={occurrence.end} choose={choose} />}
      {phase === "ended" && <Quiet>{texts.nothingLeft}</Quiet>}
      {phase === "canceled" && <Quiet>{texts.nothingLeftCanceled}</Quiet>}
      {phase === "skipped" && <Quiet>{texts.nothingLeftSkipped}</Quiet>}
      {verb && <VerbDialog project={project} verb={{ ...verb, occurrence }} onClose={close} onDone={close} />}
    </MayEdit>
  );
}

interface ScheduledProps {
  readonly project: string;
  readonly occurrence: ListedOccurrence;
  readonly choose: Choose;
}

function Scheduled({ project, occurrence, choose }: ScheduledProps) {
  const isNext = useQuery(isNextQuery(project, occurrence)).data;
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Button variant="default" onClick={() => choose({ kind: "move" })}>
          {texts.move}
        </Button>
        <Button variant="default" onClick={() => choose({ kind: "extend" })}>
          {texts.extend}
        </Button>
        <Button variant="default" c="var(--mantine-color-error)" onClick={() => choose({ kind: "cancel" })}>
          {texts.cancel}
        </Button>
        {isNext === true && (
          <Button color="closed" onClick={() => choose({ kind: "start" })}>
            {texts.start_now}
          </Button>
        )}
      </Group>
      {isNext === false && <Quiet>{texts.notNext}</Quiet>}
    </Stack>
  );
}

/** Milliseconds. */
const steps = [15, 30, 60].map((minutes) => minutes * 60_000);

function Active({ end, choose }: { readonly end: string; readonly choose: Choose }) {
  return (
    <Group gap="sm">
      {steps.map((by) => {
        const text = durationText(`PT${by / 60_000}M`);
        return (
          <Button
            key={by}
            variant="default"
            aria-label={texts.extendByLabel(text)}
            onClick={() => choose({ kind: "extend", end: new Date(Date.parse(end) + by).toISOString() })}
          >
            {texts.extendBy(text)}
          </Button>
        );
      })}
      <Button variant="default" onClick={() => choose({ kind: "extend" })}>
        {texts.extend}
      </Button>
      <Button onClick={() => choose({ kind: "complete" })}>{texts.complete}</Button>
    </Group>
  );
}

function Quiet({ children }: { readonly children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}
