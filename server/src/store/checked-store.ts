/**
 * The store that the program works with: an engine, with every value checked when it is read. Damaged values and those of a newer
 * program are refused, and nothing is committed on top of what was not read.
 */
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import { type DrawbridgeError, NeedsOperator } from "drawbridge-rules/values/errors.ts";
import type { Accounts } from "./accounts.ts";
import type { StoreBackup } from "./backup.ts";
import { refuseDamagedValues } from "./damage.ts";
import type { LastUsed } from "./last-used.ts";
import type {
  Change,
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
} from "./store.ts";
import type { Usage } from "./usage.ts";

export class CheckedStore implements Store {
  readonly accounts: Accounts;
  readonly lastUsed: LastUsed;
  readonly usage: Usage;
  readonly backup?: () => Promise<StoreBackup>;
  readonly clock?: () => Promise<number>;
  readonly #store: Store;
  /** The newest form of values found so far, and its epoch. */
  #met: { readonly epoch: string; readonly schema: number } | null = null;

  constructor(store: Store) {
    this.#store = store;
    this.accounts = store.accounts;
    this.lastUsed = store.lastUsed;
    this.usage = store.usage;
    if (store.backup) this.backup = store.backup.bind(store);
    if (store.clock) this.clock = store.clock.bind(store);
  }

  get rebuilt(): number {
    return this.#store.rebuilt ?? 0;
  }

  head(): Promise<Head> {
    return this.#store.head();
  }

  end(): Promise<StoreEnd> {
    return this.#store.end();
  }

  commitAt(revision: number): Promise<CommitMark | null> {
    return this.#store.commitAt(revision);
  }

  renewEpoch(known: LogEnd, epoch: string): Promise<boolean> {
    return this.#store.renewEpoch(known, epoch);
  }

  async rows(project?: string): Promise<Row[]> {
    const rows = await this.#store.rows(project);
    await this.#checkCurrent(rows);
    return rows;
  }

  async project(project: string): Promise<StoredProject> {
    const found = await this.#store.project(project);
    await this.#checkCurrent(found.rows);
    return found;
  }

  async rowsAt(project: string, revision: number): Promise<Row[]> {
    const rows = await this.#store.rowsAt(project, revision);
    refuseNewer(rows);
    await refuseDamagedValues(rows);
    return rows;
  }

  projectRevision(project: string): Promise<number> {
    return this.#store.projectRevision(project);
  }

  async commit(input: CommitInput): Promise<Head> {
    await this.#refuseOutgrown();
    return this.#store.commit(input);
  }

  claimTo(text: string): Promise<Claim | null> {
    return this.#store.claimTo(text);
  }

  claimOf(project: string, id: string): Promise<Claim | null> {
    return this.#store.claimOf(project, id);
  }

  async history(project: string, page: HistoryPage): Promise<Commit[]> {
    const commits = await this.#store.history(project, page);
    for (const { changes } of commits) {
      refuseNewer(changes);
      await refuseDamagedValues(changes);
      await refuseDamagedValues(changes.map(({ before, ...change }) => ({ ...change, value: before })));
    }
    return commits;
  }

  commitsAfter(revision: number, page: LogPage): Promise<CommitNames[]> {
    return this.#store.commitsAfter(revision, page);
  }

  async whole(): Promise<WholeStore> {
    const whole = await this.#store.whole();
    await this.#checkCurrent(whole.rows);
    this.#met = null;
    return whole;
  }

  async changesAfter(revision: number, limit: number, known = revision): Promise<LoggedCommit[] | null> {
    const read = await this.#store.changesAfter(revision, limit);
    if (read === null) return null;
    const commits = read.map((commit) => (commit.revision <= known ? { ...commit, changes: [] } : commit));
    const newer = commits.findIndex(({ changes }) => newestForm(changes) > currentSchema);
    // Commits before it are applied; the next call meets it again.
    const followed = newer > 0 ? commits.slice(0, newer) : commits;
    for (const { changes } of followed) await this.#checkCurrent(changes);
    return followed;
  }

  watch(ring: () => void): () => void {
    return this.#store.watch(ring);
  }

  checkWritable(): Promise<void> {
    return this.#store.checkWritable();
  }

  floor(): Promise<number> {
    return this.#store.floor();
  }

  compact(before: number, options?: CompactionOptions): Promise<Compaction> {
    return this.#store.compact(before, options);
  }

  recall(key: string, now: number): Promise<IdempotencyRecord | null> {
    return this.#store.recall(key, now);
  }

  secret(name: string): Promise<string> {
    return this.#store.secret(name);
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  /** Checks current values. @throws unavailable: one is damaged or newer; after a newer one, nothing is committed */
  async #checkCurrent(values: readonly Change[]): Promise<void> {
    const schema = newestForm(values);
    if (schema > currentSchema) this.#met = { epoch: (await this.#store.head()).epoch, schema };
    refuseNewer(values);
    await refuseDamagedValues(values);
  }

  /** @throws unavailable */
  async #refuseOutgrown(): Promise<void> {
    if (this.#met === null) return;
    const { epoch } = await this.#store.head();
    if (epoch === this.#met.epoch) throw outgrown(this.#met.schema);
    this.#met = null;
  }
}

function newestForm(values: readonly Change[]): number {
  return values.reduce((most, { schema }) => Math.max(most, schema), 0);
}

/** @throws unavailable: one of the values is newer */
function refuseNewer<T extends readonly Change[]>(values: T): T {
  const schema = newestForm(values);
  if (schema > currentSchema) throw outgrown(schema);
  return values;
}

function outgrown(schema: number): DrawbridgeError {
  return new NeedsOperator(
    `A newer Drawbridge has written to this store (form ${schema} of values; this one knows ${currentSchema}). Upgrade this node: until then it answers from memory and refuses changes.`,
  );
}
