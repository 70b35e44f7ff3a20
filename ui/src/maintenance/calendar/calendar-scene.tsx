import { Box, Text } from "@mantine/core";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { type CSSProperties, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { useNow } from "../../elements/use-now.ts";
import { isAtLeast, useRole } from "../../session/session.ts";
import { requiredRole } from "../maintenance-list.ts";
import { maintenanceRoute } from "../maintenance-route.ts";
import { VerbDialog } from "../occurrence/verb-dialog.tsx";
import { OpenDrawer } from "../open-drawer.tsx";
import classes from "./calendar.module.css";
import { calendarTexts as texts } from "./calendar-texts.ts";
import { CalendarToolbar } from "./calendar-toolbar.tsx";
import { type Drag, DragStore, dragWallTimes } from "./drag.ts";
import type { LaneItem } from "./lane-row.ts";
import { useOccurrences } from "./occurrence-list.ts";
import { visibleStart } from "./period.ts";
import { SceneCanvas } from "./scene-canvas.tsx";
import { laneScope, useLaneRows } from "./scene-layout.ts";
import { SceneStatus, ShiftNotes } from "./scene-status.tsx";
import { reachDays, type SceneView, scaleAround, timeIn, type VisibleRange } from "./time-scale.ts";
import { type Calendar, useSetMaintenanceSearch } from "./use-calendar.ts";
import { useSceneSize, useScrollTime } from "./use-scroll-time.ts";
import { DAY, dateText, HOUR, spans, ZoneTime } from "./zone-time.ts";

interface CalendarSceneProps {
  readonly project: string;
  readonly head: Project;
  readonly view: SceneView;
  readonly calendar: Calendar;
}

export function CalendarScene({ project, head, view, calendar }: CalendarSceneProps) {
  const go = useSetMaintenanceSearch();
  const { query = "", lanes } = maintenanceRoute.useSearch();
  const scroller = useRef<HTMLDivElement>(null);
  const { measures, width, top } = useSceneSize(scroller);
  const scale = useScale(calendar.date, view, width);
  const time = useMemo(() => new ZoneTime(calendar.zone), [calendar.zone]);
  const scroll = useScrollTime({
    scroller,
    scale,
    width,
    left: useLeft(calendar, view, time, timeIn(scale, width)),
    target: calendar.target,
    onSettled: ({ from, until }) => calendar.follow(dateText(time.wall((from + until) / 2))),
  });
  const { seen, drawn } = scroll;
  const read = useOccurrences(project, drawn.from, drawn.until, view === "month" ? 4 : 1);
  const isBusyOnly = lanes === "busy";
  const { spans } = read;
  const { rows, bars } = useLaneRows({ project, head, spans, density: scale.density, query, isBusyOnly });
  const [store] = useState(() => new DragStore());
  const [dropped, setDropped] = useState<Drag | null>(null);
  const mayDrag = isAtLeast(useRole(project), requiredRole);
  const hintId = useId();
  useEffect(() => () => store.set(null), [store]);

  const onDrop = (drag: Drag) => {
    // A dropped item stays there until the user confirms or cancels.
    store.set(drag);
    if (drag.kind !== "make") return setDropped(drag);
    go({ create: true, ...dragWallTimes(drag, time.zone), zone: time.zone, ...laneScope(drag.lane) });
  };
  const done = () => {
    store.set(null);
    setDropped(null);
  };
  const onOpen = useCallback(({ bar }: LaneItem) => go({ occurrence: bar.name }), [go]);
  return (
    <>
      <CalendarToolbar calendar={calendar} title={useTitle(calendar, time, seen)} />
      <ShiftNotes time={time} seen={seen} />
      <SceneStatus project={project} read={read} bars={bars} seen={seen} zone={time.zone} onGoTo={calendar.goTo} />
      {rows.length === 0 && !read.isLoading && (query !== "" || isBusyOnly) && (
        <Text size="sm" role="status">
          {query === "" ? texts.noneBusy : texts.noneFound(query)}
        </Text>
      )}
      <Box
        component="section"
        aria-label={texts.grid}
        aria-describedby={hintId}
        tabIndex={0}
        className={classes.scroller}
        ref={scroller}
        style={{ height: `max(24rem, calc(100dvh - ${top + 64}px))`, "--label": `${measures.labelWidth}px` } as CSSProperties}
      >
        <SceneCanvas
          {...{ project, scroller, view, scale, measures, time, rows, store, mayDrag, onOpen, onDrop }}
          drawn={drawn}
          weekend={calendar.week.weekend}
        />
      </Box>
      <Text id={hintId} size="xs" c="dimmed">
        {mayDrag && `${texts.hintDrag} `}
        {texts.hint}
      </Text>
      {dropped?.bar && dropped.kind !== "make" && (
        <VerbDialog
          project={project}
          verb={{ kind: dropped.kind, occurrence: dropped.bar.listed, times: dropped }}
          onClose={done}
          onDone={done}
        />
      )}
      <OpenDrawer project={project} head={head} bars={bars} onClosed={() => store.set(null)} />
    </>
  );
}

function useTitle({ view, period }: Calendar, time: ZoneTime, { from, until }: VisibleRange): string {
  const [start, end] = [period.from, period.until].map((date) => time.instant(Date.parse(date))) as [number, number];
  const isWhole = Math.abs(from - start) < HOUR / 2 && end - HOUR / 2 < until && until < end + 4 * DAY;
  if (isWhole && view === "month") return spans.month(period.from);
  if (isWhole && view === "day") return spans.longDay(period.from);
  if (isWhole) return spans.dates(period.from, period.until);
  const last = Math.floor((time.wall(until) - 1000) / DAY) * DAY;
  return spans.dates(dateText(time.wall(from)), dateText(last + DAY));
}

/** @param length visible milliseconds */
function useLeft({ period, date }: Calendar, view: SceneView, time: ZoneTime, length: number): number {
  const now = useNow();
  return visibleStart({ view, period, date, now: time.wall(now), length, time });
}

/** The scale keeps its origin while the user changes dates, so that the area stays scrollable. */
function useScale(date: string, view: SceneView, width: number) {
  const origin = useRef(Date.parse(date));
  if (Math.abs(Date.parse(date) - origin.current) > (reachDays - 60) * DAY) origin.current = Date.parse(date);
  const { current } = origin;
  return useMemo(() => scaleAround(current, view, width), [current, view, width]);
}
