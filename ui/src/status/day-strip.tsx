import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { wallClock } from "drawbridge-rules/describe/times.ts";
import { instantToWall, wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { Hint } from "../elements/cells.tsx";
import { useNow } from "../elements/use-now.ts";
import { occurrencePhase } from "../maintenance/occurrence/occurrence-phase.ts";
import { admin, projectQuery } from "../server-connection.ts";
import { ownZone } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import classes from "./status.module.css";
import { statusTexts as texts } from "./status-texts.ts";

const DAY = 86_400_000;
const maxShown = 20;

/** @param date in the reader's zone: `2026-11-26` */
const dayQuery = projectQuery("maintenance of day", (project, date: string) => {
  const [from = "", until = ""] = Object.values(dayOf(date)).map((at) => new Date(at).toISOString());
  return admin.listMaintenance({ project, from, until, limit: maxShown, warnings: false });
});

/** Epoch ms: a day has 23 to 25 hours. */
function dayOf(date: string): { readonly from: number; readonly until: number } {
  const next = new Date(Date.parse(`${date}T00:00Z`) + DAY).toISOString().slice(0, 10);
  return { from: wallToInstant(`${date}T00:00`, ownZone), until: wallToInstant(`${next}T00:00`, ownZone) };
}

export function DayStrip({ project }: { readonly project: string }) {
  const now = useNow();
  const date = instantToWall(now, ownZone).slice(0, 10);
  const { from, until } = dayOf(date);
  const { data } = useQuery(dayQuery(project, date));
  const shown = (data?.occurrences ?? []).filter(({ state }) => state !== "canceled" && state !== "skipped");
  const placeOf = (at: number) => Math.min(100, Math.max(0, ((at - from) / (until - from)) * 100));
  return (
    <Stack gap="xs">
      <div className={classes.day} aria-hidden>
        <div className={classes.track} />
        {shown.map((occurrence) => {
          const left = placeOf(Date.parse(occurrence.start));
          const width = placeOf(Date.parse(occurrence.end)) - left;
          return (
            <div
              key={occurrence.occurrence}
              className={classes.span}
              data-phase={occurrencePhase(occurrence, now)}
              style={{ left: `${left}%`, width: `${width}%` }}
              title={occurrence.name}
            />
          );
        })}
        <div className={classes.now} style={{ left: `${placeOf(now)}%` }} />
        {[0, 6, 12, 18].map((hour) => (
          <Text key={hour} fz="xs" c="dimmed" className={classes.hour} style={{ left: `${(hour / 24) * 100}%` }}>
            {`${hour}`.padStart(2, "0")}
          </Text>
        ))}
      </div>
      {shown.length === 0 ? (
        <Hint>{data ? texts.noneToday : sharedTexts.states.loading}</Hint>
      ) : (
        shown.map((occurrence) => (
          <Group key={occurrence.occurrence} gap="sm" wrap="nowrap" align="baseline">
            <Text style={{ whiteSpace: "nowrap" }}>{timeOfDay(occurrence, from, until)}</Text>
            <Text fw={500} style={{ overflowWrap: "anywhere" }}>
              {occurrence.name}
            </Text>
            <Text c="dimmed" truncate>
              {occurrence.scope}
            </Text>
          </Group>
        ))
      )}
    </Stack>
  );
}

function timeOfDay({ start, end }: ListedOccurrence, from: number, until: number): string {
  const clock = (at: string) => wallClock(instantToWall(Date.parse(at), ownZone));
  const [isFromBefore, isToLater] = [Date.parse(start) < from, Date.parse(end) > until];
  if (isFromBefore) return isToLater ? texts.allDay : texts.until(clock(end));
  return isToLater ? texts.from(clock(start)) : `${clock(start)}–${clock(end)}`;
}
