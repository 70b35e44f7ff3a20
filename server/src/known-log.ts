/**
 * The log as this node knows it: its position, and the last commits with their changes. It is kept in a file, so that the node
 * notices at start that the database went back, and can report and keep the lost commits.
 */
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "./http/traffic.ts";
import type { Change, CommitMark, Head, LogEnd, LoggedCommit, Row } from "./store/store.ts";

/** Maximum epochs remembered as left. */
const mostLeft = 16;
/** Maximum commits kept, and characters of their JSON. */
const mostCommits = 500;
const mostText = 4 * 1024 * 1024;
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
  readonly projects: number;
}

export interface KnownLogWorkings {
  /** Directory of the file; null: nothing is written. */
  readonly directory: string | null;
  readonly log?: Pick<Log, "error"> | undefined;
}

export class KnownLog {
  readonly #path: string | null;
  readonly #directory: string | null;
  readonly #log: Pick<Log, "error"> | null;
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
  /** Whether the file lacks a commit or has a torn line: a line appended to it would not be read again. */
  #isDamaged = false;
  /** The end before the first of the commits. */
  #base: LogEnd | null = null;
  #problem: string | null = null;

  constructor({ directory, log }: KnownLogWorkings) {
    this.#directory = directory;
    this.#path = directory === null ? null : join(directory, "known-commits");
    this.#log = log ?? null;
    this.#read();
  }

  /** Null: nothing was ever loaded. */
  get end(): LogEnd | null {
    return this.#end;
  }

  get hasProjects(): boolean {
    return this.#projects > 0;
  }

  /** The last commits, consecutive, oldest first; they follow `base`. */
  get commits(): readonly LoggedCommit[] {
    return this.#commits;
  }

  get base(): LogEnd | null {
    return this.#base;
  }

  /** Whether this node has followed that epoch, and later another. */
  hasLeft(epoch: string): boolean {
    return this.#left.includes(epoch);
  }

  /** Records the position of a whole store. */
  load(rows: readonly Row[], end: LogEnd): void {
    const before = this.#end;
    const isSame = before?.head.epoch === end.head.epoch && before.head.revision === end.head.revision;
    if (before !== null && before.head.epoch !== end.head.epoch) this.#left = [...this.#left, before.head.epoch].slice(-mostLeft);
    this.#names = new Set(rows.filter(({ kind }) => kind === "project").map(({ project }) => project));
    this.#projects = this.#names.size;
    this.#end = end;
    // After a restart without a commit in between, those from before are still the last ones.
    if (isSame) {
      if (this.#isDamaged) this.#write();
      return;
    }
    this.#base = end;
    this.#commits = [];
    this.#texts = [];
    this.#size = 0;
    this.#write();
  }

  /** Records the next commit. */
  apply(
    changes: readonly Change[],
    head: Head,
    { id = null, at, actor, reason }: Omit<CommitMark, "revision" | "id"> & { readonly id?: string | null },
  ): void {
    const { revision } = head;
    this.#end = { head, last: { revision, id, at, actor, reason } };
    for (const { project, kind, value } of changes) {
      if (kind !== "project") continue;
      if (value === null) this.#names?.delete(project);
      else this.#names?.add(project);
    }
    this.#projects = this.#names?.size ?? this.#projects;
    const commit = {
      revision,
      id,
      at,
      actor,
      reason,
      changes: changes.map(({ project, kind, id, schema, value }) => ({ project, kind, id, schema, value })),
    };
    this.#keep(commit, `${JSON.stringify({ ...commit, projects: this.#projects } satisfies Line)}\n`);
  }

  #keep(commit: LoggedCommit, text: string): void {
    this.#commits.push(commit);
    this.#texts.push(text);
    this.#size += text.length;
    while (this.#commits.length > mostCommits || this.#size > mostText) this.#drop();
    if (this.#isDamaged || this.#surplus > mostText || this.#surplus > this.#size + 100_000) this.#write();
    else this.#tried(() => this.#path !== null && appendFileSync(this.#path, text, { mode: 0o600 }));
  }

  #drop(): void {
    const gone = this.#commits.shift();
    const length = this.#texts.shift()?.length ?? 0;
    this.#size -= length;
    this.#surplus += length;
    if (gone === undefined || this.#base === null) return;
    const { changes: _, ...last } = gone;
    this.#base = { head: { ...this.#base.head, revision: last.revision }, last };
  }

  /**
   * Replaces the whole file. It is not synced: a killed process has still written it, and if both the database's last commits and
   * the machine's power are lost, the other nodes report them.
   */
  #write(): void {
    this.#surplus = 0;
    const base = this.#base;
    if (base === null) return;
    const heading: Heading = {
      format,
      epoch: base.head.epoch,
      revision: base.head.revision,
      last: base.last,
      left: this.#left,
      projects: this.#projects,
    };
    this.#tried(() => {
      if (this.#directory === null || this.#path === null) return;
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      const part = `${this.#path}.part`;
      try {
        writeFileSync(part, [`${JSON.stringify(heading)}\n`, ...this.#texts].join(""), { mode: 0o600 });
        renameSync(part, this.#path);
      } catch (error) {
        // Half of a file takes room on a disk that may be full.
        rmSync(part, { force: true });
        throw error;
      }
    });
  }

  /** Logs a failure of the disk, which never fails a commit: the next one writes the whole file. */
  #tried(work: () => unknown): void {
    try {
      work();
      this.#problem = null;
      this.#isDamaged = false;
    } catch (error) {
      this.#isDamaged = true;
      const problem = (error as NodeJS.ErrnoException).code ?? "no reason given";
      if (problem !== this.#problem)
        this.#log?.error({ file: this.#path, err: error }, "the last commits cannot be written to the disk");
      this.#problem = problem;
    }
  }

  #read(): void {
    if (this.#path === null) return;
    let lines: string[];
    try {
      lines = readFileSync(this.#path, "utf8").split("\n");
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT") this.#log?.error({ file: this.#path, err: error }, "the last commits cannot be read from the disk");
      return;
    }
    this.#isDamaged = lines.pop() !== "";
    try {
      this.#readHeading(JSON.parse(lines[0] ?? "") as Heading);
      for (const line of lines.slice(1)) this.#readLine(JSON.parse(line) as Line, `${line}\n`);
    } catch {
      // A commit that a crash left half written was never answered. `load` rewrites the file without it.
      this.#isDamaged = true;
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
  #readLine({ projects, ...commit }: Line, text: string): void {
    const { changes: _, ...last } = commit;
    if (this.#end === null) return;
    const next = this.#end.head.revision + 1;
    if (last.revision > next) this.#isDamaged = true;
    if (last.revision !== next) return;
    this.#end = { head: { ...this.#end.head, revision: last.revision }, last };
    this.#projects = projects;
    this.#commits.push(commit);
    this.#texts.push(text);
    this.#size += text.length;
  }
}
