/**
 * The digest of a backup: two lines after the last page of the file. The first names the epoch of the backup and the change
 * counter of its header; the second has the SHA-256 of all bytes before it. SQLite reads as many pages as the header counts, so
 * `sqlite3` and older versions open such a file as it is. They also write to it without removing the lines, which then describe
 * earlier content.
 */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

const originPrefix = "\ndrawbridge-backup of ";
const prefix = "\ndrawbridge-backup sha256 ";
const linesPattern = new RegExp(
  `(?:${originPrefix}(?<counter>[0-9a-f]{8}) (?<epoch>[0-9a-f]{16}))?(?<digestLine>${prefix}(?<digest>[0-9a-f]{64})\\n)$`,
);
/** Bytes of both lines. */
const maxLength = originPrefix.length + 8 + 1 + 16 + prefix.length + 64 + 1;
const chunk = 1024 * 1024;
/** Bytes of an SQLite file's header (https://sqlite.org/fileformat2.html#the_database_header). */
const headerLength = 100;
const headerName = "SQLite format 3\0";
/** Most writes of a restore and a first start after the backup, with room to spare. */
const maxWrites = 1000;

interface DigestFound {
  /** Hex; null: the file has none, like those of older versions. */
  readonly digest: string | null;
  /** Null: the bytes match the digest, or there is no digest. */
  readonly damage: string | null;
  /**
   * Epoch that the backup had. Not null: the bytes differ, and the header says that SQLite wrote to the file after the digest was
   * made. If the store has another epoch as well, an older version restored it from the backup, and the digest is not its own.
   */
  readonly formerEpoch: string | null;
}

/** Appends the digest, durably. No process may be writing to the file, and this one must not have it open. */
export function appendDigest(file: string): string {
  const epoch = epochIn(file);
  const descriptor = openSync(file, "r+");
  try {
    const { size } = fstatSync(descriptor);
    const { counter } = readHeader(descriptor);
    const origin = epoch === null || counter === null ? "" : `${originPrefix}${counter.toString(16).padStart(8, "0")} ${epoch}`;
    writeSync(descriptor, origin, size);
    const digest = sha256(descriptor, size + origin.length);
    writeSync(descriptor, `${prefix}${digest}\n`, size + origin.length);
    fsyncSync(descriptor);
    return digest;
  } finally {
    closeSync(descriptor);
  }
}

/** Compares the bytes of a file with its digest. This process must not have the file open. @throws a system error */
export function readDigest(file: string): DigestFound {
  const descriptor = openSync(file, "r");
  try {
    const { lines, damage } = readEnd(descriptor);
    if (lines === null) return { digest: null, damage, formerEpoch: null };
    const { digest } = lines;
    if (sha256(descriptor, lines.covered) === digest) return { digest, damage: null, formerEpoch: null };
    const formerEpoch = isWrittenSince(readHeader(descriptor).counter, lines.counter) ? lines.epoch : null;
    return { digest, damage: "its bytes do not match its digest", formerEpoch };
  } finally {
    closeSync(descriptor);
  }
}

/** Cuts the digest off: a store that is written to has none. */
export function dropDigest(file: string): void {
  const descriptor = openSync(file, "r+");
  try {
    const { lines } = readEnd(descriptor);
    if (lines !== null) ftruncateSync(descriptor, lines.begin);
  } finally {
    closeSync(descriptor);
  }
}

/** Null: not a store, or an epoch of another form. */
function epochIn(file: string): string | null {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    if (!db.prepare("select 1 from sqlite_schema where name = 'head'").get()) return null;
    const epoch = String(db.prepare("select epoch from head").get()?.epoch);
    return isEpoch(epoch) ? epoch : null;
  } finally {
    db.close();
  }
}

export function isEpoch(text: string): boolean {
  return /^[0-9a-f]{16}$/.test(text);
}

interface Lines {
  /** Bytes before the first of the lines. */
  readonly begin: number;
  /** Bytes that the digest covers. */
  readonly covered: number;
  readonly digest: string;
  /** Null: only the line with the digest is there. */
  readonly counter: number | null;
  readonly epoch: string | null;
}

/** After the last page there is a digest or nothing. */
function readEnd(descriptor: number): { readonly lines: Lines | null; readonly damage: string | null } {
  const { size } = fstatSync(descriptor);
  const { pageSize, end } = readHeader(descriptor);
  const from = Math.max(0, size - maxLength);
  const found = linesPattern.exec(textAt(descriptor, from, size - from));
  const { digest, digestLine = "", counter, epoch = null } = found?.groups ?? {};
  const begin = found ? from + found.index : size;
  const isWhole = end === null ? pageSize === null || found !== null || size % pageSize === 0 : begin === end;
  if (!isWhole) return { lines: null, damage: "it is cut off, or its end is damaged" };
  if (digest === undefined) return { lines: null, damage: null };
  const number = counter === undefined ? null : Number.parseInt(counter, 16);
  return { lines: { begin, covered: size - digestLine.length, digest, counter: number, epoch }, damage: null };
}

interface Header {
  /** Bytes; null: no SQLite file, or a damaged one. */
  readonly pageSize: number | null;
  /** Grows with each write; null: its two places in the header differ, so SQLite does not believe the count of pages. */
  readonly counter: number | null;
  /** Bytes up to the end of the last page; null: the header does not say. */
  readonly end: number | null;
}

function readHeader(descriptor: number): Header {
  const header = Buffer.alloc(headerLength);
  readSync(descriptor, header, 0, headerLength, 0);
  const written = header.readUInt16BE(16);
  // 1 means 65536.
  const pageSize = written === 1 ? 65_536 : written;
  if (!header.toString("latin1").startsWith(headerName) || pageSize === 0) return { pageSize: null, counter: null, end: null };
  const [counter, pages, countedAt] = [header.readUInt32BE(24), header.readUInt32BE(28), header.readUInt32BE(92)];
  if (counter !== countedAt) return { pageSize, counter: null, end: null };
  return { pageSize, counter, end: pages === 0 ? null : pages * pageSize };
}

/** SQLite counts modulo 2³². */
function isWrittenSince(counter: number | null, former: number | null): boolean {
  if (counter === null || former === null) return false;
  const writes = (counter - former) >>> 0;
  return writes > 0 && writes <= maxWrites;
}

function sha256(descriptor: number, length: number): string {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(chunk);
  for (let at = 0; at < length; ) {
    const read = readSync(descriptor, buffer, 0, Math.min(chunk, length - at), at);
    if (read === 0) break;
    hash.update(buffer.subarray(0, read));
    at += read;
  }
  return hash.digest("hex");
}

function textAt(descriptor: number, position: number, length: number): string {
  const buffer = Buffer.alloc(length);
  readSync(descriptor, buffer, 0, length, position);
  return buffer.toString("latin1");
}
