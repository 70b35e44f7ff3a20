import { Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { Quiet } from "../../elements/cells.tsx";
import { MayEdit } from "../../session/may-edit.tsx";
import { requiredRole } from "../maintenance-list.ts";
import { ActiveVerbs } from "./active-verbs.tsx";
import { isNextQuery } from "./occurrence-details.ts";
import type { OccurrencePhase } from "./occurrence-phase.ts";
import { occurrenceTexts as texts } from "./occurrence-texts.ts";
import { openVerb } from "./verb-place.tsx";

interface VerbsProps {
  readonly project: string;
  readonly occurrence: ListedOccurrence;
}

/** Actions available in the current phase. */
export function OccurrenceVerbs({ phase, ...shown }: VerbsProps & { readonly phase: OccurrencePhase }) {
  const nothing = { ended: texts.nothingLeft, canceled: texts.nothingLeftCanceled, skipped: texts.nothingLeftSkipped };
  return (
    <MayEdit project={shown.project} role={requiredRole} otherwise={<Quiet>{texts.mayNot}</Quiet>}>
      {(phase === "scheduled" || phase === "announced") && <ScheduledVerbs {...shown} />}
      {(phase === "active" || phase === "past_plan") && <ActiveVerbs {...shown} />}
      {phase in nothing && <Quiet>{nothing[phase as keyof typeof nothing]}</Quiet>}
    </MayEdit>
  );
}

/** Each opens a dialog for confirmation. */
function ScheduledVerbs({ project, occurrence }: VerbsProps) {
  const isNext = useQuery(isNextQuery(project, occurrence)).data;
  const kinds = ["move", "extend", "cancel", ...(isNext === true ? (["start"] as const) : [])] as const;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {kinds.map((kind) => (
          <Button key={kind} variant="default" onClick={() => openVerb({ project, verb: { kind, occurrence } })}>
            {texts.verbs[kind]}
          </Button>
        ))}
      </Group>
      {isNext === false && <Quiet>{texts.notNext}</Quiet>}
    </Stack>
  );
}
