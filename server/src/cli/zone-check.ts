/** Checks the time zone data of this environment and of a server: countries change their clocks with a few months' notice. */
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Status } from "drawbridge-rules/wire/status.ts";
import { findVersion, setZoneFiles, type ZoneSource, zoneSource } from "../base/zone-data.ts";
import { type Check, fail, ok, warn } from "./check.ts";

/** Data of the machine's own packages. */
const machineFiles = "/usr/share/zoneinfo";

/** @param directory of `DRAWBRIDGE_TZDATA`; null: not set. @param now epoch ms */
export function checkZones(directory: string | null, now: number): Check[] {
  try {
    setZoneFiles(directory);
  } catch (error) {
    if (!(error instanceof DrawbridgeError)) throw error;
    return error.problems.map(({ path, message }) => fail("time zones", `${path} ${message}`));
  }
  return [checkAge(zoneSource(), now, findVersion(machineFiles))];
}

/** Checks data of a process that differ from those of this environment, which were checked before. */
export function checkServerZones({ time_zones: zones }: Partial<Status>, now: number): Check[] {
  const own = zoneSource();
  if (zones === undefined || (zones.version === own.version && zones.source === own.source)) return [];
  return [checkAge(zones, now, null)];
}

/** @param machine version of the machine's files; null: unknown, or there are none */
export function checkAge({ version, source }: ZoneSource, now: number, machine: string | null): Check {
  const from = source === "runtime" ? "of the runtime" : `from ${source}`;
  const advice = "set DRAWBRIDGE_TZDATA to newer data, see docs/maintenance.md#time-zone-data";
  if (version === null)
    return warn("time zones", `the version of the data ${from} is unknown: check that they are the newest, or ${advice}`);
  if (machine !== null && machine > version)
    return warn(
      "time zones",
      `version ${version} ${from}, and ${machineFiles} has ${machine}: set DRAWBRIDGE_TZDATA=${machineFiles}`,
    );
  if (now > releasedBefore(version) + 366 * 86_400_000)
    return warn("time zones", `version ${version} ${from} is more than a year old: ${advice}`);
  return ok("time zones", `version ${version} ${from}`);
}

/** Epoch ms. About one release comes in a quarter: `a` by the end of March, `d` and later ones by the end of the year. */
function releasedBefore(version: string): number {
  const quarter = Math.min(4, version.charCodeAt(4) - 96);
  return Date.UTC(Number(version.slice(0, 4)), quarter * 3);
}
