import type { Adoption } from "drawbridge-rules/wire/adoption.ts";
import { DAY, HOUR } from "./zone-time.ts";

interface HourlyTraffic {
  /** Requests by the start of the hour, epoch ms. */
  readonly counts: ReadonlyMap<number, number>;
  readonly most: number;
}

export function hourlyTraffic({ from, platforms }: Pick<Adoption, "from" | "platforms">): HourlyTraffic {
  const start = Date.parse(from);
  const counts = new Map<number, number>();
  for (const { total } of platforms)
    for (const [index, requests] of (total.series ?? []).entries()) {
      const hour = start + index * HOUR;
      counts.set(hour, (counts.get(hour) ?? 0) + requests);
    }
  return { counts, most: Math.max(0, ...counts.values()) };
}

/** NaN: nothing is known of these hours. */
export function averageBetween({ counts }: HourlyTraffic, from: number, until: number): number {
  const known: number[] = [];
  for (let hour = from; hour < until; hour += HOUR) {
    const found = counts.get(hour) ?? counts.get(hour - 7 * DAY) ?? counts.get(hour - 14 * DAY);
    if (found !== undefined) known.push(found);
  }
  return known.reduce((sum, requests) => sum + requests, 0) / known.length;
}
