import { Button, Group, Stack } from "@mantine/core";
import { formatDuration } from "drawbridge-rules/describe/times.ts";
import { parseDuration } from "drawbridge-rules/values/duration.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { Suspense, useState } from "react";
import { lazyPart } from "../../elements/lazy-part.ts";
import { useMaintenanceVerb } from "../../verbs/use-verb.ts";
import { VerbFailure } from "../../verbs/verb-form.tsx";
import { occurrenceTexts as texts } from "./occurrence-texts.ts";

const loadDialog = async () => (await import("./verb-dialog.tsx")).VerbDialog;
/** Loaded later: the first screen has many projects, and most are open. */
const VerbDialog = lazyPart(loadDialog);

interface ActiveVerbsProps {
  readonly project: string;
  readonly occurrence: ListedOccurrence;
  readonly isMain?: boolean;
  /** Lengths of an extension in one step. */
  readonly steps?: readonly string[];
  /** Absent means it has the dialog itself, which closes when the maintenance is over. */
  readonly onChoose?: (kind: "complete" | "extend") => void;
}

const usualSteps = ["PT15M", "PT30M", "PT1H"];

/** Completes or extends active maintenance. An extension is one step: it closes nothing that is open. */
export function ActiveVerbs({ project, occurrence, isMain = true, steps = usualSteps, onChoose }: ActiveVerbsProps) {
  // Without a notification, which would cover the buttons on a phone: the new end is beside them.
  const run = useMaintenanceVerb(project, null);
  const [open, setOpen] = useState<"complete" | "extend" | null>(null);
  const choose = onChoose ?? setOpen;
  const close = () => setOpen(null);
  const { name } = occurrence;
  // The server may be unreachable when the button is pressed.
  const load = () => void loadDialog().catch(() => undefined);
  return (
    <Stack gap="xs">
      <Group gap="xs" onPointerEnter={load} onFocus={load}>
        <Button
          px="md"
          variant={isMain ? "filled" : "default"}
          aria-label={texts.completeLabel(name)}
          onClick={() => choose("complete")}
        >
          {texts.verbs.complete}
        </Button>
        {steps.map((by) => {
          const length = formatDuration(parseDuration(by) ?? 0);
          return (
            <Button
              key={by}
              variant="default"
              px="sm"
              disabled={run.isBusy}
              aria-label={texts.extendByLabel(name, length)}
              onClick={() => void run.run({ verb: "extend", request: { occurrence: occurrence.occurrence, by } })}
            >
              {texts.extendBy(length)}
            </Button>
          );
        })}
        <Button variant="default" px="sm" aria-label={texts.extendLabel(name)} onClick={() => choose("extend")}>
          {texts.verbs.extend}
        </Button>
      </Group>
      <VerbFailure run={run} />
      {open && (
        <Suspense fallback={null}>
          <VerbDialog project={project} verb={{ kind: open, occurrence }} onClose={close} onDone={close} />
        </Suspense>
      )}
    </Stack>
  );
}
