/** Writes once a minute and at a stop. A write without an answer is repeated under its number, and adds nothing twice. */
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Log } from "../../base/log.ts";
import { nextTurn } from "../../base/yielding-work.ts";
import type { LastUsed } from "../../store/sql/sql-usage.ts";
import type { Row, Store } from "../../store/store.ts";
import type { CountSource, RefusedQueries, UsageCount, VersionCount } from "../../store/usage.ts";
import { keyName, type ReadUsage, type TakenCounter, type TakenPlatformVersion } from "./read-usage.ts";
import { hourNumber, reportedHours } from "./request-counter.ts";
import { sumOf } from "./version-place.ts";

/** Milliseconds. */
const writeEvery = 60_000;
/** In one transaction, which blocks the process while it runs: a version costs as much as four others. */
const countsAtOnce = 500;
const versionsAtOnce = 100;

interface UsageWriterServices {
  readonly usage: ReadUsage;
  readonly store: Pick<Store, "usage" | "lastUsed">;
  /** Unique for each start of the program. */
  readonly process: string;
  readonly now: () => number;
  readonly log: Log;
}

/** Kept until the store has the counts. */
interface NumberedWrite {
  readonly number: number;
  readonly counts: readonly UsageCount[];
  readonly versions: readonly VersionCount[];
  readonly refused: readonly RefusedQueries[];
  readonly lastUses: Parameters<LastUsed["note"]>[0];
}

export class UsageWriter {
  readonly #services: UsageWriterServices;
  failures = 0;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  /** In the order of their numbers. While there are any, no other counts are taken. */
  readonly #pending: NumberedWrite[] = [];
  #number = 0;

  constructor(services: UsageWriterServices) {
    this.#services = services;
  }

  /** Loads the written counts of existing keys. @throws unavailable */
  async start(rows: Iterable<Pick<Row, "project" | "kind" | "id">>): Promise<void> {
    const { usage, store, now } = this.#services;
    const keys = new Set<string>();
    for (const { project, kind, id } of rows) if (kind === "read_key") keys.add(keyName(project, id));
    const counts = await store.usage.counts();
    usage.load(counts, (project, key) => keys.has(keyName(project, key)), now());
    this.#timer = setInterval(() => void this.flush(), writeEvery).unref();
  }

  /** Call before closing the store. Does nothing before the start. */
  async stop(): Promise<void> {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
    await this.flush();
  }

  /** Resolves when everything is written, or the write failed. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** Runs `read` while no count moves to the store, so that it finds each one once. @throws what `read` throws */
  whileIdle<T>(read: () => Promise<T>): Promise<T> {
    const done = this.#writing.then(read);
    this.#writing = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  /** Taken for a write that failed; it is repeated. */
  unwrittenVersions(project: string, platform: string): VersionCount[] {
    const isAsked = (count: VersionCount) => count.project === project && count.platform === platform;
    return this.#pending.flatMap(({ versions }) => versions.filter(isAsked));
  }

  get unwrittenRefused(): RefusedQueries[] {
    return this.#pending.flatMap(({ refused }) => refused);
  }

  async #write(): Promise<void> {
    const { usage, now } = this.#services;
    const at = now();
    usage.forgetOld(at);
    try {
      // First those of an earlier attempt: counts of a deleted key among them are deleted next.
      await this.#writePending(at);
      await this.#deleteGone(at);
      this.#pending.push(...this.#numbered());
      await this.#writePending(at);
    } catch (error) {
      this.#failed(error);
    }
  }

  async #writePending(at: number): Promise<void> {
    const { store, process } = this.#services;
    for (let write = this.#pending[0]; write; write = this.#pending[0]) {
      const { number, counts, versions, refused, lastUses } = write;
      await store.lastUsed.note(lastUses);
      await store.usage.write({ counts, versions, refused, once: { process, number, hour: hourNumber(at) } });
      this.#pending.shift();
      await nextTurn();
    }
  }

  async #deleteGone(at: number): Promise<void> {
    const { usage, store } = this.#services;
    const gone = usage.takeGone();
    try {
      await store.lastUsed.note(new Map(gone.keys.map(({ project, key }) => [keyName(project, key), null])));
      const from = hourNumber(at) - reportedHours + 1;
      await store.usage.write({ counts: [], gone: gone.keys, goneProjects: gone.projects, from });
    } catch (error) {
      usage.putBackGone(gone);
      throw error;
    }
  }

  #numbered(): NumberedWrite[] {
    const { counters, versions, refused } = this.#services.usage.take();
    const writes: NumberedWrite[] = [];
    const add = (write: Partial<NumberedWrite>) =>
      writes.push({ counts: [], versions: [], refused: [], lastUses: new Map(), ...write, number: ++this.#number });
    for (const some of chunks(counters, countsAtOnce))
      add({ counts: some.flatMap(({ counts }) => counts), lastUses: lastUses(some) });
    for (const counts of chunks(usageRows(versions), countsAtOnce)) add({ counts });
    for (const some of chunks(versionRows(versions, "server"), versionsAtOnce)) add({ versions: some });
    for (const some of chunks(refused, countsAtOnce)) add({ refused: some });
    return writes;
  }

  /** Changes already report an unreachable store; a log entry each minute would add nothing. */
  #failed(error: unknown): void {
    this.failures++;
    if (error instanceof DrawbridgeError && error.code === "unavailable") return;
    this.#services.log.error({ event: "usage.write_failed", err: error }, "The usage of read keys could not be written");
  }
}

/** Only admitted requests are a use. */
function lastUses(taken: readonly TakenCounter[]): Parameters<LastUsed["note"]>[0] {
  const uses = new Map<string, number>();
  for (const { counter } of taken) {
    const { project, key, outcome } = counter.counted;
    if (outcome === "let_in" && counter.last !== null) uses.set(keyName(project, key), counter.last);
  }
  return uses;
}

/** Requests without a place, or without room for their key, are only in the sum of the key. */
function usageRows(taken: readonly TakenPlatformVersion[]): UsageCount[] {
  return taken.flatMap(({ project, platform, spelling, key, hour, counts }) => {
    if (key === null || spelling === "") return [];
    return [{ project, key: key.key, outcome: "let_in", platform, version: spelling, hour, count: sumOf(counts) }];
  });
}

/** Sums all keys. */
export function versionRows(taken: readonly TakenPlatformVersion[], source: CountSource): VersionCount[] {
  const rows = new Map<string, VersionCount>();
  for (const { project, platform, version, isNamed, hour, counts } of taken) {
    const name = `${project} ${platform} ${hour} ${version}`;
    const [a, b, c, d] = rows.get(name)?.counts ?? [0, 0, 0, 0];
    const sums = [a + counts[0], b + counts[1], c + counts[2], d + counts[3]] as const;
    rows.set(name, { project, platform, source, version, isNamed, hour, counts: sums });
  }
  return [...rows.values()];
}

export function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
}
