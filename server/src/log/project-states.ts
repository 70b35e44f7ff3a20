/**
 * States are read when first needed, then advanced by the log. No answer is older than the store at the request: commits up to
 * its head are applied first. If the store has gone back or the log cannot be followed, the store itself is read.
 */

import { createProjectState, type ParsedResource, type ProjectState } from "drawbridge-rules/project/project-state.ts";
import { parseStoredResource, stateAfter } from "drawbridge-rules/project/stored-value.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { LRUCache } from "lru-cache";
import { mapYielding } from "../base/yielding-work.ts";
import type { Change, Head, Row, Store, StoreEnd } from "../store/store.ts";

export interface StateRead {
  readonly state: ProjectState;
  /** End of the log at the time of the request, or later. */
  readonly head: Head;
}

interface ProjectStatesOptions {
  readonly store: Pick<Store, "end" | "project">;
  /** Applies commits of other nodes. Absent means the log is not followed, and nothing is kept. */
  readonly catchUp?: () => Promise<void>;
  /** True if exactly the commits up to that end were applied. */
  readonly hasAll?: (end: StoreEnd) => boolean;
  readonly limit?: number;
}

/** About 4,400 projects of 20 resources, or nine of 15,000: 56 MB of heap, measured. */
const defaultLimit = 64 * 1024 * 1024;

/** Bytes of a resource without its text, and of a state: high estimates. */
const resourceCost = 250;
const stateCost = 4_000;

/** After a larger commit, the project is read again, in several turns. */
export const maxChangesPerTurn = 500;

interface CachedState {
  readonly state: ProjectState;
  readonly size: number;
}

interface Loading {
  readonly done: Promise<CachedState>;
  readonly missed: { readonly changes: readonly Change[]; readonly revision: number }[];
}

export class ProjectStates {
  readonly #options: ProjectStatesOptions;
  readonly #kept: LRUCache<string, CachedState>;
  readonly #loading = new Map<string, Loading>();
  /** Position of every kept state; null means the log is not followed yet. */
  #head: Head | null = null;

  constructor(options: ProjectStatesOptions) {
    this.#options = options;
    this.#kept = new LRUCache({ maxSize: options.limit ?? defaultLimit, sizeCalculation: ({ size }) => size });
  }

  get size(): { readonly projects: number; readonly bytes: number } {
    return { projects: this.#kept.size, bytes: this.#kept.calculatedSize };
  }

  /** The log changed or cannot be followed from its position. */
  load(_rows: readonly Row[], head: Head): void {
    this.#head = head;
    this.#kept.clear();
    this.#loading.clear();
  }

  apply(changes: readonly Change[], head: Head): void {
    this.#head = head;
    for (const [project, own] of Map.groupBy(changes, (change) => change.project)) {
      this.#loading.get(project)?.missed.push({ changes: own, revision: head.revision });
      const kept = this.#kept.peek(project);
      // A state read from the store may be ahead of the commits received so far.
      if (kept && kept.state.revision < head.revision) this.#advance(project, kept, own, head.revision);
    }
  }

  forget(project: string): void {
    this.#kept.delete(project);
    this.#loading.delete(project);
  }

  /** A project that does not exist has no resources; "" is the installation. @throws unavailable */
  async read(project: string): Promise<StateRead> {
    const head = await this.#caughtUp();
    if (head === null) {
      const { read, head: now } = await this.#fromStore(project);
      return { state: read.state, head: now };
    }
    const kept = this.#kept.get(project) ?? (await (this.#loading.get(project) ?? this.#load(project)).done);
    return { state: kept.state, head };
  }

  /** All states are current up to that head, which is no older than the store's; null means unknown. @throws unavailable */
  async #caughtUp(): Promise<Head | null> {
    const { store, catchUp } = this.#options;
    const before = this.#head;
    if (before === null || !catchUp) return null;
    const end = await store.end();
    const { head } = end;
    // If the store has gone back, lost commits must not be answered as if they existed.
    const isGoneBack = head.epoch === before.epoch && head.revision < before.revision;
    if (!isGoneBack && this.#has(end)) return head;
    await catchUp();
    return !isGoneBack && this.#has(end) ? head : null;
  }

  #has(end: StoreEnd): boolean {
    const { hasAll = () => true } = this.#options;
    const { epoch, revision } = end.head;
    return this.#head?.epoch === epoch && this.#head.revision >= revision && hasAll(end);
  }

  #load(project: string): Loading {
    const missed: Loading["missed"] = [];
    const loading: Loading = { missed, done: this.#readAndKeep(project, missed) };
    this.#loading.set(project, loading);
    return loading;
  }

  async #readAndKeep(project: string, missed: Loading["missed"]): Promise<CachedState> {
    const isOurs = () => this.#loading.get(project)?.missed === missed;
    try {
      const known = this.#head;
      const { read, head } = await this.#fromStore(project);
      refuseLate(head, known);
      const since = missed.filter(({ revision }) => revision > read.state.revision);
      if (since.some(({ changes }) => changes.length > maxChangesPerTurn)) {
        missed.length = 0;
        return await this.#readAndKeep(project, missed);
      }
      const kept = since.reduce((last, { changes, revision }) => advanced(last, revision, changes), read);
      // After a `load`, the state is not kept. A project without commits costs nothing to read.
      if (isOurs() && kept.state.revision > 0) this.#kept.set(project, kept);
      return kept;
    } finally {
      // Synchronously: later commits apply to the kept state, not to the loading one.
      if (isOurs()) this.#loading.delete(project);
    }
  }

  /** In turns of a few milliseconds. */
  async #fromStore(project: string): Promise<{ readonly read: CachedState; readonly head: Head }> {
    const { head, revision, rows } = await this.#options.store.project(project);
    const size = rows.reduce((sum, row) => sum + sizeOf(row.value), stateCost);
    return { read: { state: await parseProjectRows(project, revision, rows), size }, head };
  }

  /** The read that meets an unreadable value reports it, and the log is followed on. */
  #advance(project: string, kept: CachedState, changes: readonly Change[], revision: number): void {
    this.#kept.delete(project);
    if (changes.length > maxChangesPerTurn) return;
    try {
      this.#kept.set(project, advanced(kept, revision, changes));
    } catch {
      // The next read loads it again, and reports the error.
    }
  }
}

/** A lagging state, once kept, would be advanced over missing commits, and changes planned on it would pass. @throws unavailable */
function refuseLate(read: Head, known: Head | null): void {
  if (known === null || (known.epoch === read.epoch && known.revision <= read.revision)) return;
  throw new DrawbridgeError(
    "unavailable",
    `The database answered as of revision ${read.revision}, although it has had revision ${known.revision}. Nothing was changed; try again.`,
  );
}

/** `readProjectState` in turns of a few milliseconds. */
export async function parseProjectRows(project: string, revision: number, rows: readonly Row[]): Promise<ProjectState> {
  const resources = await mapYielding(
    rows,
    (row): ParsedResource => ({ kind: row.kind, id: row.id, held: parseStoredResource(row) }),
  );
  return createProjectState(project, revision, resources);
}

/** The estimate ignores replaced values: it grows until the project is read again. */
function advanced({ state, size }: CachedState, revision: number, changes: readonly Change[]): CachedState {
  const next = stateAfter(state, revision, changes);
  const grown = changes.reduce(
    (sum, { kind, id, value }) => sum + sizeOf(value) - (state[kind].has(id) ? resourceCost : 0),
    size,
  );
  return { state: next, size: grown };
}

/** The parsed value takes about as much memory as its text. */
function sizeOf(value: string | null): number {
  return value === null ? 0 : resourceCost + 2 * value.length;
}
