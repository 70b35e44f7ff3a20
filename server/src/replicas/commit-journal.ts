/**
 * Journal of the commits after the replica on the disk. Each is synced before any read is answered from it, so that a killed
 * edge never goes back in time. One line per commit, with a checksum; lines covered by a newer replica are removed.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Change, Head } from "../store/store.ts";
import { checkedLine, isChecked, JournalFile } from "./journal-file.ts";
import { asChange, asCommit, asCount, asFields, asMark, ContentRefusal, parseJson } from "./row-fields.ts";

export interface JournalCommit {
  readonly head: Head;
  /** Id of the commit; null means unknown. */
  readonly commit: string | null;
  /** The revision that it follows. */
  readonly after: number;
  readonly changes: readonly Change[];
}

interface Journal {
  readonly commits: readonly JournalCommit[];
  /** False means one was damaged, and what follows it is lost. */
  readonly isWhole: boolean;
}

interface Line {
  readonly head: Head;
  readonly text: string;
}

export class CommitJournal {
  readonly path: string;
  readonly #longest: number;
  readonly #file: JournalFile;
  /** Lines already in the file. */
  #lines: Line[] = [];
  /** True if the file has bytes after the lines: half a line after a crash, or a damaged one. */
  #hasRest = false;

  /** @param longest bytes of a file that is read */
  constructor(directory: string, longest: number) {
    this.path = join(directory, "edge-commits");
    this.#file = new JournalFile(this.path);
    this.#longest = longest;
  }

  /**
   * Reads commits in order up to the first damaged line; later appends overwrite the rest. A half-written commit was never
   * served.
   * @throws ContentRefusal: the commits cannot be read, or are too many
   */
  read(): Journal {
    const lines = this.#text().split("\n");
    this.#hasRest = lines.pop() !== "";
    const commits: JournalCommit[] = [];
    try {
      for (const line of lines) commits.push(readLine(line));
    } catch (error) {
      if (!(error instanceof ContentRefusal)) throw error;
      this.#hasRest = true;
    }
    this.#lines = commits.map(({ head }, index) => ({ head, text: `${lines[index]}\n` }));
    return { commits, isWhole: commits.length === lines.length };
  }

  /** Resolves once the commit is synced to the disk. Rejects with the error of the file system. */
  async append(commit: JournalCommit): Promise<void> {
    const line = lineOf(commit);
    if (this.#hasRest) await this.#file.truncate(() => this.#lines.reduce((size, { text }) => size + Buffer.byteLength(text), 0));
    this.#hasRest = false;
    await this.#file.append(line.text, () => this.#lines.push(line));
  }

  /** A whole replica of that head is on the disk: what it has is needed no more. */
  async forget({ epoch, revision }: Head): Promise<void> {
    const isKept = ({ head }: Line) => head.epoch === epoch && head.revision > revision;
    if (!this.#hasRest && this.#lines.every(isKept)) return;
    await this.#file.replace(
      () =>
        this.#lines
          .filter(isKept)
          .map(({ text }) => text)
          .join(""),
      () => {
        this.#lines = this.#lines.filter(isKept);
        this.#hasRest = false;
      },
    );
  }

  close(): Promise<void> {
    return this.#file.idle();
  }

  #text(): string {
    try {
      const { size } = statSync(this.path);
      if (size > this.#longest) throw new ContentRefusal(`the commits on disk are too large: ${size} bytes`);
      return readFileSync(this.path, "utf8");
    } catch (error) {
      if (error instanceof ContentRefusal) throw error;
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return "";
      throw new ContentRefusal(`the commits on disk cannot be read (${code ?? "no reason given"})`, error);
    }
  }
}

function lineOf({ head, commit, after, changes }: JournalCommit): Line {
  return { head, text: checkedLine({ epoch: head.epoch, revision: head.revision, commit, after, changes }) };
}

function readLine(line: string): JournalCommit {
  if (!isChecked(line)) throw new ContentRefusal("the commits on disk are damaged");
  const fields = asFields(parseJson(line, "a commit on disk"), "a commit on disk");
  if (!Array.isArray(fields.changes)) throw new ContentRefusal("the commits on disk are damaged");
  return {
    head: { epoch: asMark(fields.epoch, "its epoch"), revision: asCount(fields.revision, "its revision") },
    commit: asCommit(fields.commit),
    after: asCount(fields.after, "what it follows"),
    changes: fields.changes.map(asChange),
  };
}
