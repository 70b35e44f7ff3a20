import { List, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { QueryState } from "../elements/query-state.tsx";
import { formatInstant, formatZonedInstant } from "../texts/formats.ts";
import { occurrenceHistoryQuery } from "./occurrence-details.ts";
import { type HistoryStep, historyStep } from "./occurrence-phase.ts";
import { occurrenceTexts } from "./occurrence-texts.ts";

/** Changes to an occurrence, newest first. */
export function OccurrenceHistory({ project, occurrence }: { readonly project: string; readonly occurrence: ListedOccurrence }) {
  const texts = occurrenceTexts;
  const done = useQuery(occurrenceHistoryQuery(project, occurrence.occurrence));
  const words = useStepWords(occurrence.zone);
  return (
    <QueryState query={done}>
      {({ commits }) =>
        commits.length === 0 ? (
          <Text size="sm" c="dimmed">
            {texts.doneNone}
          </Text>
        ) : (
          <List size="sm" spacing={4}>
            {commits.map(({ revision, at, actor_name, reason, changes }) => (
              <List.Item key={revision}>
                {changes.map((change) => words(historyStep(change, at))).join(" ")}
                <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                  {texts.doneBy(actor_name ?? texts.unknownActor, formatInstant(at))}
                  {reason === "" ? "" : ` · ${reason}`}
                </Text>
              </List.Item>
            ))}
          </List>
        )
      }
    </QueryState>
  );
}

function useStepWords(zone: string): (step: HistoryStep) => string {
  const { did } = occurrenceTexts;
  const text = (at: string) => formatZonedInstant(at, zone);
  return (step) => {
    if (step.kind === "moved") return did.moved(formatInstant(step.start, zone), text(step.end));
    if ("at" in step) return did[step.kind](text(step.at));
    return did[step.kind];
  };
}
