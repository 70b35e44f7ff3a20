/**
 * The store without a disk: for tests, and the plainest statement of what a store does. It lives as long as
 * its process.
 */
import { randomBytes } from "node:crypto";
import type { Kind } from "drawbridge-rules/project/kind.ts";
import { compareTexts } from "drawbridge-rules/values/text-order.ts";
import type { Accounts } from "../accounts.ts";
import {
  AnotherLog,
  alreadyDone,
  checkCommit,
  checkFollowing,
  checkKept,
  checkLogPage,
  checkName,
  checkPage,
  claimTaken,
  expectationFailed,
  goesOn,
  hasLost,
  idempotencyLife,
  mostFollowed,
  storeClosed,
} from "../commit-rules.ts";
import type {
  Claim,
  Commit,
  CommitInput,
  CommitMark,
  CommitNames,
  CommittedChange,
  Compaction,
  CompactionOptions,
  Head,
  HistoryPage,
  IdempotencyRecord,
  LogEnd,
  LoggedCommit,
  LogPage,
  Row,
  Store,
  StoredProject,
  StoreEnd,
  WholeStore,
} from "../store.ts";
import { MemoryAccounts } from "./memory-accounts.ts";
import { MemoryLastUsed } from "./memory-last-used.ts";
import { MemoryUsage } from "./memory-usage.ts";

/** An empty store with a new epoch, unless one is given. */
export function createMemoryStore(epoch = randomBytes(8).toString("hex")): Store {
  return new MemoryStore(epoch);
}

/** Rows of one project by `kind NUL id`; NUL is in neither. */
type Rows = Map<string, Row>;

