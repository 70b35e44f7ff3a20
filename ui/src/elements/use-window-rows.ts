import { useWindowVirtualizer, type VirtualizerOptions } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";

/** Up to so many rows are all in the page, so that the browser's search finds them. */
const fewEnough = 100;

type WindowRowsOptions = Pick<
  VirtualizerOptions<Window, HTMLElement>,
  "count" | "estimateSize" | "getItemKey" | "overscan" | "rangeExtractor"
>;

/** @returns `gap` and `below`: pixels of the rows left out before a row and after the last; `measure` for rows with `data-index` */
export function useWindowRows<Frame extends HTMLElement>(options: WindowRowsOptions) {
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
  const shown = virtual.getVirtualItems().map((item) => {
    const gap = item.start - end;
    end = item.end;
    return { index: item.index, gap };
  });
  return { frame, shown, below: virtual.getTotalSize() - (end - offset), measure: virtual.measureElement };
}
