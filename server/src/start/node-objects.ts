/** A node's use of the object store while its database is away: rows to start from, and commits of other nodes. */
import type { Log } from "../base/log.ts";
import type { Settings } from "../base/settings.ts";
import type { LogFollower } from "../log/log-follower.ts";
import type { ObjectsStatus } from "../log/source-status.ts";
import type { ObjectFollower, ObjectTaker } from "../objects/object-follower.ts";
import type { ObjectLog } from "../objects/object-log.ts";
import type { ObjectNews, Position } from "../objects/object-reader.ts";
import type { PublicCommit, ReadPublicState } from "../objects/public-lines.ts";
import { CurrentRows } from "../replicas/current-rows.ts";
import type { Replica, ReplicaRows } from "../replicas/replica.ts";
import type { CommitMark, Head, LogEnd, LoggedCommit } from "../store/store.ts";

interface NodeObjectsServices {
  readonly settings: Pick<Settings, "objects" | "objectsKey">;
  readonly replica: Pick<Replica, "read">;
  readonly follower: Pick<LogFollower, "awaited" | "restored" | "restore" | "applyRestored">;
  readonly log: Pick<Log, "error" | "info">;
  /** Epoch ms. */
  readonly now: () => number;
}

export class NodeObjects implements ObjectTaker {
  readonly #services: NodeObjectsServices;
  #objects: ObjectFollower | null = null;
  #full: Promise<{ readonly log: ObjectLog; readonly close: () => void }> | null = null;

  constructor(services: NodeObjectsServices) {
    this.#services = services;
  }

  /** Rows to start from: the replica on the disk, which the object store then brings up to date, or those of the object store. */
  async kept(): Promise<ReplicaRows | null> {
    const own = this.#services.replica.read();
    const { settings, log, now } = this.#services;
    if (settings.objects === null) return own;
    const { openObjectFollower } = await import("../objects/open-object-follower.ts");
    this.#objects ??= await openObjectFollower(settings.objects, settings, { log, now });
    if (own !== null) return own;
    const news = await this.#objects.read(null);
    return news?.state ? this.#rowsOf(news.state, news.commits) : null;
  }

  /** Commits that continue that end, for a node that cannot reach its database. */
  async readAhead(end: LogEnd): Promise<readonly LoggedCommit[]> {
    const { objects, objectsKey } = this.#services.settings;
    if (objects === null) return [];
    this.#full ??= import("../objects/open-object-follower.ts").then((opening) =>
      opening.openObjectLog(objects, objectsKey, "full"),
    );
    const { readFullCommits } = await import("../objects/full-commits.ts");
    return readFullCommits((await this.#full).log, end);
  }

  /** Follows the object store until the database is read. */
  start(): void {
    this.#objects?.start(this);
  }

  async close(): Promise<void> {
    await this.stop();
    (await this.#full)?.close();
  }

  /** Ends the following: the database is read. */
  async stop(): Promise<void> {
    const objects = this.#objects;
    this.#objects = null;
    await objects?.stop();
  }

  /** Null means that the object store is not in use here. */
  status(): ObjectsStatus | null {
    return this.#objects?.status() ?? null;
  }

  position(): Position | null {
    const { restored } = this.#services.follower;
    return restored && { head: restored.head, commit: restored.last?.id ?? null };
  }

  isWanted(): boolean {
    return this.#services.follower.awaited !== null;
  }

  async take({ state, commits }: ObjectNews): Promise<void> {
    const { follower } = this.#services;
    if (state !== null) return follower.restore(this.#rowsOf(state, commits), follower.awaited);
    for (const { changes, head, commit, at } of commits) follower.applyRestored(changes, head, markOf(head, commit, at));
  }

  #rowsOf(state: ReadPublicState, commits: readonly PublicCommit[]): ReplicaRows {
    const current = new CurrentRows();
    const { head, commit, at } = commits.at(-1) ?? state;
    const last = commit === null ? null : markOf(head, commit, at);
    current.load(state.rows, state.head, null);
    for (const { changes, head } of commits) current.apply(changes, head, {});
    return { rows: current.rows(), head, last, checkedAt: at, place: `the object store, ${this.status()?.place},` };
  }
}

/** Edges get no authors and reasons, and this node shows none before it has read its database. */
function markOf({ revision }: Head, id: string | null, at: number): CommitMark {
  return { revision, id, at, actor: "", reason: "" };
}