class MemoryStore implements Store {
  readonly accounts: Accounts = new MemoryAccounts(() => this.#mustBeOpen());
  readonly lastUsed = new MemoryLastUsed(() => this.#mustBeOpen());
  readonly usage = new MemoryUsage(() => this.#mustBeOpen());
  #epoch: string;
  #renewedFrom: string | null = null;
  /** Commits by revision, from 1 on. */
  readonly #marks: CommitMark[] = [];
  readonly #projects = new Map<string, Rows>();
  /** The log as each project sees it, oldest first. */
  readonly #logs = new Map<string, Commit[]>();
  readonly #claims = new Map<string, Claim>();
  readonly #idempotency = new Map<string, { record: IdempotencyRecord; at: number }>();
  readonly #secrets = new Map<string, string>();
  #revision = 0;
  #floor = 0;
  #closed = false;

  constructor(epoch: string) {
    this.#epoch = epoch;
  }

  async head(): Promise<Head> {
    this.#mustBeOpen();
    return { epoch: this.#epoch, revision: this.#revision };
  }

  async end(): Promise<StoreEnd> {
    this.#mustBeOpen();
    return this.#end();
  }

  async commitAt(revision: number): Promise<CommitMark | null> {
    this.#mustBeOpen();
    return this.#commitAt(revision);
  }

  async renewEpoch(known: LogEnd, epoch: string): Promise<boolean> {
    this.#mustBeOpen();
    if (!hasLost(this.#end().head, this.#commitAt(known.head.revision), known)) return false;
    this.#renewedFrom = this.#epoch;
    this.#epoch = epoch;
    return true;
  }

  async rows(project?: string): Promise<Row[]> {
    this.#mustBeOpen();
    if (project === undefined) return [...this.#projects.values()].flatMap((rows) => [...rows.values()]).sort(compareRows);
    checkName(project);
    return [...(this.#projects.get(project)?.values() ?? [])].sort(compareRows);
  }

  async project(project: string): Promise<StoredProject> {
    const { head } = this.#end();
    const revision = this.#touched(project);
    return { head, revision, rows: await this.rows(project) };
  }

  async rowsAt(project: string, revision: number): Promise<Row[]> {
    this.#mustBeOpen();
    checkName(project);
    checkKept(revision, this.#floor);
    const rows: Rows = new Map();
    for (const commit of this.#log(project)) {
      if (commit.revision > revision) break;
      for (const change of commit.changes) write(rows, change, commit.revision);
    }
    return [...rows.values()].sort(compareRows);
  }

  async projectRevision(project: string): Promise<number> {
    this.#mustBeOpen();
    checkName(project);
    return this.#touched(project);
  }

  async commit(input: CommitInput): Promise<Head> {
    this.#mustBeOpen();
    checkCommit(input);
    this.#checkFollows(input);
    this.#checkExpectations(input);
    this.#checkClaims(input);
    this.#checkIdempotency(input);
    this.#revision += 1;
    const { id = null, at, actor, reason } = input;
    this.#marks.push({ revision: this.#revision, id, at, actor, reason });
    this.#writeChanges(input);
    this.#writeClaims(input);
    this.#writeIdempotency(input);
    return { epoch: this.#epoch, revision: this.#revision };
  }

  async claimTo(text: string): Promise<Claim | null> {
    this.#mustBeOpen();
    checkName(text);
    return this.#claims.get(text) ?? null;
  }

  async claimOf(project: string, id: string): Promise<Claim | null> {
    this.#mustBeOpen();
    checkName(project);
    checkName(id);
    return this.#claims.values().find((claim) => claim.project === project && claim.id === id) ?? null;
  }

  async history(project: string, page: HistoryPage): Promise<Commit[]> {
    this.#mustBeOpen();
    checkName(project);
    checkPage(page);
    const whole = this.#log(project).map((commit) => (commit.revision > this.#floor ? commit : { ...commit, changes: [] }));
    const found = whole.map((commit) => only(commit, page)).filter((commit) => isAsked(commit, page));
    return found.slice(-page.limit).reverse();
  }

  async commitsAfter(revision: number, page: LogPage): Promise<CommitNames[]> {
    this.#mustBeOpen();
    checkLogPage(page);
    const logs = page.project === undefined ? [...this.#logs.values()] : [this.#log(page.project)];
    const newer = logs.flat().filter((commit) => commit.revision > revision);
    const byRevision = [...Map.groupBy(newer, (commit) => commit.revision).values()];
    return byRevision
      .map(namesOf)
      .sort((a, b) => a.revision - b.revision)
      .slice(0, page.limit);
  }

  async whole(): Promise<WholeStore> {
    const end = this.#end();
    return { ...end, rows: await this.rows() };
  }

  async changesAfter(revision: number, limit: number): Promise<LoggedCommit[] | null> {
    this.#mustBeOpen();
    checkFollowing(revision, limit);
    if (revision < this.#floor || revision > this.#revision) return null;
    const newer = [...this.#logs.values()].flat().filter((commit) => commit.revision > revision);
    const byRevision = [...Map.groupBy(newer, (commit) => commit.revision).values()];
    const told = byRevision
      .map((parts) => ({ ...loggedOf(parts), id: this.#commitAt(parts[0]?.revision ?? 0)?.id ?? null }))
      .sort((a, b) => a.revision - b.revision)
      .slice(0, limit);
    let bytes = 0;
    const full = told.findIndex(({ changes }) => {
      for (const { value } of changes) bytes += Buffer.byteLength(value ?? "");
      return bytes >= mostFollowed;
    });
    return full < 0 ? told : told.slice(0, full + 1);
  }

  /** There is nobody else. */
  watch(): () => void {
    return () => {};
  }

  async checkWritable(): Promise<void> {
    this.#mustBeOpen();
  }

  async floor(): Promise<number> {
    this.#mustBeOpen();
    return this.#floor;
  }

  async compact(before: number, { dryRun = false }: CompactionOptions = {}): Promise<Compaction> {
    this.#mustBeOpen();
    const commits = [...this.#logs.values()].flat();
    const young = commits.filter(({ at }) => at >= before).map(({ revision }) => revision);
    const floor = Math.max(this.#floor, Math.min(this.#revision, ...young.map((revision) => revision - 1)));
    const gone = [...this.#logs.values()].flatMap((log) => superseded(log, floor));
    if (!dryRun) {
      this.#floor = floor;
      for (const [project, log] of this.#logs) this.#logs.set(project, without(log, new Set(gone)));
    }
    const bytes = gone.reduce((sum, { value }) => sum + Buffer.byteLength(value ?? ""), 0);
    return { floor, changes: gone.length, bytes, freed: null, more: false };
  }

  async recall(key: string, now: number): Promise<IdempotencyRecord | null> {
    this.#mustBeOpen();
    checkName(key);
    const kept = this.#idempotency.get(key);
    return kept && now - kept.at < idempotencyLife ? kept.record : null;
  }

  async secret(name: string): Promise<string> {
    this.#mustBeOpen();
    checkName(name);
    const secret = this.#secrets.get(name) ?? randomBytes(32).toString("base64url");
    this.#secrets.set(name, secret);
    return secret;
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  #mustBeOpen(): void {
    if (this.#closed) throw storeClosed();
  }

  #log(project: string): Commit[] {
    return this.#logs.get(project) ?? [];
  }

  #end(): StoreEnd {
    const head = { epoch: this.#epoch, revision: this.#revision };
    return { head, last: this.#commitAt(this.#revision), renewedFrom: this.#renewedFrom };
  }

  #commitAt(revision: number): CommitMark | null {
    return this.#marks[revision - 1] ?? null;
  }

  /** @throws AnotherLog */
  #checkFollows({ follows }: CommitInput): void {
    if (follows && !goesOn(this.#end().head, this.#commitAt(follows.head.revision), follows)) throw new AnotherLog();
  }

  #touched(project: string): number {
    return this.#log(project).at(-1)?.revision ?? 0;
  }

  #checkExpectations(input: CommitInput): void {
    for (const { project, revision } of input.expect) {
      const actual = this.#touched(project);
      if (actual !== revision) throw expectationFailed(project, revision, actual);
    }
  }

  #checkClaims({ claim = [], release = [] }: CommitInput): void {
    const taken = new Set(this.#claims.keys()).difference(new Set(release));
    for (const { text } of claim) {
      if (taken.has(text)) throw claimTaken();
      taken.add(text);
    }
  }

  #checkIdempotency({ at, idempotency }: CommitInput): void {
    const kept = idempotency && this.#idempotency.get(idempotency.key);
    if (kept && at - kept.at < idempotencyLife) throw alreadyDone();
  }

  #writeChanges(input: CommitInput): void {
    const sorted = input.changes.toSorted(compareRows);
    for (const [project, changes] of Map.groupBy(sorted, (change) => change.project)) {
      const rows = this.#projects.get(project) ?? new Map();
      this.#projects.set(project, rows);
      const committed = changes.map((change) => write(rows, change, this.#revision));
      const { at, actor, reason, overridden } = input;
      const commit = { revision: this.#revision, at, actor, reason, overridden: [...overridden], changes: committed };
      const log = this.#log(project);
      log.push(commit);
      this.#logs.set(project, log);
    }
  }

  #writeClaims({ claim = [], release = [] }: CommitInput): void {
    for (const text of release) this.#claims.delete(text);
    for (const one of claim) this.#claims.set(one.text, { ...one });
  }

  #writeIdempotency({ at, idempotency }: CommitInput): void {
    for (const [key, kept] of this.#idempotency) {
      if (at - kept.at >= idempotencyLife) this.#idempotency.delete(key);
    }
    if (idempotency) this.#idempotency.set(idempotency.key, { record: { ...idempotency }, at });
  }
}

/** With the changes alone that are asked for. */
function only(commit: Commit, { kind, id }: HistoryPage): Commit {
  if (kind === undefined) return commit;
  return { ...commit, changes: commit.changes.filter((one) => one.kind === kind && (id === undefined || one.id === id)) };
}

function isAsked({ revision, at, actor, changes }: Commit, page: HistoryPage): boolean {
  const { before = Number.POSITIVE_INFINITY, since = 0, from = Number.NEGATIVE_INFINITY } = page;
  if (revision >= before || revision <= since || at < from) return false;
  return (page.actor ?? actor) === actor && (page.kind === undefined || changes.length > 0);
}

/** Of one commit, as each of its projects has it. */
function namesOf(parts: readonly Commit[]): CommitNames {
  const changes = parts.flatMap((part) => part.changes.map(({ project, kind, id }) => ({ project, kind, id })));
  const [{ revision, at, actor, reason } = { revision: 0, at: 0, actor: "", reason: "" }] = parts;
  return { revision, at, actor, reason, changes: changes.sort(compareRows) };
}

/** Of one commit, as each of its projects has it. */
function loggedOf(parts: readonly Commit[]): Omit<LoggedCommit, "id"> {
  const changes = parts.flatMap((part) => part.changes.map(({ before: _, ...change }) => change));
  const [{ revision, at, actor, reason } = { revision: 0, at: 0, actor: "", reason: "" }] = parts;
  return { revision, at, actor, reason, changes: changes.sort(compareRows) };
}

/** What the floor does not need: at it, each resource has the last value that it was given. */
function superseded(log: readonly Commit[], floor: number): CommittedChange[] {
  const below = log.filter(({ revision }) => revision <= floor).flatMap(({ changes }) => changes);
  const last = new Map(below.map((change) => [`${change.kind}\0${change.id}`, change]));
  return below.filter((change) => change.value === null || last.get(`${change.kind}\0${change.id}`) !== change);
}

function without(log: readonly Commit[], gone: ReadonlySet<CommittedChange>): Commit[] {
  return log.map((commit) => ({ ...commit, changes: commit.changes.filter((change) => !gone.has(change)) }));
}

type Written = Omit<CommittedChange, "before">;

function write(rows: Rows, { project, kind, id, schema, value }: Written, revision: number): CommittedChange {
  const name = `${kind}\0${id}`;
  const before = rows.get(name)?.value ?? null;
  if (value === null) rows.delete(name);
  else rows.set(name, { project, kind, id, schema, value, revision });
  return { project, kind, id, schema, value, before };
}

type Named = { readonly project: string; readonly kind: Kind; readonly id: string };

function compareRows(a: Named, b: Named): number {
  return compareTexts(a.project, b.project) || compareTexts(a.kind, b.kind) || compareTexts(a.id, b.id);
}
