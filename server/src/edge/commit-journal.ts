/**
 * The commits that are newer than the copy on the disk. Each is there for good before anybody is answered by it, so that an edge
 * that is killed never goes back: a line for each, with its checksum, and what a whole copy has is taken out.
 */
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { type FileHandle, open, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Change, Head } from "../store/store.ts";
import { asChange, asCommit, asCount, asFields, asMark, parseJson } from "./copy-rows.ts";
import { EdgeRefusal } from "./edge-refusal.ts";

export interface JournalCommit {
  readonly head: Head;
  /** Id of the commit; null: unknown. */
  readonly commit: string | null;
  /** The revision that it follows. */
  readonly after: number;
  readonly changes: readonly Change[];
}

export interface Journal {
  readonly commits: readonly JournalCommit[];
  /** False: one was damaged, and what follows it is lost. */
  readonly isWhole: boolean;
}

interface Line {
  readonly head: Head;
  readonly text: string;
}

const checksumLength = 16;

export class CommitJournal {
  readonly path: string;
  readonly #longest: number;
  /** What is in the file. */
  #lines: Line[] = [];
  #file: FileHandle | null = null;
  #working: Promise<void> = Promise.resolve();

  /** @param longest bytes of a file that is read */
  constructor(directory: string, longest: number) {
    this.path = join(directory, "edge-commits");
    this.#longest = longest;
  }

  /**
   * In order, as far as they are whole; what comes after is written over. What a crash left half written was never told.
   * @throws EdgeRefusal: they cannot be read, or are too many
   */
  read(): Journal {
    const lines = this.#text().split("\n").slice(0, -1);
    const commits: JournalCommit[] = [];
    try {
      for (const line of lines) commits.push(readLine(line));
    } catch (error) {
      if (!(error instanceof EdgeRefusal)) throw error;
    }
    // As they stand there: those of an older program are read in another form.
    this.#lines = commits.map(({ head }, index) => ({ head, text: `${lines[index]}\n` }));
    return { commits, isWhole: commits.length === lines.length };
  }

  /** Resolves when it is on the disk for good. Rejects with what the file system says. */
  append(commit: JournalCommit): Promise<void> {
    return this.#inTurn(async () => {
      const line = lineOf(commit);
      this.#file ??= await this.#open();
      await this.#file.appendFile(line.text);
      await this.#file.datasync();
      this.#lines.push(line);
    });
  }

  /** A whole copy of that head is on the disk: what it has is needed no more. */
  forget({ epoch, revision }: Head): Promise<void> {
    return this.#inTurn(async () => {
      const kept = this.#lines.filter(({ head }) => head.epoch === epoch && head.revision > revision);
      if (kept.length === this.#lines.length) return;
      const part = `${this.path}.part`;
      const file = await open(part, "w", 0o600);
      await file.appendFile(kept.map(({ text }) => text).join(""));
      await file.sync();
      await this.#file?.close();
      this.#file = null;
      await file.close();
      await rename(part, this.path);
      this.#lines = kept;
    });
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#file?.close();
      this.#file = null;
    });
  }

  async #open(): Promise<FileHandle> {
    const file = await open(this.path, "a", 0o600);
    await file.truncate(this.#lines.reduce((size, { text }) => size + Buffer.byteLength(text), 0));
    return file;
  }

  #text(): string {
    try {
      const { size } = statSync(this.path);
      if (size > this.#longest) throw new EdgeRefusal(`the commits on disk are too many: ${size} bytes`);
      return readFileSync(this.path, "utf8");
    } catch (error) {
      if (error instanceof EdgeRefusal) throw error;
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return "";
      throw new EdgeRefusal(`the commits on disk cannot be read (${code ?? "no reason given"})`, error);
    }
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#working.then(work);
    this.#working = turn.catch(() => undefined);
    return turn;
  }
}

function lineOf({ head, commit, after, changes }: JournalCommit): Line {
  const json = JSON.stringify({ epoch: head.epoch, revision: head.revision, commit, after, changes });
  return { head, text: `${checksumOf(json)} ${json}\n` };
}

function readLine(line: string): JournalCommit {
  const json = line.slice(checksumLength + 1);
  if (line.slice(0, checksumLength + 1) !== `${checksumOf(json)} `) throw new EdgeRefusal("the commits on disk are damaged");
  const fields = asFields(parseJson(json, "a commit on disk"), "a commit on disk");
  if (!Array.isArray(fields.changes)) throw new EdgeRefusal("the commits on disk are damaged");
  return {
    head: { epoch: asMark(fields.epoch, "its epoch"), revision: asCount(fields.revision, "its revision") },
    commit: asCommit(fields.commit),
    after: asCount(fields.after, "what it follows"),
    changes: fields.changes.map(asChange),
  };
}

function checksumOf(json: string): string {
  return createHash("sha256").update(json).digest("hex").slice(0, checksumLength);
}
