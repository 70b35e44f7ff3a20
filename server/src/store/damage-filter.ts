/** Separates sound rows from damaged ones, and answers a damaged project from the node's copy if the copy is current. */
import { damageMark, isDamageMark } from "drawbridge-rules/project/damage-mark.ts";
import { kinds } from "drawbridge-rules/project/kind.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { nextTurn } from "../base/next-turn.ts";
import { longestTurn, mapYielding } from "../base/yielding-work.ts";
import { concernsKeys, concernsReads, damagedPast, damagedProject, readDamage } from "./damage.ts";
import type { Change, Damage, DamagedProject, Head, Row, WholeStore } from "./store.ts";

/** The node's copy of the replicated rows, checked as a whole. */
export interface CopiedRows {
  readonly rows: readonly Row[];
  readonly head: Head;
}

interface SoundRowsServices {
  /** Null: there is no sound copy. Called only if something is damaged, and again only for other projects. */
  readonly kept?: (() => CopiedRows | null) | undefined;
  /** The last revision that touched the project. @throws unavailable */
  readonly revisionOf: (project: string) => Promise<number>;
}

/** Rows of damaged projects in the copy. */
interface SnapshotProjects {
  /** Epoch of the store. */
  readonly epoch: string;
  /** Null: there is no copy. */
  readonly head: Head | null;
  /** Rows of each damaged project, empty where the copy has none. */
  readonly rows: ReadonlyMap<string, readonly Row[]>;
}

export class DamageFilter {
  readonly #services: SoundRowsServices;
  #damaged: ReadonlyMap<string, DamagedProject> = new Map();
  #kept: SnapshotProjects | null = null;

  constructor(services: SoundRowsServices) {
    this.#services = services;
  }

  /** In order of the project. */
  get damaged(): readonly DamagedProject[] {
    return [...this.#damaged.values()].sort((a, b) => (a.project < b.project ? -1 : 1));
  }

  /** @throws unavailable: the project is damaged, so that nothing may be based on it */
  refuse(project: string): void {
    const found = this.#damaged.get(project);
    if (found) throw new DrawbridgeError("unavailable", found.what);
  }

  /**
   * The whole store, with marks in place of projects that cannot be answered.
   * @param isLoad whether this node answers from the result: only then it replaces the list of damaged projects
   */
  async sift(whole: WholeStore, isLoad: boolean): Promise<WholeStore> {
    const damages: Damage[] = [...(whole.damages ?? [])];
    const found = await mapYielding(whole.rows, readDamage);
    const sound = whole.rows.filter((_, i) => found[i] === null);
    for (const damage of found) if (damage) damages.push(damage);
    if (damages.length === 0) {
      if (isLoad) this.#damaged = new Map();
      return whole;
    }
    const rows = await this.#answered(
      sound,
      whole.head,
      Map.groupBy(damages, ({ project }) => project),
      isLoad,
    );
    return { ...whole, rows };
  }

  /** Replaces damaged values in the changes of another node's commit with a mark. */
  async siftChanges(changes: readonly Change[]): Promise<readonly Change[]> {
    const damages = await mapYielding(changes, readDamage);
    const found = damages.filter((damage) => damage !== null);
    if (found.length === 0) return changes;
    const sound = changes.filter((_, i) => damages[i] === null);
    const marks = [...Map.groupBy(found, ({ project }) => project)].flatMap(([project, own]) => {
      const concerned = own.filter(concernsReads);
      this.#note(project, damagedProject(project, own, concerned.length === 0));
      return concerned.length === 0 ? [] : [damageMark(project, concerned.some(concernsKeys))];
    });
    return [...sound, ...marks];
  }

  /** @throws unavailable: one of them is damaged */
  async check(project: string, rows: readonly Row[]): Promise<void> {
    this.refuse(project);
    const found = (await mapYielding(rows, readDamage)).filter((damage) => damage !== null);
    if (found.length === 0) return;
    this.#note(project, damagedProject(project, found, true));
    this.refuse(project);
  }

  /** Checks past values. @throws unavailable: one is damaged; the current values can be sound */
  async checkPast(project: string, past: readonly Change[]): Promise<void> {
    const found = (await mapYielding(past, readDamage)).find((damage) => damage !== null);
    if (!found) return;
    throw new DrawbridgeError("unavailable", damagedPast(project, found));
  }

