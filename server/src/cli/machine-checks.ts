/** Checks of the machine and the runtime. */
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { runtimeOrigin } from "../base/program-files.ts";
import { floorReviewed, runtimeFloor, runtimeWarning } from "../start/runtime-floor.ts";
import { refuseOldSqlite } from "../store/sqlite/sqlite-file.ts";
import { type Check, fail, ok, warn } from "./check.ts";

interface Versions {
  readonly node: string;
  readonly sqlite?: string;
}

export function checkMachine(versions: Versions): Check[] {
  return [checkRuntime(versions.node), checkSqlite(versions.sqlite ?? "")];
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
