/** Times of maintenance on each clock that matters: the window's zone, UTC, and this machine. */
import { setZoneTables } from "drawbridge-rules/values/time-zones.ts";
import { instantToWall, offsetAt, printOffset, wallMs } from "drawbridge-rules/values/wall-time.ts";
import { tablesOf } from "drawbridge-rules/values/zone-document.ts";
import type { ListedOccurrence, OccurrenceState, OccurrenceTimes } from "drawbridge-rules/wire/maintenance.ts";
import type { Context } from "./context.ts";

export const stateText: Readonly<Record<OccurrenceState, string>> = {
  scheduled: "scheduled",
  in_force: "active",
  over: "ended",
  cancelled: "canceled",
};

/** Zones that are asked for, one by one: more are not expected in one list. */
const maxZones = 20;

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** `Sun 2026-12-06 02:00 to 04:00 +01:00`; the day, and the offset from UTC, twice where they differ. */
export function rangeText(start: string, end: string, zone: string): string {
  const [from, to] = [zoned(start, zone), zoned(end, zone)];
  const offset = (time: Zoned) => (zone === "UTC" ? "" : ` ${time.offset}`);
  const startOffset = from.offset === to.offset ? "" : offset(from);
  return `${from.day} ${from.clock}${startOffset} to ${from.day === to.day ? "" : `${to.day} `}${to.clock}${offset(to)}`;
}

/** Takes the server's data of these zones, which can be newer than this command's. */
export async function takeServerZones({ client, io }: Context, zones: readonly (string | undefined)[]): Promise<void> {
  const names = new Set([...zones.filter((zone) => zone !== undefined), io.zone]);
  const found = await Promise.all([...names].slice(0, maxZones).map((zone) => client.getTimeZones({ zone })));
  setZoneTables(new Map(found.flatMap((each) => [...tablesOf(each)])));
}

/** A line for each clock, and for what was planned where it came otherwise. @param here this machine's zone */
export function timesLines(times: OccurrenceTimes & Partial<Pick<ListedOccurrence, "zone">>, here: string): string[] {
  const { start, end, zone } = times;
  const clocks = new Map<string, string>();
  if (zone !== undefined) clocks.set(zone, zone);
  clocks.set("UTC", "UTC");
  if (!clocks.has(here)) clocks.set(here, `here, ${here}`);
  const rows = [...clocks].map(([clock, name]) => [name, rangeText(start, end, clock)] as const);
  const [first = "UTC"] = clocks.keys();
  const plan = `${rangeText(times.planned_start, times.planned_end, first)} (${first})`;
  const planned = isAsPlanned(times) ? [] : [["planned", plan] as const];
  const all = [...rows, ...planned];
  const width = all.reduce((widest, [name]) => Math.max(widest, name.length), 0);
  return all.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}

/** To the second: maintenance started by hand is planned for a whole second. */
function isAsPlanned({ start, end, planned_start, planned_end }: OccurrenceTimes): boolean {
  const isClose = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) < 1_000;
  return isClose(start, planned_start) && isClose(end, planned_end);
}

interface Zoned {
  /** `Sun 2026-12-06` */
  readonly day: string;
  /** With seconds only where there are any. */
  readonly clock: string;
  readonly offset: string;
}

function zoned(instant: string, zone: string): Zoned {
  const at = Date.parse(instant);
  const wall = instantToWall(at, zone);
  const day = `${weekdays[new Date(wallMs(wall)).getUTCDay()]} ${wall.slice(0, 10)}`;
  return { day, clock: wall.slice(11), offset: printOffset(offsetAt(at, zone)) };
}
