import { Box, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import { compareTexts } from "drawbridge-rules/values/text-order.ts";
import type { Instance } from "drawbridge-rules/wire/instance.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import {
  type CSSProperties,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Watched } from "../../elements/watched.ts";
import { instanceDisplayName, instanceListQuery } from "../../instances/instance-list.ts";
import { maintenanceRoute } from "../../routes.ts";
import { isAtLeast, useRole } from "../../session/session.ts";
import { policyListQuery } from "../../version-policies/version-policy-list.ts";
import { requiredRole } from "../maintenance-list.ts";
import { VerbDialog } from "../occurrence/verb-dialog.tsx";
import { OpenDrawer } from "../open-drawer.tsx";
import classes from "./calendar.module.css";
import { calendarTexts as texts } from "./calendar-texts.ts";
import { CalendarToolbar } from "./calendar-toolbar.tsx";
import { type Drag, dragWallTimes } from "./drag.ts";
import { inOrderOfTime, type Lane, type LaneItem, type LaneRow, laneItems, leastWidth, rowsOf, stacked } from "./lane-row.ts";
import { laneKey, type OccurrenceBar, projectLane } from "./occurrence-bar.ts";
import { useOccurrences } from "./occurrence-list.ts";
import { SceneCanvas } from "./scene-canvas.tsx";
import { SceneStatus, ShiftNotes } from "./scene-status.tsx";
import { type SceneView, scaleOver, type TimeScale, timeToX } from "./time-scale.ts";
import { type Calendar, useSetMaintenanceSearch } from "./use-calendar.ts";
import { useSceneSize } from "./use-scene-size.ts";
import type { VisibleRange } from "./zone-time.ts";

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

interface LaneRowsOptions {
  readonly project: string;
  readonly head: Project;
  readonly bars: readonly OccurrenceBar[];
  readonly scale: TimeScale;
  readonly query: string;
  readonly isBusyOnly: boolean;
}

const none: readonly never[] = [];

function useLaneRows({ project, head, bars, scale, query, isBusyOnly }: LaneRowsOptions): readonly LaneRow[] {
  const instances = useQuery(instanceListQuery(project)).data ?? none;
  const policies = useQuery(policyListQuery(project)).data ?? none;
  const wanted = useDeferredValue(query).trim().toLowerCase();
  const declared = useMemo(() => declaredLanes(project, head, policies, instances), [project, head, policies, instances]);
  const items = useMemo(() => itemsByLane(bars, scale), [bars, scale]);
  return useMemo(() => {
    const known = new Set(declared.map(({ key }) => key));
    const deleted = [...items.keys()].filter((key) => !known.has(key)).sort();
    return [...declared, ...deleted.map(deletedLane)].flatMap((lane) => {
      const own = items.get(lane.key) ?? none;
      const isShown = (own.length > 0 || !isBusyOnly) && (wanted === "" || isLaneFound(lane, own, wanted));
      return isShown ? rowsOf(lane, stacked(own, leastWidth / scale.density)) : [];
    });
  }, [declared, items, scale, wanted, isBusyOnly]);
}

function itemsByLane(bars: readonly OccurrenceBar[], { from, until }: VisibleRange): ReadonlyMap<string, readonly LaneItem[]> {
  const found = new Map<string, LaneItem[]>();
  const items = bars.flatMap(laneItems).filter((item) => item.until > from && item.from < until);
  for (const item of items.sort(inOrderOfTime))
    for (const lane of item.lanes) {
      const own = found.get(lane);
      if (own) own.push(item);
      else found.set(lane, [item]);
    }
  return found;
}

function declaredLanes(
  project: string,
  { name = "", languages = [] }: Project,
  platforms: readonly Pick<Platform, "id" | "name">[],
  instances: readonly Instance[],
): readonly Lane[] {
  return [
    { key: projectLane, kind: "project", id: project, name: name || project },
    ...platforms
      .toSorted(byId)
      .map((platform) => laneOf("platform", platform.id, platform.name ?? unnamed.platform(platform.id))),
    ...instances.toSorted(byId).map((instance) => laneOf("instance", instance.id, instanceDisplayName(instance, languages))),
  ];
}

/** @param wanted in lower case */
function isLaneFound({ id, name }: Lane, own: readonly LaneItem[], wanted: string): boolean {
  const has = (text: string) => text.toLowerCase().includes(wanted);
  return has(id) || has(name) || own.some(({ window }) => has(window));
}

function laneScope({ kind, id }: Lane): {
  readonly instances?: readonly string[];
  readonly platforms?: readonly string[];
} {
  if (kind === "instance") return { instances: [id] };
  return kind === "platform" ? { platforms: [id] } : {};
}

function laneOf(kind: "platform" | "instance", id: string, name: string): Lane {
  return { key: laneKey(kind, id), kind, id, name };
}

function deletedLane(key: string): Lane {
  const id = key.slice(key.indexOf(" ") + 1);
  return key.startsWith("platform ") ? laneOf("platform", id, unnamed.platform(id)) : laneOf("instance", id, id);
}

/** Built-in platforms have names of their own. */
const unnamed = namesIn({});

const byNumber = new Intl.Collator("en", { numeric: true });

/** `eu-2` before `eu-10`. */
function byId({ id: a }: { readonly id: string }, { id: b }: { readonly id: string }): number {
  return byNumber.compare(a, b) || compareTexts(a, b);
}
