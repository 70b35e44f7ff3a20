/** Queries of past commits, each with the index that fits its filter, so that rare matches need no long scan. */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { maxFollowedBytes } from "../commit-rules.ts";
import type { Commit, CommitNames, CommittedChange, HistoryPage, LoggedCommit, LogPage } from "../store.ts";

type CommitRecord = Omit<Commit, "overridden" | "changes"> & { readonly overridden: string };

export class SqliteHistory {
  readonly #sql: ReturnType<typeof prepareHistory>;

  constructor(db: DatabaseSync) {
    this.#sql = prepareHistory(db);
  }

  /** History is complete after this revision. */
  floor(): number {
    return Number(this.#sql.floor.get()?.floor);
  }

  of(project: string, page: HistoryPage): Commit[] {
    const floor = this.floor();
    const { kind = null, id = null } = page;
    return this.#records(project, page, floor).map(({ overridden, ...commit }) => ({
      ...commit,
      overridden: JSON.parse(overridden),
      changes: commit.revision > floor ? this.#changes(commit.revision, project, kind, id) : [],
    }));
  }

  after(revision: number, { project, limit }: LogPage): CommitNames[] {
    const commits =
      project === undefined ? this.#sql.after.all(revision, limit) : this.#sql.afterOf.all(project, revision, limit);
    return commits.map((commit) => {
      const names = this.#sql.names.all(Number(commit.revision), project ?? null);
      return { ...commit, changes: names.map((name) => ({ ...name })) } as unknown as CommitNames;
    });
  }

  changesAfter(revision: number, limit: number): LoggedCommit[] {
    const told: LoggedCommit[] = [];
    let bytes = 0;
    for (const commit of this.#sql.logged.all(revision, limit)) {
      const changes = this.#sql.written.all(Number(commit.revision)).map((change) => ({ ...change }));
      told.push({ ...commit, changes } as unknown as LoggedCommit);
      for (const { value } of changes) bytes += typeof value === "string" ? Buffer.byteLength(value) : 0;
      if (bytes >= maxFollowedBytes) break;
    }
    return told;
  }

  #records(project: string, page: HistoryPage, floor: number): CommitRecord[] {
    const { kind, id, actor, limit } = page;
    const from = page.from ?? Number.MIN_SAFE_INTEGER;
    const since = Math.max(page.since ?? 0, this.#before(page.from));
    const before = page.before ?? Number.MAX_SAFE_INTEGER;
    const of = (statement: StatementSync, ...values: SQLInputValue[]) =>
      statement.all(...values, from, limit).map((record) => ({ ...record }) as unknown as CommitRecord);
    // Below the floor, some changes are missing: a search must not find only the others.
    const whole = Math.max(since, floor);
    if (kind === undefined)
      return actor === undefined
        ? of(this.#sql.commits, project, before, since)
        : of(this.#sql.ofActor, project, actor, before, since);
    const whose = actor ?? null;
    return id === undefined
      ? of(this.#sql.ofKind, project, kind, before, whole, whose, whose)
      : of(this.#sql.ofResource, project, kind, id, before, whole, whose, whose);
  }

  /** The revision before the first commit at or after that instant. The times of commits are not always in order. */
  #before(instant: number | undefined): number {
    if (instant === undefined) return 0;
    const first = this.#sql.firstFrom.get(instant)?.revision;
    return typeof first === "number" ? first - 1 : Number.MAX_SAFE_INTEGER;
  }

  #changes(revision: number, project: string, kind: string | null, id: string | null): CommittedChange[] {
    const changes = this.#sql.changes.all(revision, project, kind, kind, id, id);
    return changes.map((change) => ({ ...change }) as unknown as CommittedChange);
  }
}

function prepareHistory(db: DatabaseSync) {
  const commit = "revision, at, commits.actor as actor, reason, overridden";
  const inOrder = "and at >= ? order by revision desc limit ?";
  return {
    floor: db.prepare("select floor from head"),
    firstFrom: db.prepare("select min(revision) as revision from commits where at >= ?"),
    commits: db.prepare(`
      select ${commit} from project_commits join commits using (revision)
      where project = ? and revision < ? and revision > ? ${inOrder}`),
    ofActor: db.prepare(`
      select ${commit} from project_commits as own join commits using (revision)
      where project = ? and own.actor = ? and revision < ? and revision > ? ${inOrder}`),
    ofKind: db.prepare(`
      select ${commit} from changes cross join commits using (revision)
      where project = ? and kind = ? and revision < ? and revision > ? and (? is null or actor = ?) and at >= ?
      group by revision order by revision desc limit ?`),
    ofResource: db.prepare(`
      select ${commit} from changes join commits using (revision)
      where project = ? and kind = ? and id = ? and revision < ? and revision > ? and (? is null or actor = ?) ${inOrder}`),
    changes: db.prepare(`
      select project, kind, id, schema, value,
        (select value from changes as earlier
         where earlier.project = changes.project and earlier.kind = changes.kind and earlier.id = changes.id
           and earlier.revision < changes.revision
         order by earlier.revision desc limit 1) as before
      from changes where revision = ? and project = ? and (? is null or kind = ?) and (? is null or id = ?) order by kind, id`),
    after: db.prepare("select revision, at, actor, reason from commits where revision > ? order by revision limit ?"),
    logged: db.prepare(
      "select revision, commit_id as id, at, actor, reason from commits where revision > ? order by revision limit ?",
    ),
    afterOf: db.prepare(`
      select revision, at, commits.actor as actor, reason from project_commits join commits using (revision)
      where project = ? and revision > ? order by revision limit ?`),
    written: db.prepare("select project, kind, id, schema, value from changes where revision = ? order by project, kind, id"),
    names: db.prepare(`
      select project, kind, id from changes where revision = ?1 and (?2 is null or project = ?2) order by project, kind, id`),
  };
}
