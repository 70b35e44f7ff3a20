/** Each commit is synced before it is answered from: a node notices and reports lost ones. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createDataDirectory } from "../base/program-files.ts";
import { isSameCommit } from "../store/commit-rules.ts";
import type { CommitMark, Head, LogEnd, LoggedCommit, Row } from "../store/store.ts";
import { changeForm } from "./edge-protocol.ts";
import { checkedLine, isChecked, JournalFile, parseLine } from "./journal-file.ts";

export const journalName = "replica-commits";
const maxLeftEpochs = 16;
/** Commits kept, and characters of their JSON. */
const maxCommits = 500;
const maxText = 4 * 1024 * 1024;
/** Characters of commits that the replica on the disk does not have yet. */
const maxPinned = 64 * 1024 * 1024;
const format = 1;

interface Heading {
  readonly format: number;
  readonly source: string;
  readonly epoch: string;
  readonly revision: number;
  readonly last: CommitMark | null;
  readonly left: readonly string[];
  readonly projects: number;
}

interface Line extends LoggedCommit {
  readonly epoch: string;
  readonly projects: number;
}

interface JournalServices {
  readonly directory: string | null;
  readonly source?: string;
  /** The file cannot be read, or lacks commits up to that position: an older replica leads nowhere. */
  readonly failed?: (what: string, error: unknown, through?: Head) => void;
}

export class CommitJournal {
  readonly #directory: string | null;
  readonly #source: string;
  readonly #file: JournalFile | null;
  readonly #failed: NonNullable<JournalServices["failed"]>;
  /** Null means nothing was ever loaded. */
  end: LogEnd | null = null;
  /** The end before the first of the commits. */
  base: LogEnd | null = null;
  /** Null means there is no file, or it is damaged. */
  written: Head | null = null;
  readSource: string | null = null;
  #left: readonly string[] = [];
  #projects = 0;
  #names: Set<string> | null = null;
  #commits: LoggedCommit[] = [];
  #texts: string[] = [];
  #size = 0;
  /** Characters in the file beyond the kept commits. */
  #surplus = 0;
  /** The file lacks a commit or has a torn line: a line after it would not be read again. */
  #isDamaged = false;
  #isPartial = false;
  #pinned: number | null = null;

  constructor({ directory, source = "", failed = () => undefined }: JournalServices) {
    this.#directory = directory;
    this.#source = source;
    this.#file = directory === null ? null : new JournalFile(join(directory, journalName));
    this.#failed = failed;
    this.#read();
    this.written = this.end?.head ?? null;
  }

  get hasProjects(): boolean {
    return this.#projects > 0;
  }

  /** Consecutive, oldest first; they follow `base`. */
  get commits(): readonly LoggedCommit[] {
    const through = this.end?.head.revision ?? 0;
    return this.#commits.filter(({ revision }) => revision <= through);
  }

  /** True if this process has followed that epoch, and later another. */
  hasLeft(epoch: string): boolean {
    return this.#left.includes(epoch);
  }

