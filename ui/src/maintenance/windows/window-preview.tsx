import { Alert, Badge, Button, Group, List, Stack, Text } from "@mantine/core";
import { formatDuration } from "drawbridge-rules/describe/times.ts";
import { isAhead } from "drawbridge-rules/occurrence/occurrence-state.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import { ownZone } from "../../texts/browser-locale.ts";
import { formatSpan } from "../../texts/formats.ts";
import { dateText } from "./except-field.tsx";
import { plannedWall, shiftNotes } from "./shift-note.ts";
import type { Schedule } from "./window-list.ts";
import { windowTexts as texts } from "./window-texts.ts";

interface WindowPreviewProps {
  readonly schedule: Schedule;
  /** Problems not shown at a field. */
  readonly problems: readonly ProblemItem[];
  /** Excludes the occurrence of a date; absent: occurrences cannot be excluded. */
  readonly onLeaveOut?: ((date: string) => void) | undefined;
}

/** Next occurrences in the window's zone and in local time, with notes on clock changes. */
export function WindowPreview({ schedule, problems, onLeaveOut }: WindowPreviewProps) {
  const { occurrences, state, isPublished } = schedule;
  const none = isPublished ? texts.previewNoneYear : texts.previewNone;
  const said = { asking: texts.previewWait, away: texts.previewAway, wrong: texts.previewWrong, said: none }[state];
  return (
    <Alert color={state === "wrong" ? "caution" : "gray"} title={texts.preview}>
      {problems.map(({ path, detail }) => (
        <Text size="sm" key={`${path} ${detail}`}>
          {detail}
        </Text>
      ))}
      {occurrences && occurrences.length > 0 && state !== "wrong" ? (
        <List
          size="sm"
          spacing="xs"
          listStyleType="none"
          aria-label={texts.preview}
          styles={{ itemWrapper: { display: "block" }, itemLabel: { display: "block" } }}
        >
          {occurrences.map((occurrence) => (
            <List.Item key={occurrence.occurrence}>
              <Time occurrence={occurrence} onLeaveOut={onLeaveOut} />
            </List.Item>
          ))}
        </List>
      ) : (
        <Text size="sm">{said}</Text>
      )}
    </Alert>
  );
}

interface TimeProps extends Pick<WindowPreviewProps, "onLeaveOut"> {
  readonly occurrence: ListedOccurrence;
}

function Time({ occurrence, onLeaveOut }: TimeProps) {
  const { start, end, zone, state, planned_start } = occurrence;
  const [there, here] = [formatSpan(start, end, zone), formatSpan(start, end, ownZone)];
  const date = plannedWall(occurrence).slice(0, 10);
  return (
    <Group gap="xs" justify="space-between" wrap="nowrap" align="flex-start">
      <Stack gap={0}>
        <Text size="sm" fw={600} td={state === "canceled" ? "line-through" : undefined}>
          {`${there} ${zone}`}
        </Text>
        {there !== here && <Text size="xs">{texts.yourClock(here)}</Text>}
        <ShiftText occurrence={occurrence} />
      </Stack>
      {state === "canceled" && <Mark>{texts.canceled}</Mark>}
      {state !== "canceled" && start !== planned_start && <Mark>{texts.moved}</Mark>}
      {onLeaveOut && isAhead(state) && (
        <Button
          variant="default"
          size="compact-xs"
          flex="none"
          aria-label={texts.leaveOutLabel(dateText(date))}
          onClick={() => onLeaveOut(date)}
        >
          {texts.leaveOut}
        </Button>
      )}
    </Group>
  );
}

function Mark({ children }: { readonly children: string }) {
  return (
    <Badge size="sm" variant="light" color="gray" tt="none" flex="none">
      {children}
    </Badge>
  );
}

/** Usually empty. */
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
      <Text size="xs" fw={600} key={note}>
        {note}
      </Text>
    ));
}
