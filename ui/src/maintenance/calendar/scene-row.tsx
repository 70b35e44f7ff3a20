/** Props keep their identity until the content changes, so that the row redraws only then. */
import { type MouseEvent, memo } from "react";
import classes from "./calendar.module.css";
import { calendarTexts as texts } from "./calendar-texts.ts";
import { itemText, type LaneItem, type LaneRow } from "./lane-row.ts";
import { dragFreedom, isAsPlanned } from "./occurrence-bar.ts";
import { type TimeScale, timeToX } from "./time-scale.ts";

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

export const SceneRow = memo(function SceneRow({ row, index, count, rowHeight, ...shared }: SceneRowProps) {
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
