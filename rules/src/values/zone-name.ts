import { nearestName } from "./nearest-name.ts";
import { isZone } from "./wall-time.ts";

/** @param value what was given as a zone and is none */
export function zoneProblem(value: unknown): string {
  const name = typeof value === "string" ? value.slice(0, longestName).trim() : "";
  if (/(standard|daylight|summer) time$/i.test(name))
    return 'expected an IANA zone such as "Europe/Berlin" or "America/New_York", not a name that Windows uses';
  const nearest = findZone(name);
  if (nearest !== null) return `expected an IANA zone in its exact spelling: did you mean ${JSON.stringify(nearest)}?`;
  return 'expected an IANA zone in its exact spelling, such as "Europe/Rome" or "UTC"; an offset is not a zone';
}

const longestName = 64;
const maxEdits = 3;

/** The runtime lists the older names. */
const renamed: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
};

function findZone(name: string): string | null {
  const path = name.replaceAll(/[\s_]+/g, "_").replaceAll(/^\/+|\/+$/g, "");
  if (!/[a-z]{3}/i.test(path)) return null;
  // Calendars write `/mozilla.org/20050126_1/Europe/Vienna`.
  const parts = path.split("/");
  for (const [index] of parts.entries()) {
    const zone = spelledZone(parts.slice(index).join("/"));
    if (zone !== null) return zone;
  }
  const lower = path.toLowerCase();
  known ??= listZones();
  const city = known.find((zone) => zone.endsWith(`/${lower}`));
  if (city !== undefined) return presentName(city);
  const most = Math.min(maxEdits, Math.floor(lower.length / 3));
  const near = known.filter((zone) => zone[0] === lower[0] && Math.abs(zone.length - lower.length) <= most);
  const nearest = nearestName(lower, near, most);
  return nearest === "" ? null : presentName(nearest);
}

function presentName(zone: string): string | null {
  const name = spelledZone(zone);
  return name === null ? null : (renamed[name] ?? name);
}

let known: readonly string[] | null = null;

/** The present name before an older one. */
function listZones(): string[] {
  const zones = Intl.supportedValuesOf("timeZone").flatMap((zone) => [renamed[zone] ?? [], zone].flat());
  return zones.map((zone) => zone.toLowerCase());
}

function spelledZone(name: string): string | null {
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    // Keeps the name that was meant: the runtime may know it by an older one.
    return [Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId, timeZone].find(isZone) ?? null;
  } catch {
    return null;
  }
}
