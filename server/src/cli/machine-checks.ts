import { accessSync, constants, readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Status } from "drawbridge-rules/wire/status.ts";
import { runtimeOrigin } from "../base/program-files.ts";
import { findVersion, setZoneFiles, type ZoneSource, zoneSource } from "../base/zone-data.ts";
import { floorReviewed, runtimeFloor, runtimeWarning } from "../start/start-warnings.ts";
import { mayRun, readOwner } from "../store/directory-owner.ts";
import { fileSize, freeBytes } from "../store/disk-space.ts";
import { refuseOldSqlite } from "../store/sqlite/sqlite-file.ts";
import { type Check, fail, ok, warn } from "./check.ts";
import { sizeText } from "./output.ts";

export function checkMachine(versions: { readonly node: string; readonly sqlite?: string }): Check[] {
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

const OPEN_FILES = "open files";
const fewest = 1024;
const muchUsed = 0.8;

/** Linux only. Without a server there, this process has the limit that a server started here would get. */
export function checkOpenFiles(directory: string): Check[] {
  const holder = readOwner(directory);
  const pid = holder !== null && holder.host === hostname() && mayRun(holder) ? String(holder.pid) : "self";
  const limit = limitOf(pid);
  if (limit === null) return [];
  const whose = pid === "self" ? "here" : `in the server (process ${pid})`;
  const raise = "raise the limit (ulimit -n, or LimitNOFILE of its unit)";
  if (limit < fewest)
    return [
      warn(OPEN_FILES, `${limit} can be open ${whose}, connections included: further ones are closed unanswered, so ${raise}`),
    ];
  const open = pid === "self" ? null : openIn(pid);
  if (open !== null && open > limit * muchUsed)
    return [
      warn(
        OPEN_FILES,
        `${open} of ${limit} are open ${whose}: when none is left, connections are closed unanswered, so ${raise}`,
      ),
    ];
  return [ok(OPEN_FILES, `${open === null ? "" : `${open} of `}${limit} ${whose}`)];
}

function limitOf(pid: string): number | null {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, "utf8"))?.[1];
    return found === undefined ? null : Number(found);
  } catch {
    return null;
  }
}

function openIn(pid: string): number | null {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return null;
  }
}

const machineFiles = "/usr/share/zoneinfo";

/** Countries change their clocks with a few months' notice. @param directory of `DRAWBRIDGE_TZDATA` @param now epoch ms */
export function checkZones(directory: string | null, now: number): Check[] {
  try {
    setZoneFiles(directory);
  } catch (error) {
    if (!(error instanceof DrawbridgeError)) throw error;
    return error.problems.map(({ path, message }) => fail("time zones", `${path} ${message}`));
  }
  return [checkAge(zoneSource(), now, findVersion(machineFiles))];
}

/** The data of this environment were checked before. */
export function checkServerZones({ time_zones: zones }: Partial<Status>, now: number): Check[] {
  const own = zoneSource();
  if (zones === undefined || (zones.version === own.version && zones.source === own.source)) return [];
  return [checkAge(zones, now, null)];
}

