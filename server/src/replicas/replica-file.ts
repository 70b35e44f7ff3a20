/**
 * The last whole replica of the rows that answer reads, on the disk. The first line has the position, a line for each row
 * follows, and the last has the SHA-256 of everything before it. A new replica is written beside the old one and then renamed
 * over it, so that a crash leaves one of the two.
 */
import { createHash } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, readSync, renameSync, rmSync, statSync, truncateSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { createDataDirectory } from "../base/program-files.ts";
import { syncDirectory } from "../base/sync-directory.ts";
import type { Head, Row } from "../store/store.ts";
import { asCount, asFields, asMark, asRow, ContentRefusal, parseJson, type ReplicaLimits, replicaLimits } from "./row-fields.ts";

/** Version of the file; a newer one is refused. */
const format = 1;

/** Contents of the first line after the position and the number of rows, for one kind of replica. */
export interface ReplicaKind<H extends object> {
  /** Name of the file. */
  readonly name: string;
  print(heading: H): object;
  /** @throws ContentRefusal */
  parse(fields: Readonly<Record<string, unknown>>): H;
}

export type SavedReplica<H extends object> = H & { readonly head: Head; readonly rows: readonly Row[] };
type Heading<H extends object> = H & { readonly head: Head };

/** Characters per write; other work runs between two writes. */
const pieceSize = 512 * 1024;
const longestHeading = 256 * 1024;

export class ReplicaFile<H extends object> {
  readonly path: string;
  readonly #kind: ReplicaKind<H>;
  readonly #directory: string;
  readonly #limits: ReplicaLimits;
  #count = 0;

  constructor(directory: string, kind: ReplicaKind<H>, limits: ReplicaLimits = replicaLimits) {
    this.#directory = directory;
    this.#kind = kind;
    this.path = join(directory, kind.name);
    this.#limits = limits;
  }

