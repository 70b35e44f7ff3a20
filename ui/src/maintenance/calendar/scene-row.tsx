/** One row of the timeline. Its props keep their identity until its content changes, so that it redraws only then. */
import { memo } from "react";
import classes from "./calendar.module.css";
import { itemsBetween, type LaneItem, type LaneRow } from "./lane-row.ts";
import { dragFreedom, isAsPlanned } from "./occurrence-bar.ts";
import { type TimeScale, timeToX } from "./time-scale.ts";

interface SceneRowProps {
  readonly row: LaneRow;
  readonly index: number;
  /** Pixels. */
  readonly top: number;
  readonly height: number;
  readonly labelWidth: number;
  readonly scale: TimeScale;
  /** Drawn time span, epoch ms. */
  readonly from: number;
  readonly until: number;
  /** "": the lane itself; null means the active cell is elsewhere. */
  readonly active: string | null;
  readonly mayDrag: boolean;
  readonly laneText: (row: LaneRow) => string;
  readonly itemText: (item: LaneItem) => string;
}

export const SceneRow = memo(function SceneRow(props: SceneRowProps) {
  const { row, index, top, height, from, until, active, laneText, ...shared } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be as wide as two years, with only a part of it there
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus, and says what in it is active
    <div
      className={classes.row}
      role="row"
      aria-rowindex={index + 1}
      data-row={index}
      data-active={active === "" || undefined}
      style={{ top, height }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <span id={cellId(index, "")} role="rowheader" className="visually-hidden">
        {laneText(row)}
      </span>
      {itemsBetween(row, from, until).map((item, at, all) => (
        <Item key={item.key} item={item} next={all[at + 1]} index={index} isActive={active === item.key} {...shared} />
      ))}
    </div>
  );
});

type ItemProps = Pick<SceneRowProps, "index" | "labelWidth" | "scale" | "mayDrag" | "itemText"> & {
  readonly item: LaneItem;
  /** In the same row. */
  readonly next: LaneItem | undefined;
  readonly isActive: boolean;
};

/**
 * Pixels: below this width, the text is beside the bar if there is room; above it, the text stays visible while the bar scrolls.
 */
const textRoom = 72;
const stickyWidth = 400;

function Item({ item, next, index, labelWidth, scale, mayDrag, isActive, itemText }: ItemProps) {
  const { kind, from, until, window, bar } = item;
  const text = itemText(item);
  const left = timeToX(scale, from);
  const width = Math.max(12, timeToX(scale, until) - left);
  const room = next ? timeToX(scale, next.from) - left - width : 4 * textRoom;
  const isBeside = width < textRoom && room > width;
  const place = isBeside ? "beside" : width > stickyWidth ? "sticky" : undefined;
  const isSplit = kind === "occurrence" && !isAsPlanned(bar);
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      id={cellId(index, item.key)}
      role="gridcell"
      aria-label={text}
      title={text}
      className={classes.item}
      data-item={item.key}
      data-kind={kind}
      data-state={kind === "occurrence" ? bar.state : undefined}
      data-split={isSplit || undefined}
      data-free={mayDrag && kind === "occurrence" ? dragFreedom(bar) : undefined}
      data-active={isActive || undefined}
      style={{ left: labelWidth + left, width }}
    >
      {isSplit && <Spans item={item} scale={scale} />}
      {(isBeside ? room : width) > 24 && (
        <span
          className={classes.itemText}
          aria-hidden
          data-place={place}
          data-repeat={bar.listed.repeat !== null || undefined}
          style={isBeside ? { maxWidth: Math.min(room, 4 * textRoom) } : undefined}
        >
          {window}
        </span>
      )}
    </div>
  );
}

/** Actual time span, with the planned one around it. */
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

/** @param item "" of the lane itself */
export function cellId(row: number, item: string): string {
  return `calendar-${row}-${encodeURIComponent(item)}`;
}
