import { instantToWall, isAmbiguousTime, offsetAt } from "drawbridge-rules/values/wall-time.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";

interface ShiftNotes {
  /** Planned for a time that the clock skips: when it starts instead, `2026-03-29T03:30`. */
  readonly skippedTo: string | null;
  /** Planned for a time that occurs twice; the first counts. */
  readonly isDoubled: boolean;
  /** Milliseconds, if the clock shifts between start and end. */
  readonly length: number | null;
}

export function plannedWall({ occurrence, window }: Pick<ListedOccurrence, "occurrence" | "window">): string {
  return occurrence.slice(window.length + 1);
}

type Timed = Pick<ListedOccurrence, "occurrence" | "window" | "zone" | "start" | "end" | "planned_start">;

export function shiftNotes(occurrence: Timed): ShiftNotes {
  const { zone } = occurrence;
  const [start, end, planned] = [occurrence.start, occurrence.end, occurrence.planned_start].map(Date.parse) as [
    number,
    number,
    number,
  ];
  const wall = plannedWall(occurrence);
  // An operator chose the time of a moved occurrence: no note.
  const isAsPlanned = start === planned;
  const shown = instantToWall(start, zone);
  return {
    skippedTo: isAsPlanned && shown !== wall ? shown : null,
    isDoubled: isAsPlanned && shown === wall && isAmbiguousTime(wall, zone),
    length: offsetAt(start, zone) === offsetAt(end, zone) ? null : end - start,
  };
}
