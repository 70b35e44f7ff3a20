/**
 * The log as this node knows it: its position, and the last commits with their changes. It is kept in a file, so that the node
 * notices at start that the database went back, and can report and keep the lost commits. Each commit is synced before the node
 * answers from it: with the replica of the rows (`node-replica.ts`), the file has everything that the node answered from.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "../base/log.ts";
import { createDataDirectory } from "../base/program-files.ts";
import { isSameCommit } from "../store/commit-rules.ts";
import type { Change, CommitMark, LogEnd, LoggedCommit, Row } from "../store/store.ts";
import { checkedLine, isChecked, JournalFile, parseLine } from "./journal-file.ts";

/** Maximum epochs remembered as left. */
const maxLeftEpochs = 16;
/** Maximum commits kept, and characters of their JSON. */
const maxCommits = 500;
const maxText = 4 * 1024 * 1024;
/** Maximum characters of commits that the replica on the disk does not have yet. */
const maxPinned = 64 * 1024 * 1024;
const format = 1;

interface Heading {
  readonly format: number;
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

interface KnownLogServices {
  /** Directory of the file; null means none is written. */
  readonly directory: string | null;
  readonly log?: Pick<Log, "error"> | undefined;
  /** Called when a commit could not be written: a replica on the disk no longer leads to what this node answers. */
  readonly onWriteFailed?: () => void;
}

export class KnownLog {
  readonly #directory: string | null;
  readonly #file: JournalFile | null;
  readonly #log: Pick<Log, "error"> | null;
  readonly #onWriteFailed: () => void;
  #end: LogEnd | null = null;
  #left: readonly string[] = [];
  #projects = 0;
  /** Existing projects, once this process has read them. */
  #names: Set<string> | null = null;
  #commits: LoggedCommit[] = [];
  #texts: string[] = [];
  #size = 0;
  /** Characters in the file beyond the kept commits. */
  #surplus = 0;
  /** True if the file lacks a commit or has a torn line: a line appended to it would not be read again. */
  #isDamaged = false;
  /** True if the file could be read only in part. */
  #isPartial = false;
  /** The end before the first of the commits. */
  #base: LogEnd | null = null;
  /** Commits after this revision are kept for the replica on the disk; null means there is no replica. */
  #pinned: number | null = null;
  #problem: string | null = null;

  constructor({ directory, log, onWriteFailed = () => undefined }: KnownLogServices) {
    this.#directory = directory;
    this.#file = directory === null ? null : new JournalFile(join(directory, "known-commits"), { mustExist: true });
    this.#log = log ?? null;
    this.#onWriteFailed = onWriteFailed;
    this.#read();
  }

  /** Null means nothing was ever loaded. */
  get end(): LogEnd | null {
    return this.#end;
  }

  get hasProjects(): boolean {
    return this.#projects > 0;
  }

  /** The last commits, consecutive, oldest first; they follow `base`. */
  get commits(): readonly LoggedCommit[] {
    const through = this.#end?.head.revision ?? 0;
    return this.#commits.filter(({ revision }) => revision <= through);
  }

  get base(): LogEnd | null {
    return this.#base;
  }

  /** Returns whether this node has followed that epoch, and later another. */
  hasLeft(epoch: string): boolean {
    return this.#left.includes(epoch);
  }

