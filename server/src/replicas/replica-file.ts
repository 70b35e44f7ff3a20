/** Rows on the disk: a line with the position, one for each row, and their SHA-256. */
import { createHash } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, readSync, renameSync, rmSync, statSync, truncateSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { createDataDirectory } from "../base/program-files.ts";
import { syncDirectory } from "../base/sync-directory.ts";
import { longestZoneText } from "../base/zone-data.ts";
import { replicaName } from "../store/sqlite/lost-volume.ts";
import type { CommitMark, Head, Row } from "../store/store.ts";
import type { ReplicaState } from "./current-rows.ts";
import {
  asCommit,
  asCount,
  asFields,
  asMark,
  asProjects,
  asRow,
  asText,
  ContentRefusal,
  parseJson,
  type ReplicaLimits,
  replicaLimits,
} from "./row-fields.ts";

const format = 1;

export interface ReplicaHeading extends ReplicaState {
  /** `databaseName` of the store, or address of the origin. */
  readonly source: string;
  /** An edge is known by it to its origin. */
  readonly id: string;
  /** `written` of the journal when this was saved. */
  readonly journal: Head | null;
  readonly zones: string | null;
  /** Epoch ms. */
  readonly savedAt: number;
}

export interface SavedReplica extends ReplicaHeading {
  readonly rows: readonly Row[];
}

/** Characters per write; other work runs between two writes. */
const pieceSize = 512 * 1024;
const longestHeading = 2 * longestZoneText;

export class ReplicaFile {
  readonly path: string;
  readonly #directory: string;
  readonly #limits: ReplicaLimits;
  #count = 0;

  constructor(directory: string, limits: ReplicaLimits = replicaLimits) {
    this.#directory = directory;
    this.path = join(directory, replicaName);
    this.#limits = limits;
  }

