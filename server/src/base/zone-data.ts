/**
 * Time zone data that this process answers by: of `DRAWBRIDGE_TZDATA`, of the origin of an edge, or of its runtime. All of it travels,
 * some 40 kB compressed: with only the zones that are in use, every commit could need another one.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { deflateRaw, inflateRawSync } from "node:zlib";
import { findZone, listZoneTables, setZoneTables } from "drawbridge-rules/values/time-zones.ts";
import { printTimeZones, tablesOf } from "drawbridge-rules/values/zone-document.ts";
import { type TimeZones, timeZonesSchema } from "drawbridge-rules/wire/time-zones.ts";
import { nextTurn } from "./next-turn.ts";
import { readZoneFiles } from "./zone-files.ts";

export interface ZoneSource {
  /** Release of the IANA database, such as `2026f`; null: unknown. */
  readonly version: string | null;
  /** `runtime`, a directory, or the address of an origin. */
  readonly source: string;
}

/** The data as text: compressed, in base64. */
export interface ZoneText {
  readonly text: string;
  readonly digest: string;
}

interface ReadZones {
  readonly zones: TimeZones;
  readonly text: string;
}

/** Bytes of JSON, far above the some 300 kB of the database. */
const longestJson = 8 * 1024 * 1024;
/** Characters of the compressed text. */
export const longestZoneText = 512 * 1024;

const runtime: ZoneSource = { version: process.versions.tz ?? null, source: "runtime" };
let current = runtime;
let printed: Promise<TimeZones> | null = null;
let written: Promise<ZoneText> | null = null;

export function zoneSource(): ZoneSource {
  return current;
}

/** @param directory null: the runtime's data. @throws invalid: with every file that cannot be read */
export function setZoneFiles(directory: string | null): void {
  const files = directory === null ? null : readZoneFiles(directory);
  if (files === null) replace(runtime, null);
  else replace({ version: files.version, source: directory ?? "" }, files.tables);
}

/** Data of another process. @param source its address */
export function setTimeZones({ zones, text }: ReadZones, source: string): void {
  replace({ version: zones.version, source }, tablesOf(zones));
  // As it came, so that processes after this one compare it with the same digest.
  written = Promise.resolve({ text, digest: digestOf(text) });
}

/** The data in force, built once, between reads. */
export function timeZones(): Promise<TimeZones> {
  printed ??= print();
  return printed;
}

export function zoneText(): Promise<ZoneText> {
  written ??= write();
  return written;
}

/** Null: damaged, or too large. */
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
  // Builds the runtime's tables, some 0.2 ms each, before they are listed.
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
