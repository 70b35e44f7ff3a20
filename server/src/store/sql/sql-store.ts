import { randomBytes } from "node:crypto";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import {
  checkCommit,
  checkFollowing,
  checkLogPage,
  checkNotCompacted,
  checkPage,
  continuesLog,
  hasLostCommits,
  idempotencyLife,
  LogMismatch,
} from "../commit-rules.ts";
import { checkName } from "../input-rules.ts";
import type {
  Claim,
  Commit,
  CommitInput,
  CommitMark,
  CommitNames,
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
import { type Database, onlyRow, recordsIn, type Sql, textsIn } from "./sql.ts";
import { Accounts, accountsTransaction, addAccount } from "./sql-accounts.ts";
import { type StepPace, sweepLog } from "./sql-compaction.ts";
import { readChangesAfter, readFloor, readHistory, readNamesAfter } from "./sql-history.ts";
import { LogRows } from "./sql-log-rows.ts";
import { Outbox } from "./sql-outbox.ts";
import { LastUsed, Usage } from "./sql-usage.ts";

/** Rows per fetch: an engine holds all of them, beside the objects of earlier ones. */
const batch = 2_000;

export abstract class SqlStore implements Store {
  readonly accounts: Accounts;
  readonly lastUsed: LastUsed;
  readonly usage: Usage;
  readonly outbox: Outbox;
  readonly log: LogRows;
  readonly #database: Database;
  readonly #pace: StepPace;
  #compacting: Promise<unknown> = Promise.resolve();

  constructor(database: Database, pace: StepPace, erased?: () => Promise<void>) {
    this.#database = database;
    this.#pace = pace;
    this.accounts = new Accounts(database, erased);
    this.lastUsed = new LastUsed(database);
    this.usage = new Usage(database);
    this.outbox = new Outbox(database);
    this.log = new LogRows(database);
  }

  abstract watch(ring: () => void): () => void;
  abstract checkWritable(): Promise<void>;
  abstract close(): Promise<void>;

  protected abstract writeLog(sql: Sql, input: CommitInput, revision: number): Promise<void>;

  /** @param needs oldest program that knows the format. @throws newer_store */
  protected async checkFormat(_needs: string, _sql?: Sql): Promise<void> {}

  protected async ringOthers(_sql: Sql): Promise<void> {}

  /** Returns the space that a compaction has freed to the disk. */
  protected async shrink(_deadline: number): Promise<Pick<Compaction, "freed" | "more">> {
    return { freed: null, more: false };
  }

  async head(): Promise<Head> {
    return onlyRow(await this.#database.glance<Head>(statements.head));
  }

  async end(): Promise<StoreEnd> {
    const end = onlyRow(await this.#database.glance<EndRecord>(statements.end));
    await this.checkFormat(end.needs);
    return endOf(end);
  }

  async commitAt(revision: number): Promise<CommitMark | null> {
    return this.#database.read((sql) => commitAt(sql, revision));
  }

  async renewEpoch(known: LogEnd, epoch: string): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      // The write blocks other commits from here on; a replica refuses it.
      const head = onlyRow(await sql.one<Head>("update head set epoch = epoch returning epoch, revision"));
      if (!hasLostCommits(head, await commitAt(sql, known.head.revision), known)) return false;
      await sql.run("update head set renewed_from = epoch, epoch = $1", [epoch]);
      await this.ringOthers(sql);
      return true;
    });
  }

  async rows(project?: string): Promise<Row[]> {
    if (project === undefined) return this.#database.read(readAllRows);
    checkName(project);
    return this.#database.read((sql) => sql.all<Row>(statements.rowsOfProject, [project]));
  }

  async project(project: string): Promise<StoredProject> {
    checkName(project);
    return this.#database.read(async (sql) => {
      const head = onlyRow(await sql.one<Head>(statements.head));
      const revision = await projectRevision(sql, project);
      return { head, revision, rows: await sql.all<Row>(statements.rowsOfProject, [project]) };
    });
  }

  async rowsAt(project: string, revision: number): Promise<Row[]> {
    checkName(project);
    return this.#database.read(async (sql) => {
      checkNotCompacted(revision, await readFloor(sql));
      return sql.all<Row>(statements.rowsAt, [project, revision]);
    });
  }

  async projectRevision(project: string): Promise<number> {
    checkName(project);
    return this.#database.read((sql) => projectRevision(sql, project));
  }

  async commit(input: CommitInput): Promise<Head> {
    checkCommit(input);
    const { account } = input;
    return this.#database.transaction(async (sql) => {
      // The transaction that has the row is alone until its commit is visible, so revisions have no gaps.
      const { needs, ...head } = onlyRow(await sql.one<Head & Needs>(statements.advance));
      await this.checkFormat(needs, sql);
      await checkFollows(sql, input, head);
      await this.#checkExpectations(sql, input);
      await this.#writeClaims(sql, input);
      await writeIdempotency(sql, input);
      if (account) await addAccount(sql, account);
      await this.writeLog(sql, input, head.revision);
      return head;
    }, account && accountsTransaction);
  }

  async claimTo(text: string): Promise<Claim | null> {
    checkName(text);
    return this.#claim("text = $1", [text]);
  }

  async claimOf(project: string, id: string): Promise<Claim | null> {
    checkName(project);
    checkName(id);
    return this.#claim("project = $1 and id = $2", [project, id]);
  }

  async history(project: string, page: HistoryPage): Promise<Commit[]> {
    checkName(project);
    checkPage(page);
    return this.#database.read((sql) => readHistory(sql, this.#database.dialect, project, page));
  }

  async commitsAfter(revision: number, page: LogPage): Promise<CommitNames[]> {
    checkLogPage(page);
    return this.#database.read((sql) => readNamesAfter(sql, this.#database.dialect, revision, page));
  }

  async whole(): Promise<WholeStore> {
    return this.#database.read(async (sql) => {
      const end = endOf(onlyRow(await sql.one<EndRecord>(statements.end)));
      return { ...end, rows: await readAllRows(sql) };
    });
  }

  async changesAfter(revision: number, limit: number): Promise<LoggedCommit[] | null> {
    checkFollowing(revision, limit);
    return this.#database.read((sql) => readChangesAfter(sql, revision, limit));
  }

  async floor(): Promise<number> {
    return this.#database.read(readFloor);
  }

  async compact(
    before: number,
    { dryRun = false, within = Number.POSITIVE_INFINITY }: CompactionOptions = {},
  ): Promise<Compaction> {
    const compacting = this.#compacting.then(async () => {
      const deadline = performance.now() + within;
      const swept = await sweepLog(this.#database, this.#pace, before, dryRun, deadline);
      if (dryRun) return { ...swept, freed: null };
      const { freed, more } = await this.shrink(deadline);
      return { ...swept, freed, more: swept.more || more };
    });
    this.#compacting = compacting.catch(() => undefined);
    return compacting;
  }

  async recall(key: string, now: number): Promise<IdempotencyRecord | null> {
    checkName(key);
    const text = "select key, request, result from idempotency where key = $1 and at > $2";
    return (await this.#database.read((sql) => sql.one<IdempotencyRecord>(text, [key, now - idempotencyLife]))) ?? null;
  }

  async secret(name: string): Promise<string> {
    checkName(name);
    const find = (sql: Sql) => sql.one<{ readonly value: string }>("select value from secrets where name = $1", [name]);
    const found = await this.#database.read(find);
    if (found) return found.value;
    // A second node waits for the first and uses its secret.
    return this.#database.transaction(async (sql) => {
      const text = "insert into secrets (name, value) values ($1, $2) on conflict do nothing";
      await sql.run(text, [name, randomBytes(32).toString("base64url")]);
      return onlyRow(await find(sql)).value;
    });
  }

  async #claim(condition: string, values: readonly string[]): Promise<Claim | null> {
    const text = `select text, project, id, imported from claims where ${condition}`;
    const found = await this.#database.read((sql) => sql.one<Claim>(text, values));
    return found ? { ...found, imported: Boolean(found.imported) } : null;
  }

  async #checkExpectations(sql: Sql, { expect }: CommitInput): Promise<void> {
    for (const { project, revision } of expect) {
      const actual = await projectRevision(sql, project);
      if (actual === revision) continue;
      const message = `was changed in the meantime: its last revision is ${actual}, not ${revision}.`;
      throw new DrawbridgeError("conflict", `${project === "" ? "The installation" : `The project "${project}"`} ${message}`);
    }
  }

  async #writeClaims(sql: Sql, { claim = [], release = [] }: CommitInput): Promise<void> {
    const { dialect } = this.#database;
    if (release.length > 0) await sql.run(`delete from claims where text in ${textsIn(dialect, "$1")}`, [release]);
    if (claim.length === 0) return;
    const records = recordsIn(dialect, "$1", ["text", "project", "id", "imported:boolean"]);
    const text = `
      insert into claims (text, project, id, imported) select text, project, id, imported from ${records} as given where true
      on conflict do nothing`;
    const rows = claim.map(({ text, project, id, imported }) => [text, project, id, Number(imported)]);
    // Does not name the text, since it may be a key.
    if ((await sql.run(text, [rows])) < claim.length)
      throw new DrawbridgeError("key_in_use", "This installation already has a key with this value.");
  }
}

