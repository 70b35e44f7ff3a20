/** Ghost of a dragged occurrence with its exact times in every shown zone: the only element that a drag redraws. */
import { Text } from "@mantine/core";
import { durationText } from "../../elements/typed-times.ts";
import classes from "./calendar.module.css";
import { calendarTexts as texts } from "./calendar-texts.ts";
import { type Drag, type DragStore, useDrag } from "./drag.ts";
import { type TimeScale, timeToX } from "./time-scale.ts";
import { spans } from "./zone-time.ts";

interface DragGhostProps {
  readonly store: DragStore;
  readonly scale: TimeScale;
  readonly labelWidth: number;
  readonly rowHeight: number;
  /** IANA, in display order. */
  readonly zones: readonly string[];
}

export function DragGhost({ store, scale, labelWidth, rowHeight, zones }: DragGhostProps) {
  const drag = useDrag(store);
  if (!drag) return null;
  const { start, end, row } = drag;
  const left = labelWidth + timeToX(scale, start);
  const width = Math.max(4, (end - start) * scale.density);
  return (
    <div className={classes.ghost} style={{ transform: `translate(${left}px, ${row * rowHeight}px)` }} aria-hidden>
      <div className={classes.ghostBar} data-edge={drag.edge} style={{ width, height: rowHeight }} />
      <div className={classes.ghostTimes} data-above={row > 4 || undefined}>
        <GhostTimes drag={drag} zones={zones} />
      </div>
    </div>
  );
}

function GhostTimes({ drag, zones }: { readonly drag: Drag; readonly zones: readonly string[] }) {
  const { start, end, kind, bar } = drag;
  const own = bar?.listed.zone;
  const shown = own === undefined || zones.includes(own) ? zones : [...zones, own];
  return (
    <>
      <Text size="xs" fw={600}>
        {bar?.listed.name ?? texts.newWindow}
        {" · "}
        {durationText(isoOf(end - start))}
      </Text>
      {shown.map((zone) => (
        <Text key={zone} size="xs">
          {spans.span(start, end, zone)} {zone}
        </Text>
      ))}
      {drag.isByKeys && (
        <Text size="xs" c="dimmed">
          {kind === "extend" ? texts.keysExtending : texts.keysDragging}
        </Text>
      )}
    </>
  );
}

/** Announces the same to screen readers as it changes. */
export function DragAnnouncement({ store, zones }: Pick<DragGhostProps, "store" | "zones">) {
  const drag = useDrag(store);
  if (!drag) return "";
  const { start, end, bar } = drag;
  const when = zones.map((zone) => `${spans.span(start, end, zone)} ${zone}`).join("; ");
  return texts.dragged(bar?.listed.name ?? texts.newWindow, texts.edges[drag.edge], when, durationText(isoOf(end - start)));
}

function isoOf(ms: number): string {
  return `PT${Math.round(ms / 1000)}S`;
}
