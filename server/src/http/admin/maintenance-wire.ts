/** Maintenance on the wire: its schemas, and how an occurrence is printed with what was planned and what is in force. */

import { printInstant } from "drawbridge-rules/values/instant.ts";
import type { Standing } from "drawbridge-rules/windows/standing-occurrence.ts";
import type * as wire from "drawbridge-rules/wire/maintenance.ts";

export function printTimes({ occurrence, end, state }: Standing): wire.OccurrenceTimes {
  return {
    occurrence: occurrence.name,
    window: occurrence.window,
    planned_start: printInstant(occurrence.plannedStart),
    planned_end: printInstant(occurrence.plannedEnd),
    start: printInstant(occurrence.start),
    end: printInstant(end),
    state,
  };
}

export function printListed(standing: Standing): wire.ListedOccurrence {
  const { occurrence, window, end } = standing;
  return {
    ...printTimes(standing),
    zone: occurrence.zone,
    local_start: localText(occurrence.start, occurrence.zone),
    local_end: localText(end, occurrence.zone),
    instances: window.instances,
    platforms: window.platforms,
    overrun: window.overrun,
    origin: window.origin,
    repeat: window.repeat,
  };
}

/** On the clock of the zone, with the offset that it has then. */
function localText(ms: number, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  return local.toString({ timeZoneName: "never", smallestUnit: ms % 1_000 === 0 ? "second" : "millisecond" });
}
