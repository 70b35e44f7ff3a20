import { List, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { describeOverride } from "drawbridge-rules/describe/occurrence-change.ts";
import type { CommittedChange } from "drawbridge-rules/wire/history.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { NameTable } from "drawbridge-rules/wire/names.ts";
import { QueryState } from "../../elements/query-state.tsx";
import { formatInstant } from "../../texts/formats.ts";
import { consoleReader } from "../../texts/reader.ts";
import { ActionLine } from "./action-line.tsx";
import { occurrenceHistoryQuery } from "./occurrence-details.ts";
import { occurrenceTexts } from "./occurrence-texts.ts";

/** Changes to an occurrence, newest first; where there are none, who planned it. */
export function OccurrenceHistory({ project, occurrence }: { readonly project: string; readonly occurrence: ListedOccurrence }) {
  const texts = occurrenceTexts;
  const done = useQuery(occurrenceHistoryQuery(project, occurrence.occurrence));
  return (
    <QueryState query={done}>
      {({ commits, names }) =>
        commits.length === 0 ? (
          <ActionLine occurrence={occurrence} />
        ) : (
          <List size="sm" spacing={4}>
            {commits.map(({ revision, at, actor_name, reason, changes }) => (
              <List.Item key={revision}>
                {changes.map((change) => stepText(change, at, names)).join(". ")}
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

function stepText(change: CommittedChange, at: string, names: NameTable): string {
  return describeOverride(change, { ...consoleReader(names), now: Date.parse(at) }).text;
}