  /** The commits from that position to the end, as read from the disk; null means they are incomplete or damaged. */
  since({ head, last }: LogEnd): readonly LoggedCommit[] | null {
    const [base, end] = [this.#base, this.#end];
    if (this.#isPartial || base === null || end === null || head.epoch !== end.head.epoch) return null;
    const first = head.revision - base.head.revision;
    if (first < 0 || first > this.#commits.length) return null;
    const there = first === 0 ? base.last : this.#commits[first - 1];
    const isSame = last === null || !there ? last === (there ?? null) : isSameCommit(last, there);
    return isSame ? this.#commits.slice(first) : null;
  }

  /** A replica of that revision is on the disk: commits after it are kept. */
  pin(revision: number): void {
    this.#pinned = revision;
  }

  /** Records the position of a whole store; resolves when it is on the disk, or the write failed. */
  async load(rows: readonly Row[], end: LogEnd): Promise<void> {
    const before = this.#end;
    const isSame = before?.head.epoch === end.head.epoch && before.head.revision === end.head.revision;
    if (before !== null && before.head.epoch !== end.head.epoch)
      this.#left = [...this.#left, before.head.epoch].slice(-maxLeftEpochs);
    this.#names = new Set(rows.filter(({ kind }) => kind === "project").map(({ project }) => project));
    this.#projects = this.#names.size;
    this.#end = end;
    // After a restart without a commit in between, the earlier commits are still the last ones.
    if (isSame && !this.#isDamaged) return;
    if (!isSame) {
      this.#base = end;
      this.#commits = [];
      this.#texts = [];
      this.#size = 0;
      this.#pinned = null;
    }
    await this.#replace();
  }

  /** Writes the next commits, with one sync for all; resolves when they are on the disk, or the write failed. */
  async append(epoch: string, commits: readonly LoggedCommit[]): Promise<void> {
    const last = this.#commits.at(-1)?.revision ?? this.#base?.head.revision ?? 0;
    const fresh = commits.filter(({ revision }) => revision > last);
    const text = fresh.map((commit) => this.#keep(epoch, commit)).join("");
    while (this.#commits.length > maxCommits || this.#size > maxText) if (!this.#drop()) break;
    if (this.#isDamaged || this.#surplus > maxText || this.#surplus > this.#size + 100_000) return this.#replace();
    if (text === "") return this.#file?.idle();
    // An append may fail halfway where a whole rewrite fits: it frees the space of the replica.
    if (!(await this.#tried(() => this.#file?.append(text)))) await this.#replace();
  }

  /** Moves the end to the next commit, which is already appended. */
  advance(end: LogEnd): void {
    this.#end = end;
  }

  #keep(epoch: string, { revision, id, at, actor, reason, changes }: LoggedCommit): string {
    for (const { project, kind, value } of changes) {
      if (kind !== "project") continue;
      if (value === null) this.#names?.delete(project);
      else this.#names?.add(project);
    }
    this.#projects = this.#names?.size ?? this.#projects;
    const commit = { revision, id, at, actor, reason, changes: changes.map(changeForm) };
    const text = this.#line(epoch, commit);
    this.#commits.push(commit);
    this.#texts.push(text);
    this.#size += text.length;
    return text;
  }

  #line(epoch: string, commit: LoggedCommit): string {
    return checkedLine({ ...commit, projects: this.#projects, epoch } satisfies Line);
  }

  /** Drops the first commit if nothing needs it. */
  #drop(): boolean {
    const [first] = this.#commits;
    if (first === undefined || this.#base === null) return false;
    if (this.#pinned !== null && first.revision > this.#pinned && this.#size < maxPinned) return false;
    const { changes: _, ...last } = first;
    this.#commits.shift();
    const length = this.#texts.shift()?.length ?? 0;
    this.#size -= length;
    this.#surplus += length;
    this.#base = { head: { ...this.#base.head, revision: last.revision }, last };
    return true;
  }

  async #replace(): Promise<void> {
    if (this.#base === null) return;
    this.#surplus = 0;
    await this.#tried(() => {
      if (this.#directory !== null) createDataDirectory(this.#directory);
      return this.#file?.replace(() => [this.#heading(), ...this.#texts].join(""));
    });
  }

  #heading(): string {
    if (this.#base === null) return "";
    const { head, last } = this.#base;
    return checkedLine({ format, ...head, last, left: this.#left, projects: this.#projects } satisfies Heading);
  }

  /** Logs a failure of the disk, which never fails a commit: the next one writes the whole file. */
  async #tried(work: () => Promise<void> | undefined): Promise<boolean> {
    try {
      await work();
      this.#problem = null;
      this.#isDamaged = false;
      this.#isPartial = false;
      return true;
    } catch (error) {
      this.#isDamaged = true;
      this.#onWriteFailed();
      const problem = (error as NodeJS.ErrnoException).code ?? "no reason given";
      if (problem !== this.#problem)
        this.#log?.error(
          { event: "commits.write_failed", file: this.#file?.path, err: error },
          "The last commits cannot be written to the disk",
        );
      this.#problem = problem;
      return false;
    }
  }

  #read(): void {
    if (this.#file === null) return;
    const { path } = this.#file;
    let lines: string[];
    try {
      lines = readFileSync(path, "utf8").split("\n");
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT")
        this.#log?.error(
          { event: "commits.read_failed", file: path, err: error },
          "The last commits cannot be read from the disk",
        );
      return;
    }
    // A commit left half written by a crash was never answered. `load` rewrites the file without it.
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

  #readHeading({ format: own, epoch, revision, last, left, projects }: Heading): void {
    if (own !== format || typeof epoch !== "string" || !Number.isSafeInteger(revision)) return;
    this.#base = { head: { epoch, revision }, last };
    this.#end = this.#base;
    this.#left = left;
    this.#projects = projects;
  }

  /** Skips duplicates: several processes may share the directory, and write the same commits. */
  #readLine({ projects, epoch, revision, id, at, actor, reason, changes }: Line, text: string): void {
    if (this.#end === null || epoch !== this.#end.head.epoch) return;
    const next = this.#end.head.revision + 1;
    if (revision > next) {
      this.#isDamaged = true;
      this.#isPartial = true;
    }
    if (revision !== next) return;
    this.#end = { head: { ...this.#end.head, revision }, last: { revision, id, at, actor, reason } };
    this.#projects = projects;
    this.#commits.push({ revision, id, at, actor, reason, changes });
    this.#texts.push(text);
    this.#size += text.length;
  }
}

function changeForm({ project, kind, id, schema, value }: Change): Change {
  return { project, kind, id, schema, value };
}
