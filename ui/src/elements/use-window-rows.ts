import { type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** All of fewer rows are in the page, so that the browser's search finds them. */
const fewEnough = 100;

interface WindowRowsOptions {
  readonly count: number;
  /** Pixels, before a row is measured. */
  readonly estimateSize: (index: number) => number;
  readonly getItemKey: (index: number) => string | number;
  readonly overscan: number;
  /** Default: the visible rows, with `overscan` on both sides. */
  readonly rangeExtractor?: (range: Range) => number[];
}

interface WindowRow {
  readonly index: number;
  readonly gap: number;
}

interface WindowRows<Frame> {
  readonly frame: RefObject<Frame | null>;
  readonly shown: readonly WindowRow[];
  /** Pixels of the rows left out after the last one. */
  readonly below: number;
  /** For each row, with its `data-index`. */
  readonly measure: ((element: HTMLElement | null) => void) | undefined;
}

export function useWindowRows<Frame extends HTMLElement>(options: WindowRowsOptions): WindowRows<Frame> {
  const frame = useRef<Frame>(null);
  const [offset, setOffset] = useState(0);
  const isShort = options.count <= fewEnough;
  useLayoutEffect(() => setOffset((frame.current?.getBoundingClientRect().top ?? 0) + window.scrollY), []);
  const virtual = useWindowVirtualizer({ ...options, scrollMargin: offset, enabled: !isShort });
  if (isShort) {
    const shown = Array.from({ length: options.count }, (_, index) => ({ index, gap: 0 }));
    return { frame, shown, below: 0, measure: undefined };
  }
  let end = offset;
  const shown = virtual.getVirtualItems().map((item): WindowRow => {
    const gap = item.start - end;
    end = item.end;
    return { index: item.index, gap };
  });
  return { frame, shown, below: virtual.getTotalSize() - (end - offset), measure: virtual.measureElement };
}
