import { Box, Text } from "@mantine/core";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { type CSSProperties, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Watched } from "../../elements/watched.ts";
import { maintenanceRoute } from "../../routes.ts";
import { isAtLeast, useRole } from "../../session/session.ts";
import { requiredRole } from "../maintenance-list.ts";
import { VerbDialog } from "../occurrence/verb-dialog.tsx";
import { OpenDrawer } from "../open-drawer.tsx";
import classes from "./calendar.module.css";
import { calendarTexts as texts } from "./calendar-texts.ts";
import { CalendarToolbar } from "./calendar-toolbar.tsx";
import { type Drag, dragWallTimes } from "./drag.ts";
import type { LaneItem } from "./lane-row.ts";
import { useOccurrences } from "./occurrence-list.ts";
import { SceneCanvas } from "./scene-canvas.tsx";
import { laneScope, useLaneRows } from "./scene-layout.ts";
import { SceneStatus, ShiftNotes } from "./scene-status.tsx";
import { type SceneView, scaleOver, timeToX } from "./time-scale.ts";
import { type Calendar, useSetMaintenanceSearch } from "./use-calendar.ts";
import { useSceneSize } from "./use-scene-size.ts";

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
  const size = useSceneSize(scroller);
  const { width, labelWidth } = size;
  const { time, date, range } = calendar;
  const scale = useMemo(() => scaleOver(range, view, width), [range, view, width]);
  // Where the period is wider than the screen, it opens at its day, and today at the present hour.
  useLayoutEffect(() => {
    const now = Date.now();
    const isToday = view === "day" && scale.from <= now && now < scale.until;
    const at = isToday ? now : time.instant(Date.parse(date));
    if (scroller.current) scroller.current.scrollLeft = timeToX(scale, at) - width / 4;
  }, [scale, view, width, time, date]);
  const read = useOccurrences(project, range);
  const isBusyOnly = lanes === "busy";
  const rows = useLaneRows({ project, head, bars: read.bars, scale, query, isBusyOnly });
  const [store] = useState(() => new Watched<Drag | null>(null));
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
      <CalendarToolbar calendar={calendar} />
      <ShiftNotes calendar={calendar} />
      <div className={classes.frame} style={{ "--label": `${labelWidth}px` } as CSSProperties}>
        <Box
          component="section"
          aria-label={texts.grid}
          aria-describedby={hintId}
          tabIndex={0}
          className={classes.scroller}
          ref={scroller}
        >
          <SceneCanvas
            {...{ project, scroller, view, scale, size, time, rows, store, mayDrag, onOpen, onDrop }}
            weekend={calendar.week.weekend}
          />
        </Box>
        <div className={classes.status}>
          <SceneStatus project={project} read={read} calendar={calendar} />
          {rows.length === 0 && !read.isLoading && (query !== "" || isBusyOnly) && (
            <Text role="status">{query === "" ? texts.noneBusy : texts.noneFound(query)}</Text>
          )}
        </div>
      </div>
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
      <OpenDrawer project={project} head={head} bars={read.bars} onClosed={() => store.set(null)} />
    </>
  );
}
