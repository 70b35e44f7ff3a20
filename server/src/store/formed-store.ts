/**
 * A store as this program sees it: every value in its own newest form, whichever node wrote it; and every value written in the lowest
 * form that a node announced which lives. What a newer program wrote is not handed on: whoever asks is told, and nothing is
 * committed on top of what was not read.
 */
import { outgrown, type ValueForms } from "drawbridge-rules/project/value-form.ts";
import type { Accounts } from "./accounts.ts";
import type { StoreBackup } from "./backup.ts";
import type { DamagedProject } from "./damage.ts";
import type { LastUsed } from "./last-used.ts";
import type { SoundRows } from "./sound-rows.ts";
import type {
  Change,
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
  WholeOptions,
  WholeStore,
} from "./store.ts";
import type { Usage } from "./usage.ts";

export class FormedStore implements Store {
  readonly accounts: Accounts;
  readonly lastUsed: LastUsed;
  readonly usage: Usage;
  readonly backup?: () => Promise<StoreBackup>;
  readonly clock?: () => Promise<number>;
  readonly #store: Store;
  readonly #forms: ValueForms;
  readonly #lowest: () => Promise<number>;
  readonly #sound: SoundRows | null;
  /** The newest form that was met here, in the epoch that it was met in. */
  #met: { readonly epoch: string; readonly schema: number } | null = null;

  /**
   * @param lowest the form to write, at each commit: never above the newest of `forms`. @throws unavailable
   * @param sound null: values are not checked for damage
   */
  constructor(store: Store, forms: ValueForms, lowest: () => Promise<number>, sound: SoundRows | null = null) {
    this.#store = store;
    this.#sound = sound;
    this.#forms = forms;
    this.#lowest = lowest;
    this.accounts = store.accounts;
    this.lastUsed = store.lastUsed;
    this.usage = store.usage;
    if (store.backup) this.backup = store.backup.bind(store);
    if (store.clock) this.clock = store.clock.bind(store);
  }

  get damaged(): readonly DamagedProject[] {
    return this.#sound?.damaged ?? [];
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
    if (project !== undefined) await this.#sound?.check(project, rows);
    return this.#inForce(rows);
  }

  async project(project: string): Promise<StoredProject> {
    this.#sound?.refuse(project);
    const found = await this.#store.project(project);
    await this.#sound?.check(project, found.rows);
    return { ...found, rows: await this.#inForce(found.rows) };
  }

  async rowsAt(project: string, revision: number): Promise<Row[]> {
    this.#sound?.refuse(project);
    const rows = await this.#store.rowsAt(project, revision);
    await this.#sound?.checkPast(project, rows);
    return this.#readAll(rows);
  }

  projectRevision(project: string): Promise<number> {
    return this.#store.projectRevision(project);
  }

  async commit(input: CommitInput): Promise<Head> {
    for (const { project } of input.changes) this.#sound?.refuse(project);
    await this.#refuseOutgrown();
    const schema = Math.min(await this.#lowest(), this.#forms.newest);
    return this.#store.commit({ ...input, changes: input.changes.map((change) => this.#written(change, schema)) });
  }

  claimTo(text: string): Promise<Claim | null> {
    return this.#store.claimTo(text);
  }

  claimOf(project: string, id: string): Promise<Claim | null> {
    return this.#store.claimOf(project, id);
  }

  async history(project: string, page: HistoryPage): Promise<Commit[]> {
    this.#sound?.refuse(project);
    const commits = await this.#store.history(project, page);
    for (const { changes } of commits) {
      await this.#sound?.checkPast(project, changes);
      await this.#sound?.checkPast(
        project,
        changes.map(({ before, ...change }) => ({ ...change, value: before })),
      );
    }
    return commits.map((commit) => ({
      ...commit,
      changes: this.#readAll(commit.changes).map((change) => this.#withBefore(change)),
    }));
  }

  commitsAfter(revision: number, page: LogPage): Promise<CommitNames[]> {
    return this.#store.commitsAfter(revision, page);
  }

  async whole({ isLoad = false }: WholeOptions = {}): Promise<WholeStore> {
    const read = await this.#store.whole();
    const whole = (await this.#sound?.sift(read, isLoad)) ?? read;
    const rows = await this.#inForce(whole.rows);
    this.#met = null;
    return { ...whole, rows };
  }

  async changesAfter(revision: number, limit: number, known = revision): Promise<LoggedCommit[] | null> {
    const read = await this.#store.changesAfter(revision, limit);
    if (read === null) return null;
    const commits: LoggedCommit[] = [];
    for (const commit of read) {
      const changes = commit.revision <= known ? [] : ((await this.#sound?.siftChanges(commit.changes)) ?? commit.changes);
      commits.push({ ...commit, changes });
    }
    const newer = commits.findIndex(({ changes }) => changes.some(({ schema }) => schema > this.#forms.newest));
    // Those before it are followed; the next question meets it again.
    const followed = newer > 0 ? commits.slice(0, newer) : commits;
    return Promise.all(followed.map(async (commit) => ({ ...commit, changes: await this.#inForce(commit.changes) })));
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

  /** Of what is in force. @throws unavailable: one of them is newer, and nothing is committed on top of it */
  async #inForce<T extends Change>(values: readonly T[]): Promise<T[]> {
    const schema = values.reduce((most, value) => Math.max(most, value.schema), 0);
    if (schema > this.#forms.newest) this.#met = { epoch: (await this.#store.head()).epoch, schema };
    return this.#readAll(values);
  }

  /** @throws unavailable: one of them is newer */
  #readAll<T extends Change>(values: readonly T[]): T[] {
    return values.map((value) => this.#read(value));
  }

  /** The same where nothing is to be done, which is nearly always. */
  #read<T extends Change>(change: T): T {
    const { kind, schema, value } = change;
    const { newest } = this.#forms;
    if (schema > newest) throw outgrown(schema, newest);
    const read = value === null ? null : this.#forms.read(kind, schema, value);
    return schema === newest && read === value ? change : { ...change, schema: newest, value: read };
  }

  #withBefore(change: CommittedChange): CommittedChange {
    const { kind, before } = change;
    return before === null ? change : { ...change, before: this.#forms.readAny(kind, before) };
  }

  #written(change: Change, schema: number): Change {
    const { kind, value } = change;
    return { ...change, schema, value: value === null ? null : this.#forms.write(kind, schema, value) };
  }

  /** @throws unavailable */
  async #refuseOutgrown(): Promise<void> {
    if (this.#met === null) return;
    const { epoch } = await this.#store.head();
    if (epoch === this.#met.epoch) throw outgrown(this.#met.schema, this.#forms.newest);
    this.#met = null;
  }
}
