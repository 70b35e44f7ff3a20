/** Maintenance on the wire: its schemas, and how an occurrence is printed with what was planned and what is in force. */

import type { Standing } from "drawbridge-rules/windows/standing-occurrence.ts";
import { z } from "zod";
import type * as wire from "../../../../client/src/wire.ts";
import { printInstant } from "./instant.ts";
import { next } from "./page.ts";
import { listedOccurrence, occurrenceTimes, problemItem, revision, visible } from "./wire-schema.ts";

export const answerSchema = z
  .strictObject({
    ...occurrenceTimes,
    revision,
    changed: z.boolean().meta({ description: "False: it was so before" }),
    visible: visible.optional(),
  })
  .meta({ id: "MaintenanceAnswer" });

export const listSchema = z
  .strictObject({
    occurrences: z.array(listedOccurrence),
    more: z.boolean().meta({ description: "Whether `limit` left any out" }),
    next,
    warnings: z.array(problemItem),
  })
  .meta({ id: "MaintenanceList" });

const word = (what: string) => z.string({ error: `expected ${what}` });
const span = (example: string) => word(`a time span such as ${example}`).meta({ example });
const windowId = word("a window's id").meta({ examples: ["db-upgrade"] });
const at = word("an instant with its offset").meta({ format: "date-time", examples: ["2026-12-06T05:00:00+01:00"] });

const choice = {
  window: windowId.optional(),
  occurrence: word("an occurrence's name")
    .optional()
    .meta({ examples: ["db-upgrade/2026-12-06T02:00"] }),
};

export const startSchema = z
  .strictObject({
    window: windowId.optional().meta({ description: "Its next occurrence begins now. Without, a window is made by hand" }),
    name: word("a window's id")
      .optional()
      .meta({ description: "Of the window that is made", examples: ["deploy"] }),
    for: span("PT30M").optional().meta({ description: "From now; by hand an hour unless said" }),
    until: at.optional(),
    platforms: z
      .unknown()
      .optional()
      .meta({ type: "array", items: { type: "string" } }),
    instances: z
      .unknown()
      .optional()
      .meta({ type: "array", items: { type: "string" }, examples: [["eu-1"]] }),
    message: z
      .unknown()
      .optional()
      .meta({ type: "object", additionalProperties: { type: "string" }, examples: [{ en: "Back at {end_time}." }] }),
    overrun: z
      .unknown()
      .optional()
      .meta({ type: "string", enum: ["end", "hold"], description: "hold unless said" }),
  })
  .meta({ id: "StartRequest" });

export const extendSchema = z
  .strictObject({
    ...choice,
    by: span("PT15M").optional().meta({ description: "Beyond the end in force" }),
    until: at.optional(),
    lease: span("PT2M").optional().meta({
      description: "From now; nothing is written while the end would move by less than a minute, or than half of a shorter lease",
    }),
  })
  .meta({ id: "ExtendRequest" });

export const completeSchema = z.strictObject(choice).meta({ id: "CompleteRequest" });
export const cancelSchema = z.strictObject(choice).meta({ id: "CancelRequest" });

const wallOrInstant = word("a wall-clock time or an instant").meta({
  description: "Wall-clock time in the window's zone, or RFC 3339 with an offset",
  examples: ["2026-12-06T03:00"],
});

export const moveSchema = z
  .strictObject({ ...choice, start: wallOrInstant, end: wallOrInstant.optional(), for: span("PT2H").optional() })
  .meta({ id: "MoveRequest" });

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
