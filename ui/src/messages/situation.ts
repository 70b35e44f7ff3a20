/** The maintenance that the phones show: the active one at an instant, otherwise the next one. */

import { interruptionAt } from "drawbridge-rules/occurrence/interruption.ts";
import { listedTimes } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import type { Occurrence } from "drawbridge-rules/occurrence/occurrence.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";

export interface Situation {
  /** Epoch ms, both. */
  readonly start: number;
  readonly end: number;
  /** Time zone for times in messages. */
  readonly zone: string;
  /** Window whose text is shown, if it has one; null: nothing is planned, and these times are an example. */
  readonly window: string | null;
}

const exampleLead = 3_600_000;
const exampleLength = 7_200_000;

/** @param at epoch ms; @param instance null: there is none */
export function situationAt(
  occurrences: readonly ListedOccurrence[],
  platform: string,
  instance: string | null,
  at: number,
): Situation {
  const askers = [covering(occurrences, "platforms", platform), covering(occurrences, "instances", instance)];
  const reported = askers.map((own) => interruptionAt(own, at, 0)).filter((found) => found !== null && found.state !== "over");
  const told = reported.find((found) => found?.state === "in_force") ?? reported[0];
  if (!told) {
    const start = Math.ceil((at + exampleLead) / exampleLead) * exampleLead;
    return { start, end: start + exampleLength, zone: "UTC", window: null };
  }
  const { start, end, endsWith } = told.interruption;
  return { start, end, zone: endsWith.zone, window: endsWith.window };
}

function covering(list: readonly ListedOccurrence[], noun: "platforms" | "instances", id: string | null): Occurrence[] {
  const isCovered = (item: ListedOccurrence) =>
    (item.platforms === null && item.instances === null) || (id !== null && item[noun]?.includes(id) === true);
  return list.filter((item) => item.state !== "cancelled" && isCovered(item)).map(occurrenceOf);
}

function occurrenceOf(listed: ListedOccurrence): Occurrence {
  const { occurrence, window, planned_start, planned_end, zone, origin } = listed;
  return {
    ...listedTimes(listed),
    window,
    name: occurrence,
    plannedStart: Date.parse(planned_start),
    plannedEnd: Date.parse(planned_end),
    byHand: origin === "hand",
    lead: null,
    zone,
  };
}
