import { Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { useState } from "react";
import { Quiet } from "../../elements/cells.tsx";
import { MayEdit } from "../../session/may-edit.tsx";
import { requiredRole } from "../maintenance-list.ts";
import { ActiveVerbs } from "./active-verbs.tsx";
import { isNextQuery } from "./occurrence-details.ts";
import type { OccurrencePhase } from "./occurrence-phase.ts";
import { occurrenceTexts as texts } from "./occurrence-texts.ts";
import { VerbDialog } from "./verb-dialog.tsx";
import type { VerbKind } from "./verb-plan.ts";

interface VerbsProps {
  readonly project: string;
  readonly occurrence: ListedOccurrence;
}

interface ChoiceProps extends VerbsProps {
  /** Opens the dialog of a verb, which stays open when the occurrence begins or ends meanwhile. */
  readonly onChoose: (kind: VerbKind) => void;
}

/** Actions available in the current phase. */
export function OccurrenceVerbs({ phase, ...shown }: VerbsProps & { readonly phase: OccurrencePhase }) {
  const [open, setOpen] = useState<VerbKind | null>(null);
  const close = () => setOpen(null);
  const nothing = { ended: texts.nothingLeft, canceled: texts.nothingLeftCanceled, skipped: texts.nothingLeftSkipped };
  return (
    <MayEdit project={shown.project} role={requiredRole} otherwise={<Quiet>{texts.mayNot}</Quiet>}>
      {(phase === "scheduled" || phase === "announced") && <ScheduledVerbs {...shown} onChoose={setOpen} />}
      {(phase === "active" || phase === "past_plan") && <ActiveVerbs {...shown} onChoose={setOpen} />}
      {phase in nothing && <Quiet>{nothing[phase as keyof typeof nothing]}</Quiet>}
      {open && <VerbDialog {...shown} verb={{ kind: open, occurrence: shown.occurrence }} onClose={close} onDone={close} />}
    </MayEdit>
  );
}

/** Each opens a dialog for confirmation. */
function ScheduledVerbs({ project, occurrence, onChoose }: ChoiceProps) {
  const isNext = useQuery(isNextQuery(project, occurrence)).data;
  const kinds = ["move", "extend", "cancel", ...(isNext === true ? (["start"] as const) : [])] as const;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {kinds.map((kind) => (
          <Button key={kind} variant="default" onClick={() => onChoose(kind)}>
            {texts.verbs[kind]}
          </Button>
        ))}
      </Group>
      {isNext === false && <Quiet>{texts.notNext}</Quiet>}
    </Stack>
  );
}