  /** Creates the directory if it is missing, and removes partial files left by a crash. @throws a system error */
  prepare(): void {
    createDataDirectory(this.#directory);
    for (const name of readdirSync(this.#directory)) {
      const isPart = name.startsWith(`${this.#kind.name}.`) && /\.\d+\.\d+\.part$/.test(name);
      if (isPart) rmSync(join(this.#directory, name), { force: true });
    }
  }

  /** Null means there is none. @throws ContentRefusal: it is empty, too large, damaged, or from a newer program */
  read(): SavedReplica<H> | null {
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
    const { heading, count } = this.#readHeading(first);
    if (lines.length !== count) throw new ContentRefusal("the replica on disk is damaged: rows are missing");
    if (count > this.#limits.rows) throw new ContentRefusal("the replica on disk is too large: it has too many rows");
    return { ...heading, rows: lines.map((line) => asRow(parseJson(line, "a row of the replica on disk"))) };
  }

  /**
   * Resolves when the file is synced; false means the existing file is newer, of the same epoch, or this one is no longer wanted.
   * Leaves no partial file behind.
   * @throws a system error
   */
  async write(replica: SavedReplica<H>, isWanted: () => boolean = () => true): Promise<boolean> {
    const part = `${this.path}.${process.pid}.${++this.#count}.part`;
    try {
      const file = await open(part, "w", 0o600);
      try {
        await this.#fill(file, replica);
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

  /** Removes the file, or empties it, since an empty one is refused too. @throws a system error: neither is possible */
  remove(): void {
    try {
      rmSync(this.path, { force: true });
    } catch {
      truncateSync(this.path);
    }
  }

  async #fill(file: FileHandle, { rows, head, ...heading }: SavedReplica<H>): Promise<void> {
    const sum = createHash("sha256");
    const put = async (text: string) => {
      sum.update(text);
      await file.appendFile(text);
    };
    const { epoch, revision } = head;
    const first = { format, epoch, revision, ...this.#kind.print(heading as unknown as H), rows: rows.length };
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

  /** Returns whether the existing file is newer, in the same epoch; it may be written by another process. */
  #isOlder({ head }: SavedReplica<H>): boolean {
    let file: number | null = null;
    try {
      file = openSync(this.path, "r");
      const start = Buffer.alloc(longestHeading);
      const text = start.subarray(0, readSync(file, start, 0, longestHeading, 0)).toString("utf8");
      const { heading } = this.#readHeading(text.slice(0, text.indexOf("\n")));
      return heading.head.epoch === head.epoch && heading.head.revision > head.revision && this.read() !== null;
    } catch {
      return false;
    } finally {
      if (file !== null) closeSync(file);
    }
  }

  #readHeading(line: string): { readonly heading: Heading<H>; readonly count: number } {
    const fields = asFields(parseJson(line, "the first line of the replica on disk"), "the first line of the replica on disk");
    const head = { epoch: asMark(fields.epoch, "its epoch"), revision: asCount(fields.revision, "its revision") };
    return { heading: { ...this.#kind.parse(fields), head }, count: asCount(fields.rows, "its number of rows") };
  }
}

/** Checked first: this program cannot know what else a newer program changed. @throws ContentRefusal */
function refuseNewer(text: string): void {
  const found = /^\{"format":(\d{1,9}),/.exec(text.slice(0, 40))?.[1];
  if (Number(found ?? 0) > format)
    throw new ContentRefusal(`the replica on disk is newer than this program: it has the format ${found}`);
}

/** Minimum milliseconds between a change and its write. */
const saveAfter = 1_000;
/** Time between a failed write and the next attempt, as a multiple of that minimum: by default, ten seconds. */
const retryShare = 10;
/** A replica that takes a second to write is written every ten seconds, by default. */
const defaultShare = 10;

interface SaverServices<H extends object> {
  readonly file: ReplicaFile<H>;
  /** Called when a replica of that head is on the disk. */
  readonly saved: (head: Head) => unknown;
  /** The replica to write; null means none yet. */
  readonly replica: () => SavedReplica<H> | null;
  /** Returns whether that replica may still replace the existing one. Absent means always. */
  readonly isWanted?: (head: Head) => boolean;
  /** Minimum milliseconds between a change and its write. */
  readonly after?: number | undefined;
  /** Minimum time between two writes, as a multiple of the last write's duration. */
  readonly share?: number;
  /** Called after each attempt; null means the replica is on the disk. */
  readonly reported: (problem: string | null, error?: unknown) => void;
}

/** Saves a replica soon after it changes, one write at a time, and less often when writing takes long. */
export class ReplicaSaver<H extends object> {
  readonly #services: SaverServices<H>;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #isChanged = false;
  /** Milliseconds that the last write took. */
  #took = 0;

  constructor(services: SaverServices<H>) {
    this.#services = services;
  }

  changed(): void {
    this.#isChanged = true;
    const { after = saveAfter, share = defaultShare } = this.#services;
    this.#timer ??= setTimeout(() => void this.flush(), Math.max(after, share * this.#took)).unref();
  }

  /** Saves this replica before it is used; resolves when it is on the disk, or the write failed. */
  save(replica: SavedReplica<H>): Promise<void> {
    this.#writing = this.#writing.then(() => this.#put(replica));
    return this.#writing;
  }

  /** Resolves when the latest change is on the disk, or the write failed. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const replica = this.#isChanged ? this.#services.replica() : null;
    if (replica === null) return;
    this.#isChanged = false;
    await this.#put(replica);
  }

  async #put(replica: SavedReplica<H>): Promise<void> {
    const { file, saved, reported, isWanted = () => true, after = saveAfter } = this.#services;
    const started = performance.now();
    try {
      const isWritten = await file.write(replica, () => isWanted(replica.head));
      if (isWritten) await saved(replica.head);
      else if (!isWanted(replica.head)) return;
      reported(isWritten ? null : "the replica on disk is newer than this process's data: another process writes it too");
    } catch (error) {
      this.#isChanged = true;
      // The disk may have room again before the next change.
      this.#timer ??= setTimeout(() => void this.flush(), retryShare * after).unref();
      reported(
        `the replica cannot be written to the disk (${(error as NodeJS.ErrnoException).code ?? "no reason given"})`,
        error,
      );
    }
    this.#took = performance.now() - started;
  }
}