async function readAllRows(sql: Sql): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: readonly [string, string, string] = ["", "", ""]; ; ) {
    const found = await sql.all<Row>(statements.rows, [...after, batch]);
    for (const row of found) rows.push(row);
    const last = found.at(-1);
    if (last === undefined || found.length < batch) return rows;
    after = [last.project, last.kind, last.id];
  }
}

type Needs = { readonly needs: string };

type EndRecord = Head & Needs & Omit<CommitMark, "revision"> & Pick<StoreEnd, "renewedFrom"> & { readonly hasCommit: unknown };

function endOf({ epoch, revision, renewedFrom, hasCommit, id, at, actor, reason }: EndRecord): StoreEnd {
  return { head: { epoch, revision }, renewedFrom, last: hasCommit ? { revision, id, at, actor, reason } : null };
}

async function commitAt(sql: Sql, revision: number): Promise<CommitMark | null> {
  const text = "select revision, commit_id as id, at, actor, reason from commits where revision = $1";
  return (await sql.one<CommitMark>(text, [revision])) ?? null;
}

async function projectRevision(sql: Sql, project: string): Promise<number> {
  const text = "select max(revision) as revision from project_commits where project = $1";
  return (await sql.one<{ readonly revision: number | null }>(text, [project]))?.revision ?? 0;
}

