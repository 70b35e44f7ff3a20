/** TZif, RFC 9636, of every version, without leap seconds. */
import { DrawbridgeError } from "./errors.ts";
import { Changes, TABLE_START, type YearlyChange, type ZoneTable } from "./zone-table.ts";

const HEADER = 44;
const MAGIC = 0x545a6966;
/** RFC 9636 §3.2: offsets are between −25 and 26 hours. */
const [LEAST_OFFSET, MOST_OFFSET] = [-25 * 3_600, 26 * 3_600];
/** 9999-12-31T23:59:59Z */
const LAST_TIME = 253_402_300_799;
const DAY = 86_400;

/** @throws invalid: why this is no such file, as the end of a sentence */
export function parseTzif(file: Uint8Array): ZoneTable {
  const first = readHeader(file, 0);
  if (first.version === 1) return readBlock(file, first, 4).table;
  const second = readHeader(file, first.end + sizeOf(first, 4));
  const { table, end } = readBlock(file, second, 8);
  return { ...table, yearly: readFooter(file, end, table) };
}

interface Header {
  readonly version: number;
  readonly ut: number;
  readonly standard: number;
  readonly leaps: number;
  readonly times: number;
  readonly types: number;
  readonly characters: number;
  readonly end: number;
}

function readHeader(file: Uint8Array, start: number): Header {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (start + HEADER > file.length) throw refused(file.length === 0 ? "it is empty" : "it is cut off");
  if (view.getUint32(start) !== MAGIC) throw refused("it is not a TZif file");
  const version = file[start + 4] === 0 ? 1 : (file[start + 4] ?? 0) - 48;
  if (version < 1 || version > 9) throw refused("its version is unknown");
  const [ut = 0, standard = 0, leaps = 0, times = 0, types = 0, characters = 0] = Array.from({ length: 6 }, (_, index) =>
    view.getUint32(start + 20 + index * 4),
  );
  return { version, ut, standard, leaps, times, types, characters, end: start + HEADER };
}

function sizeOf({ ut, standard, leaps, times, types, characters }: Header, width: 4 | 8): number {
  return times * (width + 1) + types * 6 + characters + leaps * (width + 4) + standard + ut;
}

function readBlock(file: Uint8Array, header: Header, width: 4 | 8): { readonly table: ZoneTable; readonly end: number } {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const { times, types, leaps } = header;
  const end = header.end + sizeOf(header, width);
  if (leaps > 0) throw refused("it counts leap seconds: use the files that do not, which are outside of right/");
  if (end > file.length) throw refused("it is cut off");
  if (width === 4 && end !== file.length) throw refused("it is longer than it says");
  if (types === 0 || types > 256) throw refused("it has no offsets");
  const [typeStart, offsetStart] = [header.end + times * width, header.end + times * (width + 1)];
  const offsets = Array.from({ length: types }, (_, type) => view.getInt32(offsetStart + type * 6));
  if (offsets.some((offset) => offset <= LEAST_OFFSET || offset >= MOST_OFFSET)) throw refused("it has an impossible offset");
  let last = Number.NEGATIVE_INFINITY;
  let changes = new Changes(offsets[0] ?? 0);
  for (let index = 0; index < times; index++) {
    const place = header.end + index * width;
    const at = width === 4 ? view.getInt32(place) : Number(view.getBigInt64(place));
    const offset = offsets[file[typeStart + index] ?? types];
    if (at > LAST_TIME) throw refused("it has times after the year 9999");
    if (at <= last) throw refused("its times are not in order");
    if (offset === undefined) throw refused("a time has no offset");
    last = at;
    if (at < TABLE_START) changes = new Changes(offset);
    else changes.add(at, offset);
  }
  // A change of the name alone can be where the rule for later years begins.
  const begins = last > (changes.at.at(-1) ?? TABLE_START) ? [last] : [];
  const [at, known] = [[...changes.at, ...begins], changes.offsets];
  return { table: { at, offsets: [...known, ...begins.map(() => known.at(-1) ?? 0)], yearly: [] }, end };
}

function readFooter(file: Uint8Array, start: number, { at, offsets }: ZoneTable): YearlyChange[] {
  const text = String.fromCharCode(...file.subarray(start, start + 200));
  if (!text.startsWith("\n") || !text.endsWith("\n") || text.length < 2) throw refused("it is cut off");
  const rule = text.slice(1, -1);
  if (rule === "") return [];
  const parsed = parseRule(rule);
  if (parsed === null) throw refused("its rule for later years cannot be read");
  // Otherwise the rule would change the offset in the middle of the table.
  const isOwn = [parsed.offset, ...parsed.yearly.map(({ offset }) => offset)].includes(offsets.at(-1) ?? 0);
  if (!isOwn && at.length > 0) throw refused("its rule for later years does not continue its times");
  return parsed.yearly;
}

const name = "(?:[A-Za-z]{3,}|<[A-Za-z0-9+-]{3,}>)";
const clock = "[+-]?\\d{1,3}(?::\\d\\d){0,2}";
const date = "(?:M\\d{1,2}\\.\\d\\.\\d|J?\\d{1,3})";
const ruleForm = new RegExp(`^${name}(${clock})(?:${name}(${clock})?,(${date})(?:/(${clock}))?,(${date})(?:/(${clock}))?)?$`);

/** A `TZ` of POSIX, with the times of RFC 9636 §3.3.2. */
function parseRule(text: string): { readonly offset: number; readonly yearly: YearlyChange[] } | null {
  const match = ruleForm.exec(text);
  if (match === null) return null;
  const [, standard = "", summer, begin, beginTime = "2", end, endTime = "2"] = match;
  const offset = 0 - secondsOf(standard);
  if (begin === undefined || end === undefined) return { offset, yearly: [] };
  const other = summer === undefined ? offset + 3_600 : 0 - secondsOf(summer);
  const starts = changeOn(begin, secondsOf(beginTime) - offset, other);
  const ends = changeOn(end, secondsOf(endTime) - other, offset);
  if (starts === null || ends === null) return null;
  return { offset, yearly: placeOf(starts) <= placeOf(ends) ? [starts, ends] : [ends, starts] };
}

function secondsOf(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^[+-]/, "").split(":").map(Number);
  const all = hours * 3_600 + minutes * 60 + seconds;
  // Not −0, which other zero offsets do not equal.
  return text.startsWith("-") ? 0 - all : all;
}

/** @param time seconds of UTC after the midnight of that day */
function changeOn(text: string, time: number, offset: number): YearlyChange | null {
  if (!text.startsWith("M")) {
    const day = Number(text.replace("J", ""));
    // J counts from 1 and skips 29 February; without it, days count from 0.
    if (!text.startsWith("J")) return day > 365 ? null : { month: 0, day: day + 1, weekday: null, time, offset };
    if (day < 1 || day > 365) return null;
    const plain = new Date(Date.UTC(2001, 0, day));
    return { month: plain.getUTCMonth(), day: plain.getUTCDate(), weekday: null, time, offset };
  }
  const [month = 0, week = 0, weekday = 0] = text.slice(1).split(".").map(Number);
  if (month < 1 || month > 12 || week < 1 || week > 5 || weekday > 6) return null;
  return week === 5 ? { month, day: -6, weekday, time, offset } : { month: month - 1, day: week * 7 - 6, weekday, time, offset };
}

function placeOf({ month, day, time }: YearlyChange): number {
  return (month * 31 + day) * DAY + time;
}

function refused(reason: string): DrawbridgeError {
  return new DrawbridgeError("invalid", reason);
}
