/** Holds no addresses or key texts; clients cannot make it grow. */
import { remembered } from "drawbridge-rules/values/remembered.ts";
import type { OutcomeCounts, UsageCount } from "../../store/usage.ts";
import { RefusedQueryCounts } from "./refused-query-counts.ts";
import {
  type AnonymousRefusal,
  type CounterOwner,
  hourNumber,
  type KeyRefusal,
  RequestCounter,
  reportedHours,
  type UsageOutcome,
} from "./request-counter.ts";
import type { CountedKey } from "./version-place.ts";
import { type CellRoom, type LastVersion, type TakenVersion, type VersionOfKey, VersionTable } from "./version-table.ts";

/** Pairs of version and key counted separately in the installation: 50 MB, if as many are sent in a day. */
const maxCells = 40_000;

interface ReadUsageOptions {
  readonly cells?: number;
  /** Unknown to clients: see `TextMap`. */
  readonly seed?: number;
}

export interface TakenCounter {
  readonly counter: RequestCounter;
  readonly counts: readonly UsageCount[];
}

export interface TakenPlatformVersion extends TakenVersion {
  readonly project: string;
  readonly platform: string;
}

/** Deleted since the last call of `takeGone`. */
export interface GoneUsage {
  readonly keys: { readonly project: string; readonly key: string }[];
  readonly projects: string[];
}

export interface KeyVersion extends VersionOfKey {
  readonly platform: string;
}

export interface KeyLast extends LastVersion {
  readonly platform: string;
}

export class KeyUse implements CountedKey {
  readonly project: string;
  readonly key: string;
  readonly letIn: RequestCounter;
  /** Epoch ms of the last request to `/gate` since the start: an app with an SDK. */
  gateAt: number | null = null;
  readonly #book: CounterOwner;
  readonly #refused = new Map<KeyRefusal, RequestCounter>();

  constructor(project: string, key: string, book: CounterOwner) {
    this.project = project;
    this.key = key;
    this.#book = book;
    this.letIn = this.#make("let_in");
  }