/** @param head with the commit. @throws LogMismatch */
async function checkFollows(sql: Sql, { follows }: CommitInput, { epoch, revision }: Head): Promise<void> {
  if (!follows) return;
  const before = { epoch, revision: revision - 1 };
  if (!continuesLog(before, await commitAt(sql, follows.head.revision), follows)) throw new LogMismatch();
}

async function writeIdempotency(sql: Sql, { at, idempotency }: CommitInput): Promise<void> {
  await sql.run("delete from idempotency where at <= $1", [at - idempotencyLife]);
  if (!idempotency) return;
  const { key, request, result } = idempotency;
  const text = "insert into idempotency (key, request, result, at) values ($1, $2, $3, $4) on conflict do nothing";
  if ((await sql.run(text, [key, request, result, at])) === 0)
    throw new DrawbridgeError("conflict", "A request with this Idempotency-Key was carried out in the meantime.");
}

const rowColumns = "project, kind, id, schema, value, revision";

const statements = {
  head: "select epoch, revision from head",
  end: `
    select epoch, head.revision, needs, renewed_from as "renewedFrom", commit_id as id, at, actor, reason,
      commits.revision is not null as "hasCommit"
    from head left join commits on commits.revision = head.revision`,
  advance: "update head set revision = revision + 1 returning epoch, revision, needs",
  rows: `select ${rowColumns} from resources where (project, kind, id) > ($1, $2, $3) order by project, kind, id limit $4`,
  rowsOfProject: `select ${rowColumns} from resources where project = $1 order by kind, id`,
  // A cross join makes SQLite look each of them up, instead of reading all changes.
  rowsAt: `
    select changes.project, changes.kind, changes.id, schema, value, changes.revision from (
      select kind, id, max(revision) as revision from changes where project = $1 and revision <= $2 group by kind, id) as latest
    cross join changes
    where changes.revision = latest.revision and changes.project = $1 and changes.kind = latest.kind and changes.id = latest.id
      and value is not null
    order by latest.kind, latest.id`,
};
