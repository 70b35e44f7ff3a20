/** Description of a timeline item, for screen readers and tooltips. */
import { useMemo } from "react";
import type { LaneItem } from "./lane-row.ts";
import { isAsPlanned } from "./occurrence-bar.ts";
import { spans } from "./span-text.ts";
import { timelineTexts as texts } from "./timeline-texts.ts";

/**
 * Memoized per item.
 * @param zone of the times
 */
export function useItemText(zone: string): (item: LaneItem) => string {
  return useMemo(() => {
    const written = new WeakMap<LaneItem, string>();
    const write = ({ kind, window, from, until, bar }: LaneItem): string => {
      const when = (start: number, end: number) => `${spans.span(start, end, zone)} ${zone}`;
      if (kind === "skipped" || !bar) return texts.itemSkipped(window, when(from, until));
      if (kind === "planned") return texts.itemPlanned(window, when(from, until), when(bar.start, bar.end));
      const { repeat, origin } = bar.listed;
      return [
        window,
        texts.states[bar.state],
        when(bar.start, bar.end),
        ...(isAsPlanned(bar) ? [] : [texts.plannedFor(when(bar.plannedStart, bar.plannedEnd))]),
        ...(repeat === null ? [] : [texts.recurring]),
        texts.origins[origin],
      ].join(" · ");
    };
    return (item) => {
      const known = written.get(item) ?? write(item);
      written.set(item, known);
      return known;
    };
  }, [zone]);
}
