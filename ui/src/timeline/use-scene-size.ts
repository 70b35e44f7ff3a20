import { type RefObject, useLayoutEffect, useState } from "react";
import { measuresIn, type SceneMeasures } from "./scene-measures.ts";

interface SceneSize {
  readonly measures: SceneMeasures;
  /** Visible width of the time area in pixels. */
  readonly width: number;
}

/** Available size, observed; a typical one until it is measured. */
export function useSceneSize(scroller: RefObject<HTMLDivElement | null>): SceneSize {
  const [room, setRoom] = useState({ inner: 1000, outer: window.innerWidth });
  useLayoutEffect(() => {
    const area = scroller.current;
    if (!area) return;
    const measure = () =>
      setRoom((before) => {
        const after = { inner: area.clientWidth, outer: window.innerWidth };
        return after.inner === before.inner && after.outer === before.outer ? before : after;
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(area);
    return () => observer.disconnect();
  }, [scroller]);
  const [measures, setMeasures] = useState(() => measuresIn(room.outer));
  useLayoutEffect(() => setMeasures(measuresIn(room.outer)), [room.outer]);
  return { measures, width: Math.max(100, room.inner - measures.labelWidth) };
}
