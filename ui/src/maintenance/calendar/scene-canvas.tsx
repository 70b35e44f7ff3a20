import { Text } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { formatDuration } from "drawbridge-rules/describe/times.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { type MouseEvent, memo, type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { isOpen } from "../../activity/approval.ts";
import { proposalListQuery, proposalQuery } from "../../activity/proposal-list.ts";
import { adoptionQuery } from "../../adoption/adoption-list.ts";
import { useExactNow } from "../../elements/use-now.ts";
import { useWatched } from "../../elements/watched.ts";
import classes from "./calendar.module.css";
import { calendarTexts as texts } from "./calendar-texts.ts";
import { type DragStore, type SceneDragOptions, useSceneDrag } from "./drag.ts";
import { averageBetween, hourlyTraffic } from "./hourly-traffic.ts";
import { itemText, type LaneItem, type LaneRow, withReachable } from "./lane-row.ts";
import { dragFreedom, isAsPlanned, laneKeysFor } from "./occurrence-bar.ts";
import { TimeHeader } from "./time-header.tsx";
import { gridLines, type SceneView, scaleWidth, type TimeScale, timeToX } from "./time-scale.ts";
import { DAY, HOUR, spans, weekdayOf, type ZoneTime } from "./zone-time.ts";

interface SceneCanvasProps extends SceneDragOptions {
  readonly project: string;
  readonly view: SceneView;
  readonly time: ZoneTime;
  readonly weekend: readonly number[];
  readonly onOpen: (item: LaneItem) => void;
}

