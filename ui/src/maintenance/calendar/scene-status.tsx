import { Alert, Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { listedState } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import { instantToWall } from "drawbridge-rules/values/wall-time.ts";
import { ErrorState, LoadingState } from "../../elements/query-state.tsx";
import { useNow } from "../../elements/use-now.ts";
import { calendarTexts as texts } from "./calendar-texts.ts";
import type { OccurrenceBar } from "./occurrence-bar.ts";
import { nextOccurrenceQuery, type ReadOccurrences } from "./occurrence-list.ts";
import type { VisibleRange } from "./time-scale.ts";
import { dateText, HOUR, spans, type ZoneTime } from "./zone-time.ts";

interface SceneStatusProps {
  readonly project: string;
  readonly read: ReadOccurrences;
  readonly bars: readonly OccurrenceBar[];
  readonly seen: VisibleRange;
  readonly zone: string;
  readonly onGoTo: (date: string) => void;
}

export function SceneStatus({ project, read, bars, seen, zone, onGoTo }: SceneStatusProps) {
  const isEmpty = !bars.some(({ start, end }) => end > seen.from && start < seen.until);
  if (read.error) return <ErrorState error={read.error} onAgain={read.readAgain} />;
  if (read.isLoading) return <LoadingState />;
  if (read.isCut)
    return (
      <Alert color="caution" py="xs">
        {texts.isCut}
      </Alert>
    );
  return isEmpty ? <Nothing project={project} seen={seen} zone={zone} onGoTo={onGoTo} /> : null;
}

function Nothing({ project, seen, zone, onGoTo }: Omit<SceneStatusProps, "read" | "bars">) {
  const now = useNow();
  // While the past is visible, the next one is still in the future. By the hour: scrolling must not send a request per pixel.
  const next = useQuery(nextOccurrenceQuery(project, Math.floor(Math.max(seen.until, now) / HOUR) * HOUR));
  const found = next.data && listedState(next.data, now) === "ended" ? undefined : next.data;
  return (
    <Text size="sm" c="dimmed" role="status">
      {texts.nothingSeen} {found === null && texts.nothingLater}
      {found && (
        <Anchor
          component="button"
          type="button"
          fz="sm"
          onClick={() => onGoTo(instantToWall(Date.parse(found.start), zone).slice(0, 10))}
        >
          {(Date.parse(found.start) <= now ? texts.goToActive : texts.goToNext)(
            found.name,
            `${spans.span(Date.parse(found.start), Date.parse(found.end), zone)} ${zone}`,
          )}
        </Anchor>
      )}
    </Text>
  );
}

/** Clock changes in the visible time, in words: a missing hour is easily overlooked. */
export function ShiftNotes({ time, seen }: { readonly time: ZoneTime; readonly seen: VisibleRange }) {
  const found = time.shifts(seen.from, seen.until);
  if (found.length === 0) return null;
  return (
    <Alert color="caution" py="xs" role={noteRole}>
      {found.map((shift) => {
        const say = shift.after > shift.before ? texts.forward : texts.back;
        const date = dateText(shift.before);
        const day = time.days(shift.at - 1, shift.at).find((one) => one.date === date) ?? time.days(shift.at, shift.at + 1)[0];
        const hours = day ? (day.end - day.start) / HOUR : 24;
        return (
          <Text key={shift.at} size="sm">
            {say(time.zone, spans.longDay(date), spans.shift(shift), String(hours))}
          </Text>
        );
      })}
    </Alert>
  );
}

const noteRole = "note";
