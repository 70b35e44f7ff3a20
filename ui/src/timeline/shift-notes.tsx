import { Alert, Text } from "@mantine/core";
import type { VisibleRange } from "./grid-position.ts";
import { spans } from "./span-text.ts";
import { timelineTexts as texts } from "./timeline-texts.ts";
import { dateText, HOUR, type ZoneTime } from "./zone-time.ts";

/** Clock changes in the visible time, in words: a missing hour is easily overlooked. */
export function ShiftNotes({ times, seen }: { readonly times: readonly ZoneTime[]; readonly seen: VisibleRange }) {
  const found = times.flatMap((time) => time.shifts(seen.from, seen.until).map((shift) => ({ time, shift })));
  if (found.length === 0) return null;
  return (
    <Alert color="yellow" py="xs" role={noteRole}>
      {found.map(({ time, shift }) => {
        const say = shift.after > shift.before ? texts.forward : texts.back;
        const date = dateText(shift.before);
        const day = time.days(shift.at - 1, shift.at).find((one) => one.date === date) ?? time.days(shift.at, shift.at + 1)[0];
        const hours = day ? (day.end - day.start) / HOUR : 24;
        return (
          <Text key={`${time.zone} ${shift.at}`} size="sm">
            {say(time.zone, spans.longDay(date), spans.shift(shift), String(hours))}
          </Text>
        );
      })}
    </Alert>
  );
}

const noteRole = "note";
