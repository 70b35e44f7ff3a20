/** From `DRAWBRIDGE_TZDATA`, an edge's origin, or the runtime: some 40 kB compressed. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflateRaw, inflateRawSync } from "node:zlib";
import { DrawbridgeError, type Problem } from "drawbridge-rules/values/errors.ts";
import { findZone, listZoneTables, setZoneTables, type ZoneTables } from "drawbridge-rules/values/time-zones.ts";
import { parseTzif } from "drawbridge-rules/values/tzif.ts";
import { printTimeZones, tablesOf } from "drawbridge-rules/values/zone-document.ts";
import type { ZoneTable } from "drawbridge-rules/values/zone-table.ts";
import { type TimeZones, timeZonesSchema } from "drawbridge-rules/wire/time-zones.ts";
import { nextTurn } from "./yielding-work.ts";

export interface ZoneSource {
  /** Release of the IANA database, such as `2026f`; null means unknown. */
  readonly version: string | null;
  /** `runtime`, a directory, or the address of an origin. */
  readonly source: string;
}

interface ZoneText {
  readonly text: string;
  readonly digest: string;
}

interface ReadZones {
  readonly zones: TimeZones;
  readonly text: string;
}

/** Bytes, far above the some 300 kB of the database. */
const longestJson = 8 * 1024 * 1024;
export const longestZoneText = 512 * 1024;

const runtime: ZoneSource = { version: process.versions.tz ?? null, source: "runtime" };
let current = runtime;
let printed: Promise<TimeZones> | null = null;
let written: Promise<ZoneText> | null = null;

export function zoneSource(): ZoneSource {
  return current;
}

/** @throws invalid: with every file that cannot be read */
export function setZoneFiles(directory: string | null): void {
  const files = directory === null ? null : readZoneFiles(directory);
  if (files === null) replace(runtime, null);
  else replace({ version: files.version, source: directory ?? "" }, files.tables);
}

export function setTimeZones({ zones, text }: ReadZones, source: string): void {
  replace({ version: zones.version, source }, tablesOf(zones));
  // Processes after this one compare the text by the same digest.
  written = Promise.resolve({ text, digest: digestOf(text) });
}

/** Built once, between reads. */
export function timeZones(): Promise<TimeZones> {
  printed ??= print();
  return printed;
}

export function zoneText(): Promise<ZoneText> {
  written ??= write();
  return written;
}

export function readZoneText(text: string): ReadZones | null {
  if (text.length > longestZoneText) return null;
  try {
    const json = inflateRawSync(Buffer.from(text, "base64"), { maxOutputLength: longestJson });
    return { zones: timeZonesSchema.parse(JSON.parse(json.toString("utf8"))), text };
  } catch {
    return null;
  }
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

function replace(source: ZoneSource, tables: Parameters<typeof setZoneTables>[0]): void {
  setZoneTables(tables);
  current = source;
  printed = null;
  written = null;
}

async function print(): Promise<TimeZones> {
  // The runtime's tables take some 0.2 ms each.
  for (const [index, name] of Intl.supportedValuesOf("timeZone").entries()) {
    findZone(name);
    if (index % 10 === 9) await nextTurn();
  }
  return printTimeZones(current.version, listZoneTables());
}

async function write(): Promise<ZoneText> {
  const json = JSON.stringify(await timeZones());
  const text = (await promisify(deflateRaw)(json)).toString("base64");
  return { text, digest: digestOf(text) };
}

/** The largest file of the database has less than 4 kB. */
const maxSize = 64 * 1024;
/** The database has about 600 names. */
const maxFiles = 5_000;
const maxDepth = 3;
/** Other files of the directory begin with a small letter or have a dot. */
const nameForm = /^[A-Z][A-Za-z0-9_+-]*$/;
const otherFiles = new Set(["CONTRIBUTING", "Factory", "LICENSE", "NEWS", "README", "SECURITY"]);

/** @param given may also be the parent, as in the packages of PyPI @throws invalid: with every file that cannot be read */
function readZoneFiles(given: string): { readonly version: string | null; readonly tables: ZoneTables } {
  const directory = findDirectory(given);
  const problems: Problem[] = [];
  const tables = new Map<string, ZoneTable>();
  for (const name of namesIn(directory, problems)) {
    try {
      tables.set(name, parseTzif(readFile(join(directory, name))));
    } catch (error) {
      problems.push({ path: name, message: `cannot be used: ${reasonOf(error)}` });
    }
  }
  if (problems.length === 0 && tables.size === 0)
    problems.push({ path: "DRAWBRIDGE_TZDATA", message: "expected a directory with time zone files, such as Europe/Rome" });
  if (problems.length > 0)
    throw new DrawbridgeError("invalid", `The time zone data in ${given} cannot be used. Copy it again, all of it.`, problems);
  return { version: findVersion(directory), tables };
}

export function findVersion(directory: string): string | null {
  return (
    versionIn(join(directory, "+VERSION"), /^(\d{4}[a-z]+)\s*$/) ??
    versionIn(join(directory, "tzdata.zi"), /^# version (\d{4}[a-z]+)\s/) ??
    versionIn(join(directory, "version"), /^(\d{4}[a-z]+)\s*$/) ??
    versionIn(join(directory, "..", "__init__.py"), /^IANA_VERSION = "(\d{4}[a-z]+)"/m)
  );
}

function versionIn(path: string, form: RegExp): string | null {
  try {
    return statSync(path).isFile() ? (form.exec(readFileSync(path, "latin1").slice(0, 2_000))?.[1] ?? null) : null;
  } catch {
    return null;
  }
}

function findDirectory(given: string): string {
  const inner = ["zoneinfo", join("tzdata", "zoneinfo")].map((name) => join(given, name));
  return inner.find((each) => existsSync(each)) ?? given;
}

function namesIn(directory: string, problems: Problem[]): string[] {
  const names: string[] = [];
  const add = (path: string, depth: number) => {
    for (const entry of entriesOf(join(directory, path), path, problems)) {
      if (names.length >= maxFiles) break;
      if (!nameForm.test(entry) || otherFiles.has(entry)) continue;
      const name = path === "" ? entry : `${path}/${entry}`;
      if (!isDirectory(join(directory, name))) names.push(name);
      else if (depth < maxDepth) add(name, depth + 1);
    }
  };
  add("", 1);
  return names;
}

function entriesOf(path: string, name: string, problems: Problem[]): string[] {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    problems.push({ path: name || "DRAWBRIDGE_TZDATA", message: `cannot be read: ${reasonOf(error)}` });
    return [];
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** @throws invalid, or a system error. A pipe or a device is never opened: it would not end. */
function readFile(path: string): Uint8Array {
  const found = statSync(path);
  if (!found.isFile()) throw new DrawbridgeError("invalid", "it is not a file");
  if (found.size > maxSize)
    throw new DrawbridgeError("invalid", `it has ${found.size} bytes, and no zone has more than ${maxSize}`);
  return readFileSync(path);
}

function reasonOf(error: unknown): string {
  if (error instanceof DrawbridgeError) return error.message;
  return (error as NodeJS.ErrnoException).code ?? "no reason given";
}
