/** All SQL that runs after the start, prepared once. */
import type { DatabaseSync } from "node:sqlite";

export type Statements = ReturnType<typeof prepareStatements>;

/** The database must have its current form. */
export function prepareStatements(db: DatabaseSync) {
  return {
    ...prepareReads(db),
    ...prepareHead(db),
    ...prepareWrites(db),
    ...prepareAside(db),
  };
}

function prepareReads(db: DatabaseSync) {
  const columns = "project, kind, id, schema, value, revision";
  const reads = {
    rows: db.prepare(`
      select ${columns} from resources where (project, kind, id) > (?, ?, ?) order by project, kind, id limit ?`),
    rowsOfProject: db.prepare(`select ${columns} from resources where project = ? order by kind, id`),
    // With a single max(), SQLite takes the other columns from the row that has it (lang_select.html#bareagg).
    rowsAt: db.prepare(`
      select project, kind, id, schema, value, max(revision) as revision from changes
      where project = ? and revision <= ?
      group by kind, id having value is not null
      order by kind, id`),
  };
  for (const statement of Object.values(reads)) statement.setReturnArrays(true);
  return reads;
}

function prepareHead(db: DatabaseSync) {
  return {
    head: db.prepare("select epoch, revision from head"),
    renewedFrom: db.prepare('select renewed_from as "renewedFrom" from head'),
    commitAt: db.prepare("select revision, commit_id as id, at, actor, reason from commits where revision = ?"),
    projectRevision: db.prepare("select coalesce(max(revision), 0) as revision from project_commits where project = ?"),
  };
}

function prepareWrites(db: DatabaseSync) {
  return {
    advance: db.prepare("update head set revision = revision + 1 returning epoch, revision"),
    renew: db.prepare("update head set renewed_from = epoch, epoch = ?"),
    addCommit: db.prepare("insert into commits (revision, at, actor, reason, overridden, commit_id) values (?, ?, ?, ?, ?, ?)"),
    addProject: db.prepare("insert into project_commits (project, revision, actor) values (?, ?, ?)"),
    addChange: db.prepare(
      "insert into changes (revision, project, kind, id, schema, value, checksum) values (?, ?, ?, ?, ?, ?, ?)",
    ),
    setRow: db.prepare(`
      insert into resources (project, kind, id, schema, value, revision) values (?, ?, ?, ?, ?, ?)
      on conflict do update set schema = excluded.schema, value = excluded.value, revision = excluded.revision`),
    deleteRow: db.prepare("delete from resources where project = ? and kind = ? and id = ?"),
  };
}

function prepareAside(db: DatabaseSync) {
  return {
    claim: db.prepare("insert into claims (text, project, id, imported) values (?, ?, ?, ?) on conflict do nothing"),
    claimTo: db.prepare("select text, project, id, imported from claims where text = ?"),
    claimOf: db.prepare("select text, project, id, imported from claims where project = ? and id = ?"),
    release: db.prepare("delete from claims where text = ?"),
    sweep: db.prepare("delete from idempotency where at <= ?"),
    remember: db.prepare("insert into idempotency (key, request, result, at) values (?, ?, ?, ?) on conflict do nothing"),
    recall: db.prepare("select key, request, result from idempotency where key = ? and at > ?"),
    addSecret: db.prepare("insert into secrets (name, value) values (?, ?) on conflict do nothing"),
    secret: db.prepare("select value from secrets where name = ?"),
  };
}
