import { Button, Group, Stack } from "@mantine/core";
import { formatDuration } from "drawbridge-rules/describe/times.ts";
import { parseDuration } from "drawbridge-rules/values/duration.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { useMaintenanceVerb, VerbFailure } from "../../verbs/verb-form.tsx";
import { occurrenceTexts as texts } from "./occurrence-texts.ts";
import { loadVerbDialog, openVerb } from "./verb-place.tsx";

interface ActiveVerbsProps {
  readonly project: string;
  readonly occurrence: ListedOccurrence;
  readonly isMain?: boolean;
  readonly steps?: readonly string[];
}

const usualSteps = ["PT15M", "PT30M", "PT1H"];

export function ActiveVerbs({ project, occurrence, isMain = true, steps = usualSteps }: ActiveVerbsProps) {
  // Without a notification, which would cover the buttons on a phone: the new end is beside them.
  const run = useMaintenanceVerb(project, null);
  const choose = (kind: "complete" | "extend") => openVerb({ project, verb: { kind, occurrence } });
  const { name } = occurrence;
  return (
    <Stack gap="xs">
      <Group gap="xs" onPointerEnter={loadVerbDialog} onFocus={loadVerbDialog}>
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
              px="sm"
              disabled={run.isBusy}
              aria-label={texts.extendByLabel(name, length)}
              onClick={() => void run.run({ verb: "extend", request: { occurrence: occurrence.occurrence, by } })}
            >
              {texts.extendBy(length)}
            </Button>
          );
        })}
        <Button px="sm" aria-label={texts.extendLabel(name)} onClick={() => choose("extend")}>
          {texts.verbs.extend}
        </Button>
      </Group>
      <VerbFailure run={run} />
    </Stack>
  );
}
