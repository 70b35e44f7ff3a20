/** While its database is away, a node takes rows to start from, and commits of other nodes, from the object store. */
import type { Log } from "../base/log.ts";
import type { Settings } from "../base/settings.ts";
import type { LogFollower } from "../log/log-follower.ts";
import type { ObjectsStatus } from "../log/source-status.ts";
import type { ObjectFollower, ObjectTaker } from "../objects/object-follower.ts";
import type { ObjectLog } from "../objects/object-log.ts";
import type { ObjectNews } from "../objects/object-reader.ts";
import type { PublicCommit, ReadPublicState } from "../objects/public-lines.ts";
import type { CommitJournal } from "../replicas/commit-journal.ts";
import { CurrentRows } from "../replicas/current-rows.ts";
import type { Replica, ReplicaRows } from "../replicas/replica.ts";
import type { Head, LogEnd, LoggedCommit } from "../store/store.ts";

interface NodeObjectsServices {
  readonly settings: Pick<Settings, "objects" | "objectsKey">;
  readonly replica: Pick<Replica, "read">;
  readonly known: Pick<CommitJournal, "end" | "hasLeft">;
  readonly follower: Pick<LogFollower, "awaited" | "restored" | "restore" | "applyRestored">;
  readonly log: Pick<Log, "error" | "info">;
  /** Epoch ms. */
  readonly now: () => number;
}

export class NodeObjects implements ObjectTaker {
  readonly #services: NodeObjectsServices;
  #objects: ObjectFollower | null = null;
  /** A slow start can look for other rows at the same time. */
  #isOver = false;
  #full: Promise<{ readonly log: ObjectLog; readonly close: () => void }> | null = null;

  constructor(services: NodeObjectsServices) {
    this.#services = services;
  }

  async kept(): Promise<ReplicaRows | null> {
    const own = this.#services.replica.read();
    const { settings, log, now } = this.#services;
    if (settings.objects === null) return own;
    const { openObjectFollower } = await import("../objects/open-objects.ts");
    this.#objects ??= await openObjectFollower(settings.objects, settings.objectsKey, { log, now });
    if (own !== null) return own;
    const news = await this.#objects.read(null);
    const rows = news?.state ? this.#rowsOf(news.state, news.commits) : null;
    return rows === null || this.#isOlder(rows.head) ? null : rows;
  }

  #isOlder({ epoch, revision }: Head): boolean {
    const { known } = this.#services;
    return known.hasLeft(epoch) || (known.end?.head.epoch === epoch && revision < known.end.head.revision);
  }

  async readAhead(end: LogEnd): Promise<readonly LoggedCommit[]> {
    const { objects, objectsKey } = this.#services.settings;
    if (objects === null) return [];
    this.#full ??= import("../objects/open-objects.ts").then((opening) => opening.openObjectLog(objects, objectsKey, "full"));
    const { readFullCommits } = await import("../objects/full-lines.ts");
    return readFullCommits((await this.#full).log, end);
  }

  start(): void {
    this.#objects?.start(this);
  }

  async close(): Promise<void> {
    await this.stop();
    (await this.#full)?.close();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    const objects = this.#objects;
    this.#objects = null;
    await objects?.stop();
  }

  status(): ObjectsStatus | null {
    return this.#isOver ? null : (this.#objects?.status() ?? null);
  }

  position(): LogEnd | null {
    return this.#services.follower.restored;
  }

  isWanted(): boolean {
    return this.#services.follower.awaited !== null;
  }

  async take({ state, commits }: ObjectNews): Promise<void> {
    const { follower } = this.#services;
    if (state !== null) return follower.restore(this.#rowsOf(state, commits), follower.awaited);
    for (const { changes, head, last } of commits) follower.applyRestored(changes, head, last);
  }

  #rowsOf(state: ReadPublicState, commits: readonly PublicCommit[]): ReplicaRows {
    const current = new CurrentRows();
    current.load(state.rows, state.head, null);
    for (const { changes, head, last } of commits) current.apply(changes, head, last);
    const { head, last } = commits.at(-1) ?? state;
    return {
      rows: current.rows(),
      head,
      last: last?.id ? last : null,
      checkedAt: last?.at ?? 0,
      place: `the object store, ${this.status()?.place},`,
    };
  }
}
