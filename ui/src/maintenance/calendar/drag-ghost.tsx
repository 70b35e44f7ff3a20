/** Ghost of a dragged occurrence with its exact times: the only element that a drag redraws. */
import { Text } from "@mantine/core";
import { formatDuration } from "drawbridge-rules/describe/times.ts";
import { useWatched } from "../../elements/watched.ts";
import classes from "./calendar.module.css";
import { calendarTexts as texts } from "./calendar-texts.ts";
import type { Drag, DragStore } from "./drag.ts";
import { type TimeScale, timeToX } from "./time-scale.ts";
import { spans } from "./zone-time.ts";

interface DragGhostProps {
  readonly store: DragStore;
  readonly scale: TimeScale;
  readonly rowHeight: number;
  /** IANA */
  readonly zone: string;
}

export function DragGhost({ store, scale, rowHeight, zone }: DragGhostProps) {
  const drag = useWatched(store);
  if (!drag) return null;
  const { start, end, row } = drag;
  // The canvas ends with the period: what is dragged over its border keeps its times in view.
  const [from, until] = [Math.max(start, scale.from), Math.min(end, scale.until)];
  const left = timeToX(scale, from);
  const width = Math.max(4, (until - from) * scale.density);
  const isLate = from - scale.from > scale.until - until;
  return (
    <div className={classes.ghost} style={{ transform: `translate(${left}px, ${row * rowHeight}px)` }} aria-hidden>
      <div className={classes.ghostBar} style={{ width, height: rowHeight }} />
      <div className={classes.ghostTimes} data-above={row > 4 || undefined} data-at-end={isLate || undefined}>
        <GhostTimes drag={drag} zone={zone} />
      </div>
    </div>
  );
}

/** In the zone of the calendar, and in that of the window where it is another. */
function GhostTimes({ drag: { start, end, bar }, zone }: { readonly drag: Drag; readonly zone: string }) {
  const zones = new Set([zone, bar?.listed.zone ?? zone]);
  return (
    <>
      <Text size="xs" fw={600}>
        {bar?.listed.name ?? texts.newWindow}
        {" · "}
        {formatDuration(end - start)}
      </Text>
      {[...zones].map((each) => (
        <Text key={each} size="xs">
          {spans.span(start, end, each)} {each}
        </Text>
      ))}
    </>
  );
}
