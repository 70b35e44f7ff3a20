import { Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { durationText } from "../elements/duration.ts";
import { useDayNames } from "../elements/duration-field.tsx";
import { KnownInstantField } from "../elements/instant-field.tsx";
import { verbDialogTexts as texts } from "./verb-dialog-texts.ts";
import { endingAt, startingAt, toVerbTimes, type VerbKind, type VerbProblem, type VerbTimes } from "./verb-plan.ts";

interface VerbTimesFieldsProps {
  readonly kind: VerbKind;
  readonly occurrence: ListedOccurrence;
  readonly times: VerbTimes;
  readonly problem: VerbProblem | null;
  readonly onChange: (times: VerbTimes) => void;
}

/** The times that can be chosen, on the clock of the window; nothing where there are none. */
export function VerbTimesFields(props: VerbTimesFieldsProps) {
  if (props.kind === "move") return <MoveFields {...props} />;
  return props.kind === "extend" ? <ExtendFields {...props} /> : null;
}

function MoveFields({ occurrence, times, problem, onChange }: VerbTimesFieldsProps) {
  const { zone } = occurrence;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {texts.keepsLength}
      </Text>
      <SimpleGrid type="container" cols={{ base: 1, "28rem": 2 }} spacing="sm">
        <KnownInstantField
          label={texts.start}
          required
          data-autofocus
          at={times.start}
          zone={zone}
          error={problem === "startPast" ? texts.startPast : undefined}
          onChange={(typed) => onChange(startingAt(times, typed, zone, toVerbTimes(occurrence), Date.now()))}
        />
        <KnownInstantField
          label={texts.end}
          required
          at={times.end}
          zone={zone}
          error={problem === "endBeforeStart" ? texts.endBeforeStart : undefined}
          onChange={(typed) => onChange(endingAt(times, typed, zone, Date.now()))}
        />
      </SimpleGrid>
    </Stack>
  );
}

const minutes = [15, 30, 60, 120];

function ExtendFields({ occurrence, times, problem, onChange }: VerbTimesFieldsProps) {
  const days = useDayNames();
  const { zone } = occurrence;
  const present = Date.parse(occurrence.end);
  return (
    <Stack gap="xs">
      <Group gap="xs" role="group" aria-label={texts.quick}>
        {minutes.map((count) => {
          const end = present + count * 60_000;
          return (
            <Button
              key={count}
              size="xs"
              variant={times.end === end ? "light" : "default"}
              aria-pressed={times.end === end}
              onClick={() => onChange({ ...times, end })}
            >
              {texts.by(durationText(`PT${count}M`, days))}
            </Button>
          );
        })}
      </Group>
      <KnownInstantField
        label={texts.end}
        required
        data-autofocus
        at={times.end}
        zone={zone}
        error={problem === "endWrong" ? texts.endWrong : undefined}
        onChange={(typed) => onChange(endingAt(times, typed, zone, Date.now()))}
      />
    </Stack>
  );
}
