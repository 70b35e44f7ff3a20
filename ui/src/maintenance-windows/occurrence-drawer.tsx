import { Badge, Button, Drawer, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { MaintenanceWindow } from "drawbridge-rules/wire/window.ts";
import type { ReactNode } from "react";
import { lengthText } from "../elements/duration.ts";
import { useDayNames } from "../elements/duration-field.tsx";
import { useNow } from "../elements/use-now.ts";
import { useFormats } from "../texts/formats.ts";
import { useSharedTexts, useTexts } from "../texts/language.tsx";
import { type Asker, doneQuery } from "./occurrence-details.ts";
import { isCompletedIn, OccurrenceDone } from "./occurrence-done.tsx";
import { type OccurrencePhase, phaseOf } from "./occurrence-phase.ts";
import { occurrenceTexts } from "./occurrence-texts.ts";
import { OccurrenceTimes } from "./occurrence-times.tsx";
import { OccurrenceVerbs } from "./occurrence-verbs.tsx";
import { PlaceLink } from "./place-link.tsx";
import { ToldText } from "./told-text.tsx";
import { useScopeText } from "./use-scope-text.ts";

export interface OccurrenceDrawerProps {
  readonly project: string;
  readonly head: Project;
  readonly occurrence: ListedOccurrence;
  /** Its rule; null: it is gone, or not read yet. */
  readonly window: MaintenanceWindow | null;
  readonly onClose: () => void;
  readonly onEditRule: () => void;
}

const colors: Readonly<Record<OccurrencePhase, string>> = {
  to_come: "blue",
  in_force: "red",
  past_plan: "orange",
  completed: "green",
  over: "gray",
  cancelled: "gray",
};

/** One time that a window takes place: when, for whom, what they are told, and what can be done to it. */
export function OccurrenceDrawer({ project, head, occurrence, window, onClose, onEditRule }: OccurrenceDrawerProps) {
  const texts = useTexts(occurrenceTexts);
  const { actions } = useSharedTexts();
  const now = useNow();
  const done = useQuery(doneQuery(project, occurrence.occurrence));
  const phase = phaseOf(occurrence, Math.max(now, Date.now()), isCompletedIn(done.data));
  const scopeText = useScopeText(project, head);
  const at = phase === "in_force" || phase === "past_plan" ? null : occurrence.start;
  return (
    <Drawer opened onClose={onClose} size="40rem" title={occurrence.window} closeButtonProps={{ "aria-label": actions.close }}>
      <Stack gap="lg">
        <Standing occurrence={occurrence} phase={phase} now={now} />
        <Part title={texts.verbs}>
          <OccurrenceVerbs project={project} occurrence={occurrence} phase={phase} />
        </Part>
        <Part title={texts.times}>
          <OccurrenceTimes occurrence={occurrence} />
        </Part>
        <Part title={texts.scope}>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {scopeText(occurrence)}
          </Text>
        </Part>
        {phase !== "cancelled" && (
          <Part title={texts.told}>
            <ToldText
              project={project}
              head={head}
              occurrence={occurrence}
              at={at}
              link={(asker) => (
                <PlaceLink project={project} screen="simulator" search={simulatorSearch(asker, at ?? new Date().toISOString())}>
                  {texts.simulate}
                </PlaceLink>
              )}
            />
          </Part>
        )}
        <Part title={texts.done}>
          <OccurrenceDone project={project} occurrence={occurrence} />
          <PlaceLink project={project} screen="history" search={{ kind: "override", id: occurrence.occurrence }}>
            {texts.history}
          </PlaceLink>
        </Part>
        {window && (
          <Group>
            <Button variant="default" onClick={onEditRule}>
              {texts.rule}
            </Button>
          </Group>
        )}
      </Stack>
    </Drawer>
  );
}

interface StandingProps {
  readonly occurrence: ListedOccurrence;
  readonly phase: OccurrencePhase;
  /** Epoch ms. */
  readonly now: number;
}

function Standing({ occurrence: { start, end, overrun, repeat }, phase, now }: StandingProps) {
  const texts = useTexts(occurrenceTexts);
  const relative = useCountdown();
  const isOn = phase === "in_force" || phase === "past_plan";
  const said = {
    to_come: texts.begins(relative(start, now)),
    in_force: texts.ends(relative(end, now)),
    past_plan: overrun === "hold" ? texts.held : texts.ends(relative(end, now)),
    completed: texts.ended(relative(end, now)),
    over: texts.ended(relative(end, now)),
    cancelled: texts.wasCancelled,
  }[phase];
  return (
    <div>
      <Group gap="sm" role="status">
        <Badge color={colors[phase]} variant={isOn ? "filled" : "light"} tt="none" size="lg">
          {texts.phases[phase]}
        </Badge>
        <Text size="sm">{said}</Text>
      </Group>
      {repeat !== null && (
        <Text size="xs" c="dimmed" mt="xs">
          {texts.oneOfMany}
        </Text>
      )}
    </div>
  );
}

/** Milliseconds within which minutes count. */
const near = 48 * 3_600_000;

/** How far away an instant is: to the minute where it is near. */
function useCountdown(): (at: string, now: number) => string {
  const texts = useTexts(occurrenceTexts);
  const { relative } = useFormats();
  const days = useDayNames();
  return (at, now) => {
    const ms = Date.parse(at) - now;
    if (Math.abs(ms) >= near || Math.abs(ms) < 60_000) return relative(at, now);
    const length = lengthText(Math.floor(Math.abs(ms) / 60_000) * 60_000, days);
    return ms > 0 ? texts.inTime(length) : texts.ago(length);
  };
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h5" mb={4}>
        {title}
      </Title>
      {children}
    </section>
  );
}

function simulatorSearch(asker: Asker, at: string): Record<string, string> {
  return asker.kind === "platform"
    ? { platform: asker.id, version: asker.version, at }
    : { ask: "maintenance", instance: asker.id, at };
}
