/**
 * The store without a disk: for tests, and the plainest statement of what a store does. It lives as long as
 * its process.
 */
import { randomBytes } from "node:crypto";
import type { Kind } from "../../domain/kind.ts";
import {
  alreadyDone,
  checkCommit,
  checkName,
  checkPage,
  claimTaken,
  compareTexts,
  expectationFailed,
  idempotencyLife,
  storeClosed,
} from "../commit-rules.ts";
import type { Commit, CommitInput, CommittedChange, Head, IdempotencyRecord, Row, Store } from "../store.ts";

/** An empty store with an epoch of its own. */
export function createMemoryStore(): Store {
  return new MemoryStore();
}

/** Rows of one project by `kind NUL id`; NUL is in neither. */
type Rows = Map<string, Row>;

class MemoryStore implements Store {
  readonly #epoch = randomBytes(8).toString("hex");
  readonly #projects = new Map<string, Rows>();
  /** The log as each project sees it, oldest first. */
  readonly #logs = new Map<string, Commit[]>();
  readonly #claims = new Set<string>();
  readonly #idempotency = new Map<string, { record: IdempotencyRecord; at: number }>();
  readonly #secrets = new Map<string, string>();
  #revision = 0;
  #closed = false;

  async head(): Promise<Head> {
    this.#mustBeOpen();
    return { epoch: this.#epoch, revision: this.#revision };
  }

  async rows(project?: string): Promise<Row[]> {
    this.#mustBeOpen();
    if (project === undefined) return [...this.#projects.values()].flatMap((rows) => [...rows.values()]).sort(compareRows);
    checkName(project);
    return [...(this.#projects.get(project)?.values() ?? [])].sort(compareRows);
  }

  async rowsAt(project: string, revision: number): Promise<Row[]> {
    this.#mustBeOpen();
    checkName(project);
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
    this.#checkExpectations(input);
    this.#checkClaims(input);
    this.#checkIdempotency(input);
    this.#revision += 1;
    this.#writeChanges(input);
    this.#writeClaims(input);
    this.#writeIdempotency(input);
    return { epoch: this.#epoch, revision: this.#revision };
  }

  async history(project: string, page: { readonly before?: number; readonly limit: number }): Promise<Commit[]> {
    this.#mustBeOpen();
    checkName(project);
    checkPage(page);
    const before = page.before ?? Number.POSITIVE_INFINITY;
    const older = this.#log(project).filter((commit) => commit.revision < before);
    return older.slice(-page.limit).reverse();
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
    const taken = this.#claims.difference(new Set(release));
    for (const text of claim) {
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
    for (const text of claim) this.#claims.add(text);
  }

  #writeIdempotency({ at, idempotency }: CommitInput): void {
    for (const [key, kept] of this.#idempotency) {
      if (at - kept.at >= idempotencyLife) this.#idempotency.delete(key);
    }
    if (idempotency) this.#idempotency.set(idempotency.key, { record: { ...idempotency }, at });
  }
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
