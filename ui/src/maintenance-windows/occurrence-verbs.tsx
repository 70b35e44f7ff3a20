import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { useState } from "react";
import { durationText } from "../elements/duration.ts";
import { useDayNames } from "../elements/duration-field.tsx";
import { MayEdit } from "../session/may-edit.tsx";
import { useTexts } from "../texts/language.tsx";
import { isNextQuery } from "./occurrence-details.ts";
import type { OccurrencePhase } from "./occurrence-phase.ts";
import { occurrenceTexts } from "./occurrence-texts.ts";
import type { WantedVerb } from "./use-verb-plan.ts";
import { VerbDialog } from "./verb-dialog.tsx";
import { neededRole } from "./window-list.ts";

export interface OccurrenceVerbsProps {
  readonly project: string;
  readonly occurrence: ListedOccurrence;
  readonly phase: OccurrencePhase;
}

type Choose = (verb: Omit<WantedVerb, "occurrence">) => void;

/** What can be done to it as it stands: each is looked at once more before it is sent. */
export function OccurrenceVerbs({ project, occurrence, phase }: OccurrenceVerbsProps) {
  const texts = useTexts(occurrenceTexts);
  const [verb, setVerb] = useState<WantedVerb | null>(null);
  const choose: Choose = (chosen) => setVerb({ ...chosen, occurrence });
  const close = () => setVerb(null);
  return (
    <MayEdit project={project} role={neededRole} otherwise={<Quiet>{texts.mayNot}</Quiet>}>
      {phase === "to_come" && <ToCome project={project} occurrence={occurrence} choose={choose} />}
      {(phase === "in_force" || phase === "past_plan") && <InForce end={occurrence.end} choose={choose} />}
      {(phase === "over" || phase === "completed") && <Quiet>{texts.nothingLeft}</Quiet>}
      {phase === "cancelled" && <Quiet>{texts.nothingLeftCancelled}</Quiet>}
      {verb && <VerbDialog project={project} verb={{ ...verb, occurrence }} onClose={close} onDone={close} />}
    </MayEdit>
  );
}

interface ToComeProps {
  readonly project: string;
  readonly occurrence: ListedOccurrence;
  readonly choose: Choose;
}

function ToCome({ project, occurrence, choose }: ToComeProps) {
  const texts = useTexts(occurrenceTexts);
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
          <Button color="red" onClick={() => choose({ kind: "start" })}>
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

function InForce({ end, choose }: { readonly end: string; readonly choose: Choose }) {
  const texts = useTexts(occurrenceTexts);
  const days = useDayNames();
  return (
    <Group gap="sm">
      {steps.map((by) => {
        const text = durationText(`PT${by / 60_000}M`, days);
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