  /** Also removes partial files left by a crash. @throws a system error */
  prepare(): void {
    createDataDirectory(this.#directory);
    for (const name of readdirSync(this.#directory)) {
      const isPart = name.startsWith(`${replicaName}.`) && /\.\d+\.\d+\.part$/.test(name);
      if (isPart) rmSync(join(this.#directory, name), { force: true });
    }
  }

  /** Null means there is none. @throws ContentRefusal: empty, too large, damaged, or too new */
  read(): SavedReplica | null {
    const text = this.#text();
    if (text === null) return null;
    refuseNewer(text);
    const end = text.lastIndexOf("\n", text.length - 2) + 1;
    const { sha256 } = asFields(
      parseJson(text.slice(end), "the last line of the replica on disk"),
      "the last line of the replica on disk",
    );
    if (!text.endsWith("\n") || sha256 !== createHash("sha256").update(text.slice(0, end)).digest("hex"))
      throw new ContentRefusal("the replica on disk is damaged: its checksum does not match");
    const [first = "", ...lines] = text.slice(0, end - 1).split("\n");
    const { heading, count } = readHeading(first);
    if (lines.length !== count) throw new ContentRefusal("the replica on disk is damaged: rows are missing");
    if (count > this.#limits.rows) throw new ContentRefusal("the replica on disk is too large: it has too many rows");
    return { ...heading, rows: lines.map((line) => asRow(parseJson(line, "a row of the replica on disk"))) };
  }

  /** Unchecked; null means there is none that can be read. */
  heading(): ReplicaHeading | null {
    let file: number | null = null;
    try {
      file = openSync(this.path, "r");
      const start = Buffer.alloc(longestHeading);
      const text = start.subarray(0, readSync(file, start, 0, longestHeading, 0)).toString("utf8");
      return readHeading(text.slice(0, text.indexOf("\n"))).heading;
    } catch {
      return null;
    } finally {
      if (file !== null) closeSync(file);
    }
  }

  /** False means the file is newer, or this one is no longer wanted. @throws a system error */
  async write(replica: SavedReplica, isWanted: () => boolean = () => true): Promise<boolean> {
    const part = `${this.path}.${process.pid}.${++this.#count}.part`;
    try {
      const file = await open(part, "w", 0o600);
      try {
        await fill(file, replica);
      } finally {
        await file.close();
      }
      if (!isWanted() || this.#isOlder(replica)) {
        rmSync(part, { force: true });
        return false;
      }
      // Must run in the same turn as `isWanted`.
      renameSync(part, this.path);
    } catch (error) {
      // A partial file takes room on a disk that may be full.
      rmSync(part, { force: true });
      throw error;
    }
    await syncDirectory(this.#directory);
    return true;
  }

  /** Or empties the file, since an empty one is refused too. @throws a system error: neither is possible */
  remove(): void {
    try {
      rmSync(this.path, { force: true });
    } catch {
      truncateSync(this.path);
    }
  }

  /** @throws ContentRefusal: disk errors must not prevent the start */
  #text(): string | null {
    try {
      const { size } = statSync(this.path);
      if (size === 0) throw new ContentRefusal("the replica on disk is empty");
      if (size > this.#limits.size) throw new ContentRefusal(`the replica on disk is too large: ${size} bytes`);
      return readFileSync(this.path, "utf8");
    } catch (error) {
      if (error instanceof ContentRefusal) throw error;
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return null;
      throw new ContentRefusal(`the replica on disk cannot be read (${code ?? "no reason given"})`, error);
    }
  }

  /** In the same epoch; another process may write the file. */
  #isOlder({ head }: SavedReplica): boolean {
    const existing = this.heading()?.head;
    if (existing?.epoch !== head.epoch || existing.revision <= head.revision) return false;
    try {
      return this.read() !== null;
    } catch {
      return false;
    }
  }
}

async function fill(file: FileHandle, { rows, head, savedAt, ...heading }: SavedReplica): Promise<void> {
  const sum = createHash("sha256");
  const put = async (text: string) => {
    sum.update(text);
    await file.appendFile(text);
  };
  const first = { format, ...head, ...heading, savedAt: new Date(savedAt).toISOString(), rows: rows.length };
  let piece = `${JSON.stringify(first)}\n`;
  for (const { project, kind, id, schema, revision, value } of rows) {
    if (piece.length > pieceSize) {
      await put(piece);
      piece = "";
    }
    piece += `${JSON.stringify({ project, kind, id, schema, revision, value })}\n`;
  }
  await put(piece);
  await file.appendFile(`${JSON.stringify({ sha256: sum.digest("hex") })}\n`);
  await file.sync();
}

function readHeading(line: string): { readonly heading: ReplicaHeading; readonly count: number } {
  const fields = asFields(parseJson(line, "the first line of the replica on disk"), "the first line of the replica on disk");
  const savedAt = Date.parse(asText(fields.savedAt, "its time", 40));
  const heading = {
    head: asHead(fields),
    last: fields.last === null ? null : asLast(fields.last),
    source: asText(fields.source, "its source", 2_000),
    id: asText(fields.id, "its id", 40),
    scope: asMark(fields.scope, "its scope"),
    projects: asProjects(fields.projects),
    journal: fields.journal === null ? null : asHead(asFields(fields.journal, "its journal")),
    zones: fields.zones === null ? null : asText(fields.zones, "its time zone data", longestZoneText),
    savedAt: Number.isNaN(savedAt) ? 0 : savedAt,
  };
  return { heading, count: asCount(fields.rows, "its number of rows") };
}

function asHead({ epoch, revision }: Readonly<Record<string, unknown>>): Head {
  return { epoch: asMark(epoch, "its epoch"), revision: asCount(revision, "its revision") };
}

function asLast(value: unknown): CommitMark {
  const { revision, id, at, actor, reason } = asFields(value, "its last commit");
  return {
    revision: asCount(revision, "its last revision"),
    id: asCommit(id),
    at: asCount(at, "the time of its last commit"),
    actor: asText(actor, "the actor of its last commit", 10_000),
    reason: asText(reason, "the reason of its last commit", 100_000),
  };
}

/** This program cannot know what else a newer program changed. @throws ContentRefusal */
function refuseNewer(text: string): void {
  const found = /^\{"format":(\d{1,9}),/.exec(text.slice(0, 40))?.[1];
  if (Number(found ?? 0) > format)
    throw new ContentRefusal(`the replica on disk is newer than this program: it has the format ${found}`);
}
