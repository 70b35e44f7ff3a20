/** Writes zone tables as TZif files (RFC 9636), to test the reader of them with every zone of the runtime. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { YearlyChange, ZoneTable } from "drawbridge-rules/values/zone-table.ts";

const DAY = 86_400;

/** A file of version 2, whose part for readers of version 1 is empty. */
export function tzifFile({ at, offsets, yearly }: ZoneTable, rule = ruleText(offsets.at(-1) ?? 0, yearly)): Buffer {
  const types = [...new Set([offsets[0] ?? 0, ...offsets])];
  const body = Buffer.alloc(at.length * 9 + types.length * 6 + 4);
  for (const [index, time] of at.entries()) {
    body.writeBigInt64BE(BigInt(time), index * 8);
    body.writeUInt8(types.indexOf(offsets[index + 1] ?? 0), at.length * 8 + index);
  }
  for (const [index, offset] of types.entries()) body.writeInt32BE(offset, at.length * 9 + index * 6);
  body.write("ABC\0", at.length * 9 + types.length * 6, "latin1");
  const empty = Buffer.alloc(6 + 1);
  const parts = [header(0, 1, 1), empty, header(at.length, types.length, 4), body, Buffer.from(`\n${rule}\n`)];
  return Buffer.concat(parts);
}

/** Writes a directory as `/usr/share/zoneinfo` is. */
export function writeZoneFiles(directory: string, files: ReadonlyMap<string, Uint8Array>, version?: string): string {
  for (const [name, file] of files) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), file);
  }
  if (version !== undefined) writeFileSync(join(directory, "+VERSION"), `${version}\n`);
  return directory;
}

function header(times: number, types: number, characters: number): Buffer {
  const bytes = Buffer.alloc(44);
  bytes.write("TZif2", "latin1");
  for (const [index, count] of [0, 0, 0, times, types, characters].entries()) bytes.writeUInt32BE(count, 20 + index * 4);
  return bytes;
}

/** `TZ` of POSIX. Only M dates: a weekday on or after a day is one of the nth week, some days before. */
function ruleText(standard: number, yearly: readonly YearlyChange[]): string {
  const [first, second] = yearly;
  if (first === undefined || second === undefined) return `<STD>${hours(-standard)}`;
  const [starts, ends] = first.offset > second.offset ? [first, second] : [second, first];
  const [summer, winter] = [starts.offset, ends.offset];
  return `<STD>${hours(-winter)}<DST>${hours(-summer)},${dateText(starts, winter)},${dateText(ends, summer)}`;
}

function dateText({ month, day, weekday, time }: YearlyChange, before: number): string {
  if (weekday === null || day < 1) throw new Error("not a date of the runtime's tables");
  const later = (day - 1) % 7;
  const week = (day - 1 - later) / 7 + 1;
  return `M${month + 1}.${week}.${(weekday - later + 7) % 7}/${hours(time + before + later * DAY)}`;
}

function hours(seconds: number): string {
  const all = Math.abs(seconds);
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${seconds < 0 ? "-" : ""}${Math.floor(all / 3_600)}:${pad(Math.floor(all / 60) % 60)}:${pad(all % 60)}`;
}
