/** Which time is in sight: that of the address where somebody went to one; and the address follows where somebody scrolls. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Sight } from "./grid-place.ts";
import { columnWidth } from "./scene-measures.ts";
import { instantAt, type TimeScale, xOf } from "./time-scale.ts";

export interface ScrollTimeOptions {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly scale: TimeScale;
  /** Pixels of time that are seen at once. */
  readonly width: number;
  /** Epoch ms that is to be at the left as soon as `target` is another. */
  readonly left: number;
  readonly target: string;
  /** Somebody has scrolled, and stopped. Gives the target that it is now. */
  readonly onSettled: (sight: Sight) => string;
}

/** Milliseconds without scrolling. */
const settledAfter = 160;

export interface ScrollTime {
  /** What is drawn: more than is in sight, so that scrolling a little draws nothing again. */
  readonly drawn: Sight;
  /** As it was when scrolling last stopped. */
  readonly seen: Sight;
  /** As it is now. */
  readonly sight: () => Sight;
}

export function useScrollTime({ scroller, scale, width, left, target, onSettled }: ScrollTimeOptions): ScrollTime {
  const sightFrom = (from: number): Sight => ({ from, until: from + width / scale.density });
  const [seen, setSeen] = useState(() => sightFrom(left));
  const [drawn, setDrawn] = useState(() => columnsAround(scale, sightFrom(left)));
  /** Epoch ms at the left. */
  const at = useRef(left);
  const last = useRef("");
  /** The width for which the address has placed it; null: somebody has scrolled since. */
  const placedFor = useRef<number | null>(null);
  const latest = useRef({ scale, width, onSettled });
  latest.current = { scale, width, onSettled };

  const sight = useCallback((): Sight => {
    const { scale: now, width: room } = latest.current;
    return { from: at.current, until: at.current + room / now.density };
  }, []);
  const draw = useCallback((now: TimeScale, seenNow: Sight) => {
    setDrawn((before) => {
      const after = columnsAround(now, seenNow);
      return after.from === before.from && after.until === before.until ? before : after;
    });
  }, []);

  useLayoutEffect(() => {
    // Until somebody scrolls, another width (at first none is known) can need another place.
    const isPlaced = placedFor.current !== null && placedFor.current !== width;
    if (last.current !== target || isPlaced) {
      at.current = left;
      placedFor.current = width;
    }
    last.current = target;
    if (scroller.current) scroller.current.scrollLeft = xOf(scale, at.current);
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
      // Pixels are coarser than time: what was asked for stays exact until somebody scrolls.
      if (Math.abs(xOf(now, at.current) - area.scrollLeft) < 1) return;
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

/** Whole columns, and one more on each side. */
function columnsAround(scale: TimeScale, { from, until }: Sight): Sight {
  const first = Math.floor(xOf(scale, from) / columnWidth) - 1;
  const last = Math.ceil(xOf(scale, until) / columnWidth) + 1;
  return { from: instantAt(scale, first * columnWidth), until: instantAt(scale, last * columnWidth) };
}
