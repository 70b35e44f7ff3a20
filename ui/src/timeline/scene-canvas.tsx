/** The timeline itself: lanes from top to bottom, time from left to right; only the part near the visible area is rendered. */
import { VisuallyHidden } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type MouseEvent, type RefObject, useCallback, useState } from "react";
import type { Drag } from "./drag.ts";
import { DragAnnouncement, DragGhost } from "./drag-ghost.tsx";
import type { DragStore } from "./drag-store.ts";
import type { ResolvedPosition } from "./grid-position.ts";
import { useItemText } from "./item-text.ts";
import { LaneLabels } from "./lane-labels.tsx";
import type { LaneItem, LaneRow } from "./lane-row.ts";
import { NowLine, SceneBackdrop } from "./scene-backdrop.tsx";
import type { SceneMeasures } from "./scene-measures.ts";
import { cellId, SceneRow } from "./scene-row.tsx";
import { TimeHeader } from "./time-header.tsx";
import { type SceneView, scaleWidth, type TimeScale } from "./time-scale.ts";
import classes from "./timeline.module.css";
import { timelineTexts as texts } from "./timeline-texts.ts";
import { useGridFocus } from "./use-grid-focus.ts";
import { itemAt, useSceneDrag } from "./use-scene-drag.ts";
import { sceneKeyDown } from "./use-scene-keys.ts";
import type { ScrollTime } from "./use-scroll-time.ts";
import type { ZoneTime } from "./zone-time.ts";

interface SceneCanvasProps {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly view: SceneView;
  readonly scale: TimeScale;
  readonly measures: SceneMeasures;
  /** Visible width of the time area in pixels. */
  readonly width: number;
  readonly scroll: ScrollTime;
  /** The first one defines the days. */
  readonly times: readonly [ZoneTime, ...ZoneTime[]];
  readonly weekend: readonly number[];
  readonly rows: readonly LaneRow[];
  readonly store: DragStore;
  readonly mayDrag: boolean;
  /** Id of the text that explains the keys. */
  readonly hintId: string;
  readonly onOpen: (item: LaneItem) => void;
  readonly onDrop: (drag: Drag) => void;
  readonly onRemoveZone: (zone: string) => void;
}

export function SceneCanvas(props: SceneCanvasProps) {
  const { scroller, view, scale, measures, width, scroll, times, weekend, rows, store, mayDrag, hintId, onOpen, onDrop } = props;
  const { rowHeight, labelWidth, clockHeight } = measures;
  const { drawn, sight } = scroll;
  const [time] = times;
  const headerHeight = times.length * clockHeight;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  const focus = useGridFocus({ scroller, rows, scale, width, rowHeight, headerHeight, sight });
  const [said, setSaid] = useState("");
  const drag = useSceneDrag({ scroller, store, rows, scale, labelWidth, mayDrag, onDrop });
  const itemText = useItemText(time.zone);
  const laneText = useCallback(({ lane: { kind, name } }: LaneRow) => `${texts.laneKinds[kind]} ${name}`, []);
  const open = ({ item }: ResolvedPosition) => item && onOpen(item);
  const click = (event: MouseEvent<HTMLElement>) => {
    if (!drag.isClick(event)) return;
    const index = Number((event.target as HTMLElement).closest<HTMLElement>("[data-row]")?.dataset.row ?? Number.NaN);
    const row = rows[index];
    if (!row) return;
    const item = itemAt(event.target as HTMLElement, row);
    focus.pick({ lane: row.lane.key, item: item?.key ?? "" });
    if (item) onOpen(item);
  };
  const shown = virtual.getVirtualItems();
  const { place } = focus;
  const zones = times.map(({ zone }) => zone);
  return (
    <div
      className={classes.canvas}
      style={{ width: labelWidth + scaleWidth(scale), "--label": `${labelWidth}px` } as CSSProperties}
    >
      <TimeHeader {...{ view, scale, times, labelWidth }} {...drawn} onRemove={props.onRemoveZone} />
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot be as wide as two years, with only a part of it there */}
      <div
        className={classes.grid}
        role="grid"
        tabIndex={0}
        aria-label={texts.grid}
        aria-describedby={hintId}
        aria-rowcount={rows.length}
        aria-activedescendant={activeId(place, shown, drawn)}
        data-row-height={rowHeight}
        data-may-drag={mayDrag || undefined}
        style={{ height: rows.length * rowHeight }}
        onFocus={focus.focused}
        onClick={click}
        onPointerDown={drag.onPointerDown}
        onPointerMove={drag.onPointerMove}
        onPointerUp={drag.onPointerUp}
        onPointerCancel={drag.onPointerCancel}
        onBlur={() => store.read()?.isByKeys && store.set(null)}
        onKeyDown={(event) => {
          setSaid("");
          const { go, show } = focus;
          const refuse = (why: "none" | "extend") => setSaid(texts.refused[why]);
          sceneKeyDown(event, { store, rows, place, time, mayDrag, sight, go, open, onDrop, show, refuse });
        }}
      >
        <SceneBackdrop {...{ scale, time, weekend, labelWidth }} {...drawn} />
        {shown.map(({ index, key }) => {
          const row = rows[index];
          if (!row) return null;
          const active = place?.row === index ? (place.item?.key ?? "") : null;
          const shared = { labelWidth, scale, mayDrag, laneText, itemText };
          return (
            <SceneRow key={key} {...{ row, index, active }} top={index * rowHeight} height={rowHeight} {...shared} {...drawn} />
          );
        })}
        <NowLine scale={scale} labelWidth={labelWidth} />
        <LaneLabels
          rows={rows}
          first={shown[0]?.index ?? 0}
          last={shown.at(-1)?.index ?? -1}
          rowHeight={rowHeight}
          width={labelWidth}
          headerHeight={headerHeight}
        />
        <DragGhost {...{ store, scale, labelWidth, rowHeight, zones }} />
      </div>
      <VisuallyHidden {...{ role: "status" }}>
        {said}
        <DragAnnouncement store={store} zones={zones} />
      </VisuallyHidden>
    </div>
  );
}

/** Id of the active cell; undefined while it is not rendered. */
function activeId(
  place: ResolvedPosition | null,
  shown: readonly { readonly index: number }[],
  drawn: { readonly from: number; readonly until: number },
): string | undefined {
  if (!place || !shown.some(({ index }) => index === place.row)) return undefined;
  if (place.item && (place.item.until <= drawn.from || place.item.from >= drawn.until)) return undefined;
  return cellId(place.row, place.item?.key ?? "");
}
