/** Queries of past commits, each with the index that fits its filter, so that rare matches need no long scan. */

import { maxFollowedBytes } from "../commit-rules.ts";
import type { Change, Commit, CommitNames, CommittedChange, Head, HistoryPage, LoggedCommit, LogPage } from "../store.ts";
import type { Statements } from "./postgres-pool.ts";
import { statements } from "./postgres-statements.ts";

type CommitRecord = Omit<Commit, "overridden" | "changes"> & { readonly overridden: string };
type Bare = Omit<LoggedCommit, "changes">;
type Named = Omit<CommitNames, "changes">;
type Of<T> = T & { readonly revision: number };

/** History is complete after this revision. */
export async function readFloor(sql: Statements): Promise<number> {
  return (await sql.one<{ floor: number }>("select floor from head"))?.floor ?? 0;
}

export async function readHistory(sql: Statements, project: string, page: HistoryPage): Promise<Commit[]> {
  const floor = await readFloor(sql);
  const records = await recordsOf(sql, project, page, floor);
  const whole = records.filter(({ revision }) => revision > floor).map(({ revision }) => revision);
  const { kind = null, id = null } = page;
  const changes = byRevision(
    await sql.all<Of<CommittedChange>>(history.changes, [whole, project, kind, id]),
    ({ revision, ...change }) => [revision, change],
  );
  return records.map(({ overridden, ...commit }) => ({
    ...commit,
    overridden: JSON.parse(overridden),
    changes: changes.get(commit.revision) ?? [],
  }));
}

export async function readNamesAfter(sql: Statements, revision: number, { project, limit }: LogPage): Promise<CommitNames[]> {
  const commits =
    project === undefined
      ? (await sql.all<Bare>(history.after, [revision, limit])).map(({ id: _, ...named }) => named)
      : await sql.all<Named>(history.afterOf, [project, revision, limit]);
  const revisions = commits.map((commit) => commit.revision);
  const found = await sql.all<Of<Pick<Change, "project" | "kind" | "id">>>(history.names, [revisions, project ?? null]);
  const names = byRevision(found, ({ revision: own, ...name }) => [own, name]);
  return commits.map((commit) => ({ ...commit, changes: names.get(commit.revision) ?? [] }));
}

/** Whole commits; null: the log after that revision is incomplete, or this is another log. */
export async function changesAfter(sql: Statements, revision: number, limit: number): Promise<LoggedCommit[] | null> {
  const head = await sql.one<Head>(statements.head);
  if (revision < (await readFloor(sql)) || revision > (head?.revision ?? 0)) return null;
  const wanted = await sql.all<Bare>(history.after, [revision, limit]);
  const end = wanted.at(-1)?.revision ?? revision;
  const last = (await sql.one<{ last: number | null }>(history.fitting, [revision, end, maxFollowedBytes]))?.last ?? end;
  const commits = wanted.filter((commit) => commit.revision <= last);
  const found = await sql.all<Of<Change>>(history.values, [revision, last]);
  const changes = byRevision(found, ({ revision: own, ...change }) => [own, change]);
  return commits.map((commit) => ({ ...commit, changes: changes.get(commit.revision) ?? [] }));
}

async function recordsOf(sql: Statements, project: string, page: HistoryPage, floor: number): Promise<CommitRecord[]> {
  const { kind, id, actor, limit } = page;
  const from = page.from ?? Number.MIN_SAFE_INTEGER;
  const since = Math.max(page.since ?? 0, await revisionBefore(sql, page.from));
  const before = page.before ?? Number.MAX_SAFE_INTEGER;
  // Below the floor, some changes are missing: a search must not find only the others.
  const whole = Math.max(since, floor);
  if (kind === undefined) {
    return actor === undefined
      ? sql.all<CommitRecord>(history.commits, [before, since, from, limit, project])
      : sql.all<CommitRecord>(history.ofActor, [before, since, from, limit, project, actor]);
  }
  const whose = actor ?? null;
  return id === undefined
    ? sql.all<CommitRecord>(history.ofKind, [before, whole, from, limit, project, whose, kind])
    : sql.all<CommitRecord>(history.ofResource, [before, whole, from, limit, project, whose, kind, id]);
}

/** The revision before the first commit at or after that instant. The times of commits are not always in order. */
async function revisionBefore(sql: Statements, instant: number | undefined): Promise<number> {
  if (instant === undefined) return 0;
  const first = await sql.one<{ revision: number | null }>(history.firstFrom, [instant]);
  return typeof first?.revision === "number" ? first.revision - 1 : Number.MAX_SAFE_INTEGER;
}

function byRevision<Found, T>(found: readonly Found[], part: (one: Found) => [number, T]): Map<number, T[]> {
  const parts = new Map<number, T[]>();
  for (const one of found) {
    const [revision, value] = part(one);
    const list = parts.get(revision);
    if (list === undefined) parts.set(revision, [value]);
    else list.push(value);
  }
  return parts;
}

const commit = "commits.revision, commits.at, commits.actor, commits.reason, commits.overridden";
/** Values 1 to 4 are the same in all statements. */
const within = (table: string) => `${table}.revision < $1 and ${table}.revision > $2`;
const inOrder = "and commits.at >= $3 order by commits.revision desc limit $4";
const ofActor = "and ($6::text is null or commits.actor = $6)";

const history = {
  firstFrom: "select min(revision) as revision from commits where at >= $1",
  commits: `
    select ${commit} from project_commits as own join commits using (revision)
    where own.project = $5 and ${within("own")} ${inOrder}`,
  ofActor: `
    select ${commit} from project_commits as own join commits using (revision)
    where own.project = $5 and own.actor = $6 and ${within("own")} ${inOrder}`,
  ofKind: `
    select ${commit} from (
      select distinct revision from changes where project = $5 and kind = $7 and ${within("changes")}) as own
    join commits using (revision) where true ${ofActor} ${inOrder}`,
  ofResource: `
    select ${commit} from changes as own join commits using (revision)
    where own.project = $5 and own.kind = $7 and own.id = $8 and ${within("own")} ${ofActor} ${inOrder}`,
  changes: `
    select revision, project, kind, id, schema, value,
      (select value from changes as earlier
       where earlier.project = changes.project and earlier.kind = changes.kind and earlier.id = changes.id
         and earlier.revision < changes.revision
       order by earlier.revision desc limit 1) as before
    from changes
    where revision = any ($1::bigint[]) and project = $2 and ($3::text is null or kind = $3) and ($4::text is null or id = $4)
    order by revision, kind, id`,
  after: "select revision, commit_id as id, at, actor, reason from commits where revision > $1 order by revision limit $2",
  afterOf: `
    select commits.revision, at, commits.actor, reason from project_commits as own join commits using (revision)
    where own.project = $1 and own.revision > $2 order by own.revision limit $3`,
  names: `
    select revision, project, kind, id from changes
    where revision = any ($1::bigint[]) and ($2::text is null or project = $2) order by revision, project, kind, id`,
  // The length is known without reading the values.
  fitting: `
    select max(revision) as last from (
      select revision, sum(sum(coalesce(octet_length(value), 0))) over (order by revision)
        - sum(coalesce(octet_length(value), 0)) as before
      from changes where revision > $1 and revision <= $2 group by revision) as sizes
    where before < $3::bigint`,
  values: `
    select revision, project, kind, id, schema, value from changes
    where revision > $1 and revision <= $2 order by revision, project, kind, id`,
};
