/** Each query has the index of its filter, so that rare matches need no long scan. */

import { maxFollowedBytes } from "../commit-rules.ts";
import type { Change, Commit, CommitNames, CommittedChange, Head, HistoryPage, LoggedCommit, LogPage } from "../store.ts";
import { type Dialect, numbersIn, type Sql, type SqlValue } from "./sql.ts";

type CommitRecord = Omit<Commit, "overridden" | "changes"> & { readonly overridden: string };
type OfRevision<T> = T & { readonly revision: number };

/** History is complete after this revision. */
export async function readFloor(sql: Sql): Promise<number> {
  return (await sql.one<{ floor: number }>("select floor from head"))?.floor ?? 0;
}

export async function readHistory(sql: Sql, dialect: Dialect, project: string, page: HistoryPage): Promise<Commit[]> {
  const floor = await readFloor(sql);
  const records = await readRecords(sql, project, page, floor);
  const whole = records.filter(({ revision }) => revision > floor).map(({ revision }) => revision);
  const { kind = null, id = null } = page;
  const text = `
    select revision, project, kind, id, schema, value,
      (select value from changes as earlier
       where earlier.project = changes.project and earlier.kind = changes.kind and earlier.id = changes.id
         and earlier.revision < changes.revision
       order by earlier.revision desc limit 1) as before
    from changes
    where revision in ${numbersIn(dialect, "$1")} and project = $2
      and (cast($3 as text) is null or kind = $3) and (cast($4 as text) is null or id = $4)
    order by revision, kind, id`;
  const found = await sql.all<OfRevision<CommittedChange>>(text, [whole, project, kind, id]);
  const changes = byRevision(found, (change) => ({ ...changeOf(change), before: change.before }));
  return records.map(({ overridden, ...commit }) => ({
    ...commit,
    overridden: JSON.parse(overridden),
    changes: changes.get(commit.revision) ?? [],
  }));
}

export async function readNamesAfter(sql: Sql, dialect: Dialect, revision: number, page: LogPage): Promise<CommitNames[]> {
  const { project = null, limit } = page;
  const all = "select revision, at, actor, reason from commits where revision > $1 order by revision limit $2";
  const ofProject = `
    select commits.revision, at, commits.actor, reason from project_commits as own join commits using (revision)
    where own.revision > $1 and own.project = $3 order by own.revision limit $2`;
  type Bare = Omit<CommitNames, "changes">;
  const commits =
    project === null ? await sql.all<Bare>(all, [revision, limit]) : await sql.all<Bare>(ofProject, [revision, limit, project]);
  const text = `
    select revision, project, kind, id from changes
    where revision in ${numbersIn(dialect, "$1")} and (cast($2 as text) is null or project = $2)
    order by revision, project, kind, id`;
  const revisions = commits.map((commit) => commit.revision);
  const found = await sql.all<OfRevision<Pick<Change, "project" | "kind" | "id">>>(text, [revisions, project]);
  const names = byRevision(found, ({ project, kind, id }) => ({ project, kind, id }));
  return commits.map((commit) => ({ ...commit, changes: names.get(commit.revision) ?? [] }));
}

