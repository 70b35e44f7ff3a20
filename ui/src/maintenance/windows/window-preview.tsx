import { Badge, Button, Group, Stack, Text, Title } from "@mantine/core";
import { formatDuration } from "drawbridge-rules/describe/times.ts";
import { isAhead } from "drawbridge-rules/occurrence/occurrence-state.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import { Hint } from "../../elements/cells.tsx";
import { formatSpan, ownZone } from "../../texts/formats.ts";
import classes from "../maintenance.module.css";
import { dateText } from "./recurrence-fields.tsx";
import { plannedWall, shiftNotes } from "./shift-note.ts";
import type { Schedule } from "./window-list.ts";
import { windowTexts as texts } from "./window-texts.ts";

interface WindowPreviewProps {
  readonly schedule: Schedule;
  readonly problems: readonly ProblemItem[];
  readonly onLeaveOut?: ((date: string) => void) | undefined;
}

export function WindowPreview({ schedule, problems, onLeaveOut }: WindowPreviewProps) {
  const { occurrences, state, isPublished } = schedule;
  const none = isPublished ? texts.previewNoneYear : texts.previewNone;
  const said = { asking: texts.previewWait, away: texts.previewAway, wrong: texts.previewWrong, said: none }[state];
  return (
    <div>
      <Title order={3} mb={4}>
        {texts.preview}
      </Title>
      {problems.map(({ path, detail }) => (
        <Text c="var(--mantine-color-error)" key={`${path} ${detail}`}>
          {detail}
        </Text>
      ))}
      {occurrences && occurrences.length > 0 && state !== "wrong" ? (
        <ul className={classes.dates} aria-label={texts.preview}>
          {occurrences.map((occurrence) => {
            const { start, end, zone, state, planned_start } = occurrence;
            const date = plannedWall(occurrence).slice(0, 10);
            const mark = state === "canceled" ? texts.canceled : start === planned_start ? null : texts.moved;
            return (
              <li key={occurrence.occurrence}>
                <Group gap="xs" justify="space-between" wrap="nowrap">
                  <Stack gap={0}>
                    <Text
                      td={state === "canceled" ? "line-through" : undefined}
                      title={`${formatSpan(start, end, zone)} ${zone}`}
                    >
                      {formatSpan(start, end, ownZone)}
                    </Text>
                    <ShiftText occurrence={occurrence} />
                  </Stack>
                  {mark !== null && (
                    <Badge color="gray" flex="none">
                      {mark}
                    </Badge>
                  )}
                  {onLeaveOut && isAhead(state) && (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      flex="none"
                      aria-label={texts.leaveOutLabel(dateText(date))}
                      onClick={() => onLeaveOut(date)}
                    >
                      {texts.leaveOut}
                    </Button>
                  )}
                </Group>
              </li>
            );
          })}
        </ul>
      ) : (
        <Hint>{said}</Hint>
      )}
    </div>
  );
}

export function ShiftText({ occurrence }: { readonly occurrence: ListedOccurrence }) {
  const { skippedTo, isDoubled, length } = shiftNotes(occurrence);
  const wall = plannedWall(occurrence).slice(11);
  const notes = [
    skippedTo === null ? "" : texts.missingHour(wall, skippedTo.slice(11)),
    isDoubled ? texts.doubledHour(wall) : "",
    length === null ? "" : texts.shiftInside(formatDuration(length)),
  ];
  return notes
    .filter((note) => note !== "")
    .map((note) => (
      <Text size="xs" c="dimmed" key={note}>
        {note}
      </Text>
    ));
}