/** @param machine version of the machine's files; null means unknown, or there are none */
export function checkAge({ version, source }: ZoneSource, now: number, machine: string | null): Check {
  const from = source === "runtime" ? "of the runtime" : `from ${source}`;
  const advice = "set DRAWBRIDGE_TZDATA to newer data, see /docs/maintenance#time-zone-data";
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

/** Epoch ms. Release `a` comes by the end of March, and `d` and later ones by the end of the year. */
function releasedBefore(version: string): number {
  const quarter = Math.min(4, version.charCodeAt(4) - 96);
  return Date.UTC(Number(version.slice(0, 4)), quarter * 3);
}

const DATA_DIRECTORY = "data directory";

/** They have secrets, or hashes of them. Copies, and SQLite's files beside them, match too. */
const privateFiles = /^(drawbridge\.db|admin-token|demo-key|first-account-link|holder|replica)\b/;
const writtenFiles = /^(drawbridge\.db(-wal)?|replica(-commits)?)$/;

export function checkDataDirectory(directory: string): Check[] {
  const stats = statsOf(directory);
  if (stats === null)
    return [warn(DATA_DIRECTORY, `${directory} does not exist; the server creates it at its first start. Check DRAWBRIDGE_DATA`)];
  if (!stats.isDirectory()) return [fail(DATA_DIRECTORY, `${directory} is a file: set DRAWBRIDGE_DATA to a directory`)];
  const obstacle = accessProblem(directory, constants.W_OK | constants.X_OK);
  if (obstacle === "EROFS") return [fail(DATA_DIRECTORY, `${directory} is on a read-only file system: mount it for writing`)];
  if (obstacle !== null)
    return [
      fail(DATA_DIRECTORY, `${directory} is not writable by this user: run as the user of the server, or change its permissions`),
    ];
  const names = readdirSync(directory).sort();
  return [
    checkOpenness(directory, stats),
    ...names.filter((file) => privateFiles.test(file)).flatMap((file) => checkPrivateFile(join(directory, file))),
    ...names.filter((file) => writtenFiles.test(file)).flatMap((file) => checkWrittenFile(join(directory, file))),
  ];
}

/** Other users may list its files, but must not add any. */
function checkOpenness(directory: string, { mode }: Stats): Check {
  if ((mode & 0o022) !== 0) return warn(DATA_DIRECTORY, `${directory} is writable by other users: chmod go-w ${directory}`);
  return ok(DATA_DIRECTORY, directory);
}

function checkPrivateFile(file: string): Check[] {
  const stats = statsOf(file);
  if (stats === null || (stats.mode & 0o077) === 0) return [];
  return [fail(DATA_DIRECTORY, `${file} is readable by other users: chmod 600 ${file}`)];
}

/** A start needs to write: without that, changes are refused. */
function checkWrittenFile(file: string): Check[] {
  if (accessProblem(file, constants.R_OK | constants.W_OK) !== null)
    return [fail(DATA_DIRECTORY, `${file} is not writable by this user: chmod u+rw ${file}, or run as its owner`)];
  const stats = statsOf(file);
  // Root can write to every file, and the user that the server runs as may not be root.
  if (stats !== null && (stats.mode & 0o200) === 0)
    return [fail(DATA_DIRECTORY, `${file} is not writable by its owner: chmod u+rw ${file}`)];
  return [];
}

function statsOf(path: string): Stats | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}

/** Null means no problem, or that the file is gone. */
function accessProblem(path: string, mode: number): string | null {
  try {
    accessSync(path, mode);
    return null;
  } catch (error) {
    const { code = "EACCES" } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? null : code;
  }
}

/** Bytes below which a disk counts as nearly full: a commit needs a few pages of 4 KiB. */
const NEARLY_FULL = 256 * 1024;
/** The write-ahead log and its copies grow to this after large commits. */
const reserve = 64 * 1024 * 1024;

export async function checkDisk(directory: string): Promise<Check[]> {
  const free = await freeBytes(directory);
  if (free === null) return [];
  const files = ["drawbridge.db", "drawbridge.db-wal"].map((file) => fileSize(join(directory, file)));
  return [
    checkRoom(
      directory,
      free,
      files.reduce((sum, bytes) => sum + bytes),
    ),
  ];
}

export function checkRoom(directory: string, free: number, bytes: number): Check {
  // A backup is written beside the database.
  const needed = bytes + reserve;
  const room = `${sizeText(free)} free for ${directory}`;
  if (free < NEARLY_FULL)
    return fail("disk", `${room}: the disk is full or nearly full. Free some space: without it, changes are refused`);
  if (free >= needed) return ok("disk", room);
  return warn(
    "disk",
    `${room}: a backup of ${sizeText(bytes)} and the write-ahead log need up to ${sizeText(needed)}. Free some space`,
  );
}
