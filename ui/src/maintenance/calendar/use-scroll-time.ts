import { isDeepEqual } from "drawbridge-rules/changes/three-way-merge.ts";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { instantAt, type TimeScale, timeIn, timeToX, type VisibleRange } from "./time-scale.ts";

export interface SceneMeasures {
  /** Pixels, like the others. */
  readonly rowHeight: number;
  readonly labelWidth: number;
  /** Height of the clock. */
  readonly headerHeight: number;
}

/** The scene is drawn in columns of this many pixels: scrolling within one redraws nothing. */
export const columnWidth = 320;

/** @param width of the window, in pixels */
function measuresIn(width: number): SceneMeasures {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return { rowHeight: 2.75 * rem, labelWidth: (width < 40 * rem ? 7 : 12) * rem, headerHeight: 2.75 * rem };
}

interface ScrollTimeOptions {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly scale: TimeScale;
  /** Visible width of the time area in pixels. */
  readonly width: number;
  /** Epoch ms to scroll to the left edge when `target` changes. */
  readonly left: number;
  readonly target: string;
  /** Called when scrolling stops. Returns the new target. */
  readonly onSettled: (sight: VisibleRange) => string;
}

/** Milliseconds without scrolling. */
const settledAfter = 160;

export interface ScrollTime {
  /** Drawn time: more than the visible part, so that scrolling a little redraws nothing. */
  readonly drawn: VisibleRange;
  /** Position when scrolling last stopped. */
  readonly seen: VisibleRange;
  /** Current position. */
  readonly sight: () => VisibleRange;
}

export function useScrollTime({ scroller, scale, width, left, target, onSettled }: ScrollTimeOptions): ScrollTime {
  const sightFrom = (from: number): VisibleRange => ({ from, until: from + timeIn(scale, width) });
  const [seen, setSeen] = useState(() => sightFrom(left));
  const [drawn, setDrawn] = useState(() => columnsAround(scale, sightFrom(left)));
  /** Epoch ms at the left. */
  const at = useRef(left);
  const last = useRef("");
  /** Width for which the position was set from the address; null means the user has scrolled since. */
  const placedFor = useRef<number | null>(null);
  const latest = useRef({ scale, width, onSettled });
  latest.current = { scale, width, onSettled };

  const sight = useCallback((): VisibleRange => {
    const { scale: now, width: room } = latest.current;
    return { from: at.current, until: at.current + timeIn(now, room) };
  }, []);
  const draw = useCallback((now: TimeScale, seenNow: VisibleRange) => {
    setDrawn((before) => {
      const after = columnsAround(now, seenNow);
      return after.from === before.from && after.until === before.until ? before : after;
    });
  }, []);

  useLayoutEffect(() => {
    // Until the user scrolls, another width (unknown at first) may need another position.
    const isPlaced = placedFor.current !== null && placedFor.current !== width;
    if (last.current !== target || isPlaced) {
      at.current = left;
      placedFor.current = width;
    }
    last.current = target;
    if (scroller.current) scroller.current.scrollLeft = timeToX(scale, at.current);
    draw(scale, sight());
    setSeen(sight());
  }, [scroller, scale, width, target, left, draw, sight]);

  useEffect(() => {
    const area = scroller.current;
    if (!area) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      setSeen(sight());
      last.current = latest.current.onSettled(sight());
    };
    const scrolled = () => {
      const { scale: now } = latest.current;
      // Pixels are coarser than time: the requested time stays exact until the user scrolls.
      if (Math.abs(timeToX(now, at.current) - area.scrollLeft) < 1) return;
      at.current = instantAt(now, area.scrollLeft);
      placedFor.current = null;
      draw(now, sight());
      clearTimeout(timer);
      timer = setTimeout(settle, settledAfter);
    };
    area.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      clearTimeout(timer);
      area.removeEventListener("scroll", scrolled);
    };
  }, [scroller, sight, draw]);

  return { drawn, seen, sight };
}

/** Whole columns, plus one on each side. */
function columnsAround(scale: TimeScale, { from, until }: VisibleRange): VisibleRange {
  const first = Math.floor(timeToX(scale, from) / columnWidth) - 1;
  const last = Math.ceil(timeToX(scale, until) / columnWidth) + 1;
  return { from: instantAt(scale, first * columnWidth), until: instantAt(scale, last * columnWidth) };
}

/** Available size in pixels, the visible width of the time area and the distance from the top of the page, observed; a typical one until it is measured. */
export function useSceneSize(scroller: RefObject<HTMLDivElement | null>) {
  const [room, setRoom] = useState({ inner: 1000, outer: window.innerWidth, top: 240 });
  useLayoutEffect(() => {
    const area = scroller.current;
    if (!area) return;
    const measure = () =>
      setRoom((before) => {
        const top = Math.round(area.getBoundingClientRect().top + window.scrollY);
        const after = { inner: area.clientWidth, outer: window.innerWidth, top };
        return isDeepEqual(before, after) ? before : after;
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(area);
    // Active maintenance above it comes and goes.
    if (area.parentElement) observer.observe(area.parentElement);
    return () => observer.disconnect();
  }, [scroller]);
  const [measures, setMeasures] = useState(() => measuresIn(room.outer));
  useLayoutEffect(() => setMeasures(measuresIn(room.outer)), [room.outer]);
  return { measures, width: Math.max(100, room.inner - measures.labelWidth), top: room.top };
}
