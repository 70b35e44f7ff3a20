/** The SQL of rows and commits. Lists are passed as arrays: a commit takes the same few statements for any number of changes. */

const columns = "project, kind, id, schema, value, revision";

export const statements = {
  clock: `select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as "now"`,
  head: "select epoch, revision from head",
  end: `
    select epoch, head.revision, needs, renewed_from as "renewedFrom", commit_id as id, at, actor, reason,
      commits.revision is not null as "hasCommit"
    from head left join commits on commits.revision = head.revision`,
  commitAt: "select revision, commit_id as id, at, actor, reason from commits where revision = $1",
  hold: "select epoch, revision from head for update",
  renew: "update head set renewed_from = epoch, epoch = $1",
  ring: "select pg_notify($1, $2)",
  projectRevision: "select coalesce(max(revision), 0) as revision from project_commits where project = $1",

  rows: `
    select ${columns} from resources where (project, kind, id) > ($1, $2, $3) order by project, kind, id limit $4`,
  rowsOfProject: `select ${columns} from resources where project = $1 order by kind, id`,
  rowsAt: `
    select ${columns} from (
      select distinct on (kind, id) ${columns} from changes
      where project = $1 and revision <= $2 order by kind, id, revision desc) as latest
    where value is not null order by kind, id`,

  // Runs first: the transaction that has the row is alone until its commit is visible, so that revisions become visible in order
  // and without gaps.
  advance: "update head set revision = revision + 1 returning epoch, revision, needs",
  touched: `
    select wanted.project, coalesce(max(project_commits.revision), 0) as revision
    from unnest($1::text[]) as wanted (project) left join project_commits on project_commits.project = wanted.project
    group by wanted.project`,
  release: "delete from claims where text = any ($1::text[])",
  claim: `
    insert into claims (text, project, id, imported)
    select * from unnest($1::text[], $2::text[], $3::text[], $4::boolean[]) on conflict do nothing`,
  claimTo: "select text, project, id, imported from claims where text = $1",
  claimOf: "select text, project, id, imported from claims where project = $1 and id = $2",
  sweep: "delete from idempotency where at <= $1",
  remember: "insert into idempotency (key, request, result, at) values ($1, $2, $3, $4) on conflict do nothing",
  write: `
    with
      noted as (insert into commits (revision, at, actor, reason, overridden, commit_id) values ($1, $2, $3, $4, $5, $13)),
      given as (
        select * from unnest($6::text[], $7::text[], $8::text[], $9::bigint[], $10::text[]) as g (project, kind, id, schema, value)),
      touched as (
        insert into project_commits (project, revision, actor) select distinct project, $1::bigint, $3::text from given),
      logged as (insert into changes (revision, project, kind, id, schema, value) select $1::bigint, g.* from given as g),
      ended as (
        delete from resources using given as g
        where resources.project = g.project and resources.kind = g.kind and resources.id = g.id and g.value is null),
      put as (
        insert into resources (${columns}) select g.*, $1::bigint from given as g where value is not null
        on conflict (project, kind, id) do update set schema = excluded.schema, value = excluded.value, revision = excluded.revision)
    select pg_notify($11::text, $12::text)`,

  recall: "select key, request, result from idempotency where key = $1 and at > $2",
  secret: "select value from secrets where name = $1",
  addSecret: "insert into secrets (name, value) values ($1, $2) on conflict do nothing",
};