export function SceneCanvas(props: SceneCanvasProps) {
  const { project, scroller, view, scale, size, time, weekend, rows, store, mayDrag, onOpen, onDrop } = props;
  const { rowHeight, labelWidth } = size;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => `${rows[index]?.lane.key} ${rows[index]?.level}`,
    rangeExtractor: (range) => withReachable(defaultRangeExtractor(range), rows),
    overscan: 6,
  });
  useKeptRow(scroller, rows, rowHeight);
  const drag = useSceneDrag({ scroller, store, rows, scale, size, mayDrag, onDrop });
  const { isClick } = drag;
  const onItem = useCallback(
    (event: MouseEvent, item: LaneItem) => {
      if (isClick(event)) onOpen(item);
    },
    [isClick, onOpen],
  );
  const shown = virtual.getVirtualItems();
  const laneStarts = new Set(shown.map(({ index }) => index - (rows[index]?.level ?? 0)));
  const proposed = useProposedOccurrences(project);
  return (
    <div className={classes.canvas} style={{ width: labelWidth + scaleWidth(scale) }}>
      <TimeHeader {...{ view, scale, time }} />
      <div
        className={classes.grid}
        data-may-drag={mayDrag || undefined}
        style={{ minHeight: rows.length * rowHeight }}
        onPointerDown={drag.onPointerDown}
        onPointerMove={drag.onPointerMove}
        onPointerUp={drag.onPointerUp}
        onPointerCancel={drag.onPointerCancel}
      >
        <div className={classes.area}>
          <SceneBackdrop {...{ scale, time, weekend }} />
          <TrafficTint {...{ project, scale }} />
          <ul className={classes.rows}>
            {shown.map(({ index, key }) => {
              const row = rows[index];
              if (!row) return null;
              const shared = { count: rows.length, rowHeight, scale, mayDrag, zone: time.zone, onItem };
              return <SceneRow key={key} {...{ row, index }} {...shared} />;
            })}
          </ul>
          <ProposedWindows {...{ proposed, rows, shown, scale, rowHeight }} />
          <NowLine scale={scale} />
          <DragGhost {...{ store, scale, rowHeight }} zone={time.zone} />
        </div>
        <div className={classes.labels} style={{ minHeight: rows.length * rowHeight }} aria-hidden>
          {[...laneStarts].map((at) => {
            const row = rows[at];
            if (!row) return null;
            const { lane, levels } = row;
            return (
              <div key={lane.key} className={classes.label} style={{ top: at * rowHeight, height: levels * rowHeight }}>
                <div className={classes.labelText} style={{ height: rowHeight }} title={lane.name}>
                  <span className={classes.labelName}>{lane.name}</span>
                  <span className={classes.labelKind}>{texts.laneKinds[lane.kind]}</span>
                </div>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

type SceneBackdropProps = Pick<SceneCanvasProps, "scale" | "time" | "weekend">;

const SceneBackdrop = memo(function SceneBackdrop({ scale, time, weekend }: SceneBackdropProps) {
  const { from, until } = scale;
  const days = time.days(from, until);
  const dayStarts = new Set(days.map(({ start }) => start));
  return (
    <div className={classes.backdrop} aria-hidden>
      {days
        .filter(({ date }) => weekend.includes(weekdayOf(date)))
        .map(({ start, end }) => (
          <i
            key={start}
            className={classes.weekend}
            style={{ left: timeToX(scale, start), width: timeToX(scale, end) - timeToX(scale, start) }}
          />
        ))}
      {gridLines(scale, time).map((at) => (
        <i key={at} className={dayStarts.has(at) ? classes.dayLine : classes.line} style={{ left: timeToX(scale, at) }} />
      ))}
      {time.shifts(from, until).map(({ at }) => (
        <i key={at} className={classes.shiftLine} style={{ left: timeToX(scale, at) }} />
      ))}
    </div>
  );
});

function NowLine({ scale }: { readonly scale: TimeScale }) {
  const now = useExactNow();
  if (now < scale.from || scale.until < now) return null;
  return <i className={classes.now} style={{ left: timeToX(scale, now) }} aria-hidden />;
}

/** Pixels: narrower hours are drawn together. */
const leastWidth = 14;
/** Share of the color where traffic is highest. */
const deepest = 0.12;

/** Shows requests behind the rows, since maintenance is best planned where they are few. */
const TrafficTint = memo(function TrafficTint({ project, scale }: { readonly project: string; readonly scale: TimeScale }) {
  const { data } = useQuery(adoptionQuery(project, "hours"));
  const traffic = useMemo(() => (data ? hourlyTraffic(data) : null), [data]);
  if (!traffic || traffic.most === 0) return null;
  const length = [1, 2, 3, 6, 12].map((hours) => hours * HOUR).find((ms) => ms * scale.density >= leastWidth) ?? DAY;
  const { from, until } = scale;
  const first = Math.floor(from / length) * length;
  const spans = Array.from({ length: Math.max(0, Math.ceil((until - first) / length)) }, (_, n) => first + n * length);
  return (
    <div className={classes.backdrop} aria-hidden>
      {spans.map((at) => {
        const share = averageBetween(traffic, at, at + length) / traffic.most;
        if (!(share > 0)) return null;
        const style = { left: timeToX(scale, at), width: length * scale.density, opacity: share * deepest };
        return <i key={at} className={classes.traffic} style={style} />;
      })}
    </div>
  );
});

/** Keeps the top row in its place when rows come or go above it. */
function useKeptRow(scroller: RefObject<HTMLDivElement | null>, rows: readonly LaneRow[], rowHeight: number): void {
  const before = useRef(rows);
  useLayoutEffect(() => {
    const area = scroller.current;
    const last = before.current;
    before.current = rows;
    if (!area || last === rows || area.scrollTop === 0) return;
    const at = Math.floor(area.scrollTop / rowHeight);
    const top = last[at];
    if (!top) return;
    const now = rows.findIndex(({ lane }) => lane.key === top.lane.key);
    if (now < 0) return;
    const level = Math.min(top.level, (rows[now]?.levels ?? 1) - 1);
    if (now + level !== at) area.scrollTop += (now + level - at) * rowHeight;
  }, [rows, rowHeight, scroller]);
}

type DragGhostProps = Pick<SceneRowProps, "scale" | "rowHeight" | "zone"> & { readonly store: DragStore };

/** The only element that a drag redraws. */
function DragGhost({ store, scale, rowHeight, zone }: DragGhostProps) {
  const drag = useWatched(store);
  if (!drag) return null;
  const { start, end, row, bar } = drag;
  // The canvas ends with the period: what is dragged over its border keeps its times in view.
  const [from, until] = [Math.max(start, scale.from), Math.min(end, scale.until)];
  const left = timeToX(scale, from);
  const width = Math.max(4, (until - from) * scale.density);
  const isLate = from - scale.from > scale.until - until;
  return (
    <div className={classes.ghost} style={{ transform: `translate(${left}px, ${row * rowHeight}px)` }} aria-hidden>
      <div className={classes.ghostBar} style={{ width, height: rowHeight }} />
      <div className={classes.ghostTimes} data-above={row > 4 || undefined} data-at-end={isLate || undefined}>
        <Text size="xs" fw={600}>
          {bar?.listed.name ?? texts.newWindow}
          {" · "}
          {formatDuration(end - start)}
        </Text>
        {[...new Set([zone, bar?.listed.zone ?? zone])].map((each) => (
          <Text key={each} size="xs">
            {spans.span(start, end, each)} {each}
          </Text>
        ))}
      </div>
    </div>
  );
}

interface SceneRowProps {
  readonly row: LaneRow;
  readonly index: number;
  readonly count: number;
  readonly rowHeight: number;
  readonly scale: TimeScale;
  readonly mayDrag: boolean;
  readonly zone: string;
  readonly onItem: (event: MouseEvent, item: LaneItem) => void;
}

/** Props keep their identity until the content changes, so that the row redraws only then. */
const SceneRow = memo(function SceneRow({ row, index, count, rowHeight, ...shared }: SceneRowProps) {
  const { kind, name } = row.lane;
  return (
    <li
      className={classes.row}
      aria-label={`${texts.laneKinds[kind]} ${name}`}
      aria-posinset={index + 1}
      aria-setsize={count}
      style={{ top: index * rowHeight, height: rowHeight }}
    >
      {row.items.map((item, at) => (
        <Item key={item.key} item={item} next={row.items[at + 1]} {...shared} />
      ))}
    </li>
  );
});

type ItemProps = Pick<SceneRowProps, "scale" | "mayDrag" | "zone" | "onItem"> & {
  readonly item: LaneItem;
  readonly next: LaneItem | undefined;
};

/** Pixels: below this width, the text is beside the bar if there is room. */
const textRoom = 72;

function Item({ item, next, scale, mayDrag, zone, onItem }: ItemProps) {
  const { kind, from, until, window, bar } = item;
  const text = itemText(item, zone);
  const left = timeToX(scale, from);
  const width = Math.max(12, timeToX(scale, until) - left);
  const room = Math.min(4 * textRoom, timeToX(scale, next?.from ?? scale.until) - left - width);
  const isBeside = width < textRoom && room > width;
  const isSplit = kind === "occurrence" && !isAsPlanned(bar);
  return (
    <button
      type="button"
      aria-label={text}
      title={text}
      className={classes.item}
      data-item={item.key}
      data-kind={kind}
      data-state={kind === "occurrence" ? bar.state : undefined}
      data-split={isSplit || undefined}
      data-free={mayDrag && kind === "occurrence" ? dragFreedom(bar) : undefined}
      style={{ left, width }}
      onClick={(event) => onItem(event, item)}
    >
      {isSplit && <Spans item={item} scale={scale} />}
      {(isBeside ? room : width) > 24 && (
        <span
          className={classes.itemText}
          aria-hidden
          data-place={isBeside ? "beside" : undefined}
          data-repeat={bar.listed.repeat !== null || undefined}
          style={isBeside ? { maxWidth: room } : undefined}
        >
          {window}
        </span>
      )}
    </button>
  );
}

function Spans({ item: { from, bar }, scale }: { readonly item: LaneItem; readonly scale: TimeScale }) {
  const place = (start: number, end: number) => ({
    left: (start - from) * scale.density,
    width: Math.max(10, (end - start) * scale.density),
  });
  return (
    <>
      <span className={classes.actual} style={place(bar.start, bar.end)} />
      {bar.plannedEnd > bar.start && bar.end > bar.plannedStart && (
        <span className={classes.planned} style={place(bar.plannedStart, bar.plannedEnd)} />
      )}
    </>
  );
}

function useProposedOccurrences(project: string): readonly ListedOccurrence[] {
  const list = useQuery(proposalListQuery(project)).data?.proposals ?? [];
  const open = list.filter(
    (proposal) => isOpen(proposal) && proposal.edits.some(({ kind }) => kind === "window" || kind === "override"),
  );
  const details = useQueries({ queries: open.map(({ id }) => proposalQuery(project, id)) });
  return details.flatMap(({ data }) => data?.plan?.schedule ?? []);
}

/** Pixels in which a name can be read. */
const minNamed = 48;

interface ProposedWindowsProps {
  readonly proposed: readonly ListedOccurrence[];
  readonly rows: readonly LaneRow[];
  readonly shown: readonly { readonly index: number }[];
  readonly scale: TimeScale;
  readonly rowHeight: number;
}

/** Screen readers find them among the approvals. */
function ProposedWindows({ proposed, rows, shown, scale, rowHeight }: ProposedWindowsProps) {
  if (proposed.length === 0) return null;
  return shown.flatMap(({ index }) => {
    const row = rows[index];
    if (!row || row.level > 0) return [];
    return proposed
      .filter((one) => laneKeysFor(one).includes(row.lane.key) && !isPublished(one, row))
      .map(({ occurrence, name, start, end }) => {
        const [from, until] = [timeToX(scale, Date.parse(start)), timeToX(scale, Date.parse(end))];
        const style = { left: from, width: Math.max(12, until - from), top: index * rowHeight, height: rowHeight };
        return (
          <div
            key={`${row.lane.key} ${occurrence}`}
            className={classes.proposed}
            style={style}
            data-proposed={occurrence}
            aria-hidden
          >
            {until - from > minNamed && texts.proposed(name)}
          </div>
        );
      });
  });
}

function isPublished({ occurrence, start, end }: ListedOccurrence, { items }: LaneRow): boolean {
  return items.some(({ bar }) => bar.name === occurrence && bar.start === Date.parse(start) && bar.end === Date.parse(end));
}