  /** Null means incomplete or damaged. @param before `written` then: unchanged means that no commit came */
  since({ head, last }: LogEnd, before: Head | null): readonly LoggedCommit[] | null {
    if (this.#isPartial) return null;
    const [base, written] = [this.base, this.written];
    const first = base === null || base.head.epoch !== head.epoch ? -1 : head.revision - base.head.revision;
    const there = first === 0 ? base?.last : this.#commits[first - 1];
    const isThere = first >= 0 && first <= this.#commits.length && isSameMark(last, there ?? null);
    if (isThere) return this.#commits.slice(first);
    const isBehind = written === null || written.epoch !== head.epoch || written.revision <= head.revision;
    return isBehind && isSameHead(before, written) ? [] : null;
  }

  /** A replica of that revision is on the disk: commits after it are kept. */
  pin(revision: number): void {
    this.#pinned = revision;
  }

  /** Resolves when the position is on the disk, or the write failed. */
  async load(rows: readonly Row[], end: LogEnd): Promise<void> {
    const before = this.end;
    const isSame = before !== null && isSameHead(before.head, end.head) && isSameMark(before.last, end.last);
    if (before !== null && before.head.epoch !== end.head.epoch)
      this.#left = [...this.#left, before.head.epoch].slice(-maxLeftEpochs);
    this.#names = new Set(rows.filter(({ kind }) => kind === "project").map(({ project }) => project));
    this.#projects = this.#names.size;
    this.end = end;
    // After a restart without a commit in between, the earlier commits are still the last.
    if (isSame && !this.#isDamaged) return;
    if (!isSame) {
      this.base = end;
      this.#commits = [];
      this.#texts = [];
      this.#size = 0;
      this.#pinned = null;
    }
    await this.#replace();
  }

  /** Syncs once for all; resolves when the commits are on the disk, or the write failed. */
  async append(epoch: string, commits: readonly LoggedCommit[]): Promise<void> {
    const last = this.#last;
    const fresh = commits.filter(({ revision }) => revision > (last?.revision ?? 0));
    const text = fresh.map((commit) => this.#keep(epoch, commit)).join("");
    while (this.#commits.length > maxCommits || this.#size > maxText) if (!this.#drop()) break;
    if (this.#isDamaged || this.#surplus > maxText || this.#surplus > this.#size + 100_000) return this.#replace();
    if (text === "") return this.#file?.idle();
    // An append may fail halfway where a whole rewrite fits: that frees the replica's space.
    if (!(await this.#tried((file) => file.append(text)))) await this.#replace();
  }

  /** The commit is already appended. */
  advance(end: LogEnd): void {
    this.end = end;
  }

  get #last(): Head | null {
    if (this.base === null) return null;
    const { epoch, revision } = this.base.head;
    return { epoch, revision: this.#commits.at(-1)?.revision ?? revision };
  }

  #keep(epoch: string, { revision, id, at, actor, reason, changes }: LoggedCommit): string {
    for (const { project, kind, value } of changes) {
      if (kind !== "project") continue;
      if (value === null) this.#names?.delete(project);
      else this.#names?.add(project);
    }
    this.#projects = this.#names?.size ?? this.#projects;
    const commit = { revision, id, at, actor, reason, changes: changes.map(changeForm) };
    const text = checkedLine({ ...commit, projects: this.#projects, epoch } satisfies Line);
    this.#commits.push(commit);
    this.#texts.push(text);
    this.#size += text.length;
    return text;
  }

  /** False if something needs the first commit. */
  #drop(): boolean {
    const [first] = this.#commits;
    if (first === undefined || this.base === null) return false;
    if (this.#pinned !== null && first.revision > this.#pinned && this.#size < maxPinned) return false;
    const { changes: _, ...last } = first;
    this.#commits.shift();
    const length = this.#texts.shift()?.length ?? 0;
    this.#size -= length;
    this.#surplus += length;
    this.base = { head: { ...this.base.head, revision: last.revision }, last };
    return true;
  }

  async #replace(): Promise<void> {
    if (this.base === null) return;
    this.#surplus = 0;
    await this.#tried((file) => {
      if (this.#directory !== null) createDataDirectory(this.#directory);
      return file.replace(() => [this.#heading(), ...this.#texts].join(""));
    });
  }

  #heading(): string {
    if (this.base === null) return "";
    const { head, last } = this.base;
    const heading: Heading = { format, source: this.#source, ...head, last, left: this.#left, projects: this.#projects };
    return checkedLine(heading);
  }

  /** A failure of the disk never fails a commit: the next one writes the whole file. */
  async #tried(work: (file: JournalFile) => Promise<void>): Promise<boolean> {
    const through = this.#last;
    if (this.#file === null || through === null) return true;
    try {
      await work(this.#file);
      this.written = through;
      this.#isDamaged = false;
      this.#isPartial = false;
      return true;
    } catch (error) {
      this.#isDamaged = true;
      this.#failed("a commit cannot be written to the disk", error, through);
      return false;
    }
  }

  #read(): void {
    if (this.#file === null) return;
    let lines: string[];
    try {
      lines = readFileSync(this.#file.path, "utf8").split("\n");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
      this.#isPartial = true;
      this.#failed("the commits on disk cannot be read", error);
      return;
    }
    // A commit half written by a crash was never answered. `load` rewrites the file without it.
    const rest = lines.pop() ?? "";
    this.#isDamaged = rest !== "";
    // Only its line feed may be damaged.
    const line = [rest, rest.slice(0, -1)].find(isChecked);
    if (line !== undefined) lines.push(line);
    try {
      this.#readHeading(parseLine(lines[0] ?? "") as Heading);
      for (const line of lines.slice(1)) this.#readLine(parseLine(line) as Line, `${line}\n`);
    } catch {
      this.#isDamaged = true;
      this.#isPartial = true;
    }
  }

  #readHeading({ format: own, source, epoch, revision, last, left, projects }: Heading): void {
    if (own !== format || typeof epoch !== "string" || !Number.isSafeInteger(revision)) return;
    this.readSource = source;
    this.base = { head: { epoch, revision }, last };
    this.end = this.base;
    this.#left = left;
    this.#projects = projects;
  }

  /** Skips duplicates: processes that share the directory may write the same commits. */
  #readLine({ projects, epoch, revision, id, at, actor, reason, changes }: Line, text: string): void {
    if (this.end === null || epoch !== this.end.head.epoch) return;
    const next = this.end.head.revision + 1;
    if (revision > next) {
      this.#isDamaged = true;
      this.#isPartial = true;
    }
    if (revision !== next) return;
    this.end = { head: { ...this.end.head, revision }, last: { revision, id, at, actor, reason } };
    this.#projects = projects;
    this.#commits.push({ revision, id, at, actor, reason, changes });
    this.#texts.push(text);
    this.#size += text.length;
  }
}

function isSameHead(a: Head | null, b: Head | null): boolean {
  return a?.epoch === b?.epoch && a?.revision === b?.revision;
}

function isSameMark(a: CommitMark | null, b: CommitMark | null): boolean {
  return a === null || b === null ? a === b : isSameCommit(a, b);
}
