import { isDeepEqual } from "drawbridge-rules/changes/three-way-merge.ts";
import { type RefObject, useLayoutEffect, useState } from "react";

export interface SceneMeasures {
  /** Pixels, like the others. */
  readonly rowHeight: number;
  readonly labelWidth: number;
  /** Height of the clock. */
  readonly headerHeight: number;
}

/** @param width of the window, in pixels */
function measuresIn(width: number): SceneMeasures {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return { rowHeight: 2.75 * rem, labelWidth: (width < 40 * rem ? 7 : 12) * rem, headerHeight: 2.75 * rem };
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