  #note(project: string, found: DamagedProject): void {
    if (!this.#damaged.has(project)) this.#damaged = new Map([...this.#damaged, [project, found]]);
  }

  async #answered(
    sound: readonly Row[],
    head: Head,
    damages: ReadonlyMap<string, readonly Damage[]>,
    isLoad: boolean,
  ): Promise<Row[]> {
    const unanswered = [...damages].filter(([project, own]) => project !== "" && own.some(concernsReads));
    const kept = this.#read(
      unanswered.map(([project]) => project),
      head.epoch,
    );
    const current = await this.#current(kept, head);
    const byProject = Map.groupBy(sound, ({ project }) => project);
    await mapYielding(unanswered, ([project, own]) => {
      const rows = byProject.get(project) ?? [];
      const copied = kept.rows.get(project) ?? [];
      if (current.has(project)) byProject.set(project, [...rows.filter(({ kind }) => !kinds[kind].travels), ...copied]);
      else byProject.set(project, [...rows, ...marked(project, rows, own, copied)]);
    });
    const lost = new Set(unanswered.map(([project]) => project).filter((project) => !current.has(project)));
    const noted = await mapYielding(
      damages,
      ([project, own]) => [project, damagedProject(project, own, !lost.has(project))] as const,
    );
    // In one step: edges have whole stores read while changes are refused.
    if (isLoad) this.#damaged = new Map(noted);
    const sorted = await mapYielding([...byProject.keys()].sort(), (project) => (byProject.get(project) ?? []).toSorted(inOrder));
    return sorted.flat();
  }

  /** Reads the copy once for the same projects, since that blocks, and edges have whole stores read. Their copy takes in no change. */
  #read(projects: readonly string[], epoch: string): SnapshotProjects {
    const before = this.#kept;
    const isRead = before !== null && before.epoch === epoch && projects.every((project) => before.rows.has(project));
    const kept = isRead || projects.length === 0 ? null : (this.#services.kept?.() ?? null);
    const found = isRead ? before.rows : Map.groupBy(kept?.rows ?? [], ({ project }) => project);
    // Only for damaged projects: the copy of a project that is sound again receives changes.
    const rows = new Map(projects.map((project) => [project, found.get(project) ?? []]));
    this.#kept = { epoch, head: isRead ? before.head : (kept?.head ?? null), rows };
    return this.#kept;
  }

  /** Projects that the copy has as they are now. */
  async #current({ rows, head: kept }: SnapshotProjects, head: Head): Promise<Set<string>> {
    const current = new Set<string>();
    if (kept === null || kept.epoch !== head.epoch || kept.revision > head.revision) return current;
    let until = performance.now() + longestTurn;
    for (const [project, copied] of rows) {
      if (copied.some(isDamageMark) || !copied.some(({ kind }) => kind === "project")) continue;
      const revision = await this.#services.revisionOf(project).catch(() => head.revision);
      if (kept.revision >= revision) current.add(project);
      if (performance.now() < until) continue;
      await nextTurn();
      until = performance.now() + longestTurn;
    }
    return current;
  }
}

/** The mark, and the keys that only the copy still has: their apps get 503 like those of the project's other keys, and not 401. */
function marked(project: string, rows: readonly Row[], damages: readonly Damage[], kept: readonly Row[]): Row[] {
  const isKey = ({ kind }: Row) => kind === "read_key";
  const present = new Set(rows.filter(isKey).map(({ id }) => id));
  const copied = kept.filter((row) => isKey(row) && !present.has(row.id));
  const known = new Set([...present, ...copied.map(({ id }) => id)]);
  const keysLost = damages.some((damage) => concernsKeys(damage) && !(damage.kind === "read_key" && known.has(damage.id)));
  // Other tables or the copy have the keys of a project whose rows cannot be read.
  return [...copied, damageMark(project, keysLost && !(known.size > 0 && damages.every(({ kind }) => kind === null)))];
}

function inOrder(a: Row, b: Row): number {
  return a.kind === b.kind ? (a.id < b.id ? -1 : 1) : a.kind < b.kind ? -1 : 1;
}
