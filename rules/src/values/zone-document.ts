import type { TimeZones } from "../wire/time-zones.ts";
import type { ZoneTables } from "./time-zones.ts";
import type { ZoneTable } from "./zone-table.ts";

export function printTimeZones(version: string | null, zones: ZoneTables): TimeZones {
  const indices = new Map<string, number>();
  const tables: ZoneTable[] = [];
  const byName = [...zones].map(([name, table]) => {
    const text = JSON.stringify(table);
    const index = indices.get(text) ?? tables.push(table) - 1;
    indices.set(text, index);
    return [name, index] as const;
  });
  return { version, zones: Object.fromEntries(byName), tables };
}

export function tablesOf({ zones, tables }: TimeZones): ZoneTables {
  return new Map(Object.entries(zones).flatMap(([name, index]) => (tables[index] ? [[name, tables[index]] as const] : [])));
}
