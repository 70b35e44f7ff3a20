/** By given tables, or by those of the runtime. Set once, at the start or by the origin. */
import { runtimeTable, Zone, type ZoneTable } from "./zone-table.ts";

export type ZoneTables = ReadonlyMap<string, ZoneTable>;

/** The longest IANA name has 32 characters; names over 64 are rejected without a lookup. */
export const ZONE_FORM = /^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/;

const noTables: ZoneTables = new Map();
let tables = noTables;
let zones = new Map<string, Zone>();

export function setZoneTables(given: ZoneTables | null): void {
  tables = given ?? noTables;
  zones = new Map();
}

export function findZone(name: string): Zone | null {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const table = ZONE_FORM.test(name) ? findTable(name) : null;
  if (table === null) return null;
  const zone = new Zone(table);
  zones.set(name, zone);
  return zone;
}

/** Names of the runtime apply only where it has that offset. @param offset milliseconds */
export function isRuntimeOffset(name: string, epochMs: number, offset: number): boolean {
  if (tables.size === 0) return true;
  try {
    const at = Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs)).toZonedDateTimeISO(name);
    return at.offsetNanoseconds === offset * 1e6;
  } catch {
    return false;
  }
}

/** Zones that are missing have another name here. */
export function listZoneTables(): ZoneTables {
  const own = Intl.supportedValuesOf("timeZone").map((name) => [name, findZone(name)?.table] as const);
  return new Map([...tables, ...own.flatMap(([name, table]) => (table === undefined ? [] : [[name, table] as const]))]);
}

/** A zone that the tables do not name may be an older or newer name of one that they do. */
function findTable(name: string): ZoneTable | null {
  const table = tables.get(name);
  if (table !== undefined) return table;
  const own = runtimeTable(name);
  if (own === null || tables.size === 0) return own;
  for (const [other, found] of tables) if (isSameZone(name, other)) return found;
  return own;
}

function isSameZone(name: string, other: string): boolean {
  try {
    const epoch = Temporal.Instant.fromEpochMilliseconds(0);
    return epoch.toZonedDateTimeISO(name).equals(epoch.toZonedDateTimeISO(other));
  } catch {
    return false;
  }
}