/** Null means the log after that revision is incomplete, or this is another log. */
export async function readChangesAfter(sql: Sql, revision: number, limit: number): Promise<LoggedCommit[] | null> {
  const head = await sql.one<Head & { readonly floor: number }>("select revision, floor from head");
  if (head === undefined || revision < head.floor || revision > head.revision) return null;
  const wanted = await sql.all<Omit<LoggedCommit, "changes">>(
    "select revision, commit_id as id, at, actor, reason from commits where revision > $1 order by revision limit $2",
    [revision, limit],
  );
  const end = wanted.at(-1)?.revision ?? revision;
  // The length is known without reading the values.
  const fitting = `
    select max(revision) as last from (
      select revision, sum(sum(coalesce(octet_length(value), 0))) over (order by revision)
        - sum(coalesce(octet_length(value), 0)) as before
      from changes where revision > $1 and revision <= $2 group by revision) as sizes
    where before < $3`;
  const { last } = (await sql.one<{ last: number | null }>(fitting, [revision, end, maxFollowedBytes])) ?? { last: null };
  const text = `
    select revision, project, kind, id, schema, value from changes
    where revision > $1 and revision <= $2 order by revision, project, kind, id`;
  const changes = byRevision(await sql.all<OfRevision<Change>>(text, [revision, last ?? end]), changeOf);
  return wanted
    .filter((commit) => commit.revision <= (last ?? end))
    .map((commit) => ({ ...commit, changes: changes.get(commit.revision) ?? [] }));
}

async function readRecords(sql: Sql, project: string, page: HistoryPage, floor: number): Promise<CommitRecord[]> {
  const { kind, id, actor, limit } = page;
  const from = page.from ?? Number.MIN_SAFE_INTEGER;
  const since = Math.max(page.since ?? 0, await revisionBefore(sql, page.from));
  const before = page.before ?? Number.MAX_SAFE_INTEGER;
  const read = (text: string, after: number, ...values: SqlValue[]) =>
    sql.all<CommitRecord>(text, [before, after, from, limit, project, ...values]);
  if (kind === undefined) return actor === undefined ? read(ofProject, since) : read(ofActor, since, actor);
  // Below the floor, changes are missing: a search must not find only some.
  const whole = Math.max(since, floor);
  return id === undefined ? read(ofKind, whole, actor ?? null, kind) : read(ofResource, whole, actor ?? null, kind, id);
}

/** The times of commits are not always in order. */
async function revisionBefore(sql: Sql, instant: number | undefined): Promise<number> {
  if (instant === undefined) return 0;
  const first = await findFirstFrom(sql, instant);
  return first === null ? Number.MAX_SAFE_INTEGER : first - 1;
}

export async function findFirstFrom(sql: Sql, instant: number): Promise<number | null> {
  const text = "select min(revision) as revision from commits where at >= $1";
  return (await sql.one<{ readonly revision: number | null }>(text, [instant]))?.revision ?? null;
}

function byRevision<Found extends OfRevision<unknown>, T>(found: readonly Found[], part: (found: Found) => T): Map<number, T[]> {
  const groups = Map.groupBy(found, ({ revision }) => revision);
  return new Map([...groups].map(([revision, group]) => [revision, group.map(part)]));
}

/** To copy all but the revision takes several times as long. */
function changeOf({ project, kind, id, schema, value }: Change): Change {
  return { project, kind, id, schema, value };
}

const commitColumns =
  "commits.revision, commits.at, commits.actor, commits.reason, commits.overridden, commits.undone, commits.restored";
const range = "own.revision < $1 and own.revision > $2 and commits.at >= $3";
const newest = "order by own.revision desc limit $4";
const byActor = "(cast($6 as text) is null or commits.actor = $6)";

const ofProject = `
  select ${commitColumns} from project_commits as own join commits using (revision) where own.project = $5 and ${range} ${newest}`;
const ofActor = `
  select ${commitColumns} from project_commits as own join commits using (revision)
  where own.project = $5 and own.actor = $6 and ${range} ${newest}`;
/** Each commit once, with its first change, which SQLite looks for among that author's commits only. */
const ofKind = `
  select ${commitColumns} from changes as own join commits using (revision)
  where own.project = $5 and own.kind = $7 and ${range} and ${byActor} and not exists (
    select 1 from changes as other
    where other.revision = commits.revision and other.project = own.project and other.kind = own.kind and other.id < own.id)
  ${newest}`;
const ofResource = `
  select ${commitColumns} from changes as own join commits using (revision)
  where own.project = $5 and own.kind = $7 and own.id = $8 and ${range} and ${byActor} ${newest}`;
