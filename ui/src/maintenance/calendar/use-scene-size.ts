import { type RefObject, useLayoutEffect, useState } from "react";

/** Pixels. */
export interface SceneSize {
  readonly rowHeight: number;
  readonly labelWidth: number;
  readonly width: number;
}

/** A typical size, until the area is measured. */
export function useSceneSize(scroller: RefObject<HTMLDivElement | null>): SceneSize {
  const [size, setSize] = useState(() => sizeIn(1000));
  useLayoutEffect(() => {
    const area = scroller.current;
    if (!area) return;
    const measure = () => setSize(sizeIn(area.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(area);
    return () => observer.disconnect();
  }, [scroller]);
  return size;
}

function sizeIn(inner: number): SceneSize {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const labelWidth = (window.innerWidth < 40 * rem ? 7 : 12) * rem;
  return { rowHeight: 2.75 * rem, labelWidth, width: Math.max(100, inner - labelWidth) };
}