  refused(outcome: KeyRefusal): RequestCounter {
    return remembered(this.#refused, outcome, () => this.#make(outcome));
  }

  /** Spares a scrape an array for each key. */
  get isRefused(): boolean {
    return this.#refused.size > 0;
  }

  get refusals(): readonly RequestCounter[] {
    return [...this.#refused.values()];
  }

  #make(outcome: UsageOutcome): RequestCounter {
    return new RequestCounter({ project: this.project, key: this.key, outcome }, this.#book);
  }
}

export class ReadUsage {
  readonly anonymous: Readonly<Record<AnonymousRefusal, RequestCounter>>;
  readonly refusedQueries = new RefusedQueryCounts();
  readonly #keys = new Map<string, KeyUse>();
  readonly #tables = new Map<string, Map<string, VersionTable>>();
  readonly #room: CellRoom;
  readonly #seed: number;
  readonly #changed = new Set<RequestCounter>();
  #gone: GoneUsage = { keys: [], projects: [] };
  readonly #book: CounterOwner = {
    opened: (counter) => void this.#changed.add(counter),
    dropped: (counter) => void this.#changed.delete(counter),
  };

  constructor({ cells = maxCells, seed = 0 }: ReadUsageOptions = {}) {
    this.#room = { left: cells };
    this.#seed = seed;
    const counterFor = (outcome: AnonymousRefusal) => new RequestCounter({ project: "", key: "", outcome }, this.#book);
    this.anonymous = { missing: counterFor("missing"), malformed: counterFor("malformed"), unknown: counterFor("unknown") };
  }

  of(project: string, key: string): KeyUse {
    return remembered(this.#keys, keyName(project, key), () => new KeyUse(project, key, this.#book));
  }

  find(project: string, key: string): KeyUse | null {
    return this.#keys.get(keyName(project, key)) ?? null;
  }

  versions(project: string, platform: string): VersionTable {
    const tables = remembered(this.#tables, project, () => new Map<string, VersionTable>());
    return remembered(tables, platform, () => new VersionTable(this.#room, this.#seed));
  }

  versionsOf(use: KeyUse, now: number): KeyVersion[] {
    return [...(this.#tables.get(use.project) ?? [])].flatMap(([platform, table]) =>
      table.ofKey(use, now).map((version) => ({ platform, ...version })),
    );
  }

  /** The key's last request whose version has a place; null means none since the start. */
  lastOf(use: KeyUse): KeyLast | null {
    const lasts = [...(this.#tables.get(use.project) ?? [])].flatMap(([platform, table]) => {
      const last = table.lastOfKey(use);
      return last ? [{ platform, ...last }] : [];
    });
    return lasts.reduce<KeyLast | null>((latest, last) => (latest && latest.at >= last.at ? latest : last), null);
  }

  /** In the order of the first request of their keys. */
  *refusals(): Iterable<RequestCounter> {
    for (const use of this.#keys.values()) if (use.isRefused) yield* use.refusals;
  }

  /** Versions that the key sent remain, counted without it. */
  forget(project: string, key: string): void {
    const use = this.find(project, key);
    if (use) {
      for (const table of this.#tables.get(project)?.values() ?? []) table.forgetKey(use);
      for (const counter of [use.letIn, ...use.refusals]) counter.drop();
    }
    this.#keys.delete(keyName(project, key));
    this.refusedQueries.forget(project, key);
    this.#gone.keys.push({ project, key });
  }

  forgetProject(project: string): void {
    for (const table of this.#tables.get(project)?.values() ?? []) table.clear();
    this.#tables.delete(project);
    this.#gone.projects.push(project);
  }

  /** Adds counts from before the start. @param now epoch ms */
  load(counts: readonly UsageCount[], isKey: (project: string, key: string) => boolean, now: number): void {
    const oldest = hourNumber(now) - reportedHours;
    // Frequent versions first: room may end.
    for (const counted of counts.toSorted((a, b) => b.count - a.count)) {
      const { project, key, outcome, platform, version, hour, count } = counted;
      if (hour <= oldest) continue;
      if (key === "") this.anonymous[outcome as AnonymousRefusal]?.add(hour, count);
      else if (isKey(project, key)) {
        const use = this.of(project, key);
        if (outcome !== "let_in") use.refused(outcome as KeyRefusal).add(hour, count);
        else if (version === "") use.letIn.add(hour, count);
        else this.versions(project, platform).addReported(version, use, hour, count);
      }
    }
  }

  /** The caller keeps the counts until they are written. */
  take() {
    const changed = [...this.#changed];
    this.#changed.clear();
    const counters = changed.map((counter) => ({
      counter,
      counts: counter.take().map(({ hour, count }) => ({ ...counter.counted, platform: "", version: "", hour, count })),
    }));
    const versions = [...this.#tables].flatMap(([project, tables]) =>
      [...tables].flatMap(([platform, table]) => table.take().map((taken) => ({ project, platform, ...taken }))),
    );
    return { counters, versions, refused: this.refusedQueries.take() };
  }

  untakenVersions(project: string, platform: string): TakenPlatformVersion[] {
    const table = this.#tables.get(project)?.get(platform);
    return (table?.untaken ?? []).map((taken) => ({ project, platform, ...taken }));
  }

  /** Requests of the last 24 hours by version and operating system, since the start. */
  systems(project: string, platform: string, now: number): ReadonlyMap<string, ReadonlyMap<string, number>> {
    return this.#tables.get(project)?.get(platform)?.systems(now) ?? new Map();
  }

  *answered(): Iterable<{ readonly project: string; readonly platform: string; readonly counts: OutcomeCounts }> {
    for (const [project, tables] of this.#tables)
      for (const [platform, { answered: counts }] of tables) yield { project, platform, counts };
  }

  takeGone(): GoneUsage {
    const gone = this.#gone;
    this.#gone = { keys: [], projects: [] };
    return gone;
  }

  putBackGone({ keys, projects }: GoneUsage): void {
    this.#gone.keys.push(...keys);
    this.#gone.projects.push(...projects);
  }

  /** Versions are freed by the next `take`. */
  forgetOld(now: number): void {
    this.refusedQueries.forgetOld(now);
    for (const tables of this.#tables.values()) for (const table of tables.values()) table.enter(now);
  }
}

/** Neither a project id nor a key id contains a slash. */
export function keyName(project: string, key: string): string {
  return `${project}/${key}`;
}
