import { Alert, Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { listedState } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import { ErrorState, LoadingState } from "../../elements/screen.tsx";
import { useNow } from "../../elements/use-now.ts";
import { calendarTexts as texts } from "./calendar-texts.ts";
import { nextOccurrenceQuery, type ReadOccurrences } from "./occurrence-list.ts";
import type { Calendar } from "./use-calendar.ts";
import { dateText, HOUR, spans } from "./zone-time.ts";

interface SceneStatusProps {
  readonly project: string;
  readonly read: ReadOccurrences;
  readonly calendar: Calendar;
}

export function SceneStatus({ project, read, calendar }: SceneStatusProps) {
  const { from, until } = calendar.range;
  if (read.error) return <ErrorState error={read.error} onAgain={read.readAgain} />;
  if (read.isLoading) return <LoadingState />;
  if (read.isCut)
    return (
      <Alert color="caution" py="xs">
        {texts.isCut}
      </Alert>
    );
  const isEmpty = !read.bars.some(({ start, end }) => end > from && start < until);
  return isEmpty ? <Nothing project={project} calendar={calendar} /> : null;
}

function Nothing({ project, calendar: { range, time, goTo } }: Omit<SceneStatusProps, "read">) {
  const now = useNow();
  // While the past is visible, the next one is still in the future. By the hour, so that the clock does not send requests.
  const next = useQuery(nextOccurrenceQuery(project, Math.max(range.until, Math.floor(now / HOUR) * HOUR)));
  const found = next.data && listedState(next.data, now) === "ended" ? undefined : next.data;
  return (
    <Text c="dimmed" role="status">
      {texts.nothingSeen} {found === null && texts.nothingLater}
      {found && (
        <Anchor component="button" type="button" ta="start" onClick={() => goTo(dateText(time.wall(Date.parse(found.start))))}>
          {(Date.parse(found.start) <= now ? texts.goToActive : texts.goToNext)(
            found.name,
            `${spans.span(Date.parse(found.start), Date.parse(found.end), time.zone)} ${time.zone}`,
          )}
        </Anchor>
      )}
    </Text>
  );
}

/** Clock changes in the visible time, in words: a missing hour is easily overlooked. */
export function ShiftNotes({ calendar: { time, range } }: { readonly calendar: Calendar }) {
  const found = time.shifts(range.from, range.until);
  if (found.length === 0) return null;
  return (
    <Alert color="caution" py="xs" role={noteRole}>
      {found.map((shift) => {
        const say = shift.after > shift.before ? texts.forward : texts.back;
        const date = dateText(shift.before);
        const day = time.days(shift.at - 1, shift.at).find((one) => one.date === date) ?? time.days(shift.at, shift.at + 1)[0];
        const hours = day ? (day.end - day.start) / HOUR : 24;
        return <Text key={shift.at}>{say(time.zone, spans.longDay(date), spans.shift(shift), String(hours))}</Text>;
      })}
    </Alert>
  );
}

const noteRole = "note";
