/** Checks of the machine and the runtime. */
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { runtimeOrigin } from "../program-files.ts";
import { floorReviewed, runtimeFloor, runtimeWarning } from "../start/runtime-floor.ts";
import { refuseOldSqlite } from "../store/sqlite/sqlite-file.ts";
import { type Check, fail, ok, warn } from "./check.ts";

interface Versions {
  readonly node: string;
  readonly sqlite?: string;
  /** Version of the time zone data: `2026c`. */
  readonly tz?: string;
}

/** @param now epoch ms */
export function checkMachine(versions: Versions, now: number): Check[] {
  return [checkRuntime(versions.node), checkSqlite(versions.sqlite ?? ""), checkZones(versions.tz ?? "", now)];
}

function checkRuntime(version: string): Check {
  const warning = runtimeWarning(version, runtimeOrigin());
  return warning === null
    ? ok("runtime", `Node ${version}; security releases up to ${runtimeFloor} were reviewed on ${floorReviewed}`)
    : warn("runtime", warning);
}

function checkSqlite(version: string): Check {
  try {
    refuseOldSqlite(version);
    return ok("SQLite", version);
  } catch (error) {
    if (error instanceof DrawbridgeError) return fail("SQLite", error.message);
    throw error;
  }
}

/** Countries change their clocks with a few months' notice: windows in their zones are then an hour off. */
function checkZones(version: string, now: number): Check {
  const year = Number.parseInt(version, 10);
  if (Number.isNaN(year))
    return warn("time zones", "the version of the time zone data is unknown: use an official build of Node");
  const isOld = year < new Date(now).getUTCFullYear() - 1;
  return isOld
    ? warn("time zones", `version ${version}: use a newer Node, which has newer data`)
    : ok("time zones", `version ${version}`);
}
