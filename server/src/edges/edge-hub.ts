/** Each commit is encoded once, for all edges within the scope of their tokens. */

import type { ServerResponse } from "node:http";
import { remembered } from "drawbridge-rules/values/remembered.ts";
import { zoneText } from "../base/zone-data.ts";
import type { CredentialIndex } from "../log/credential-index.ts";
import { FanOut, type StreamLimits, streamTimes } from "../log/stream/fan-out.ts";
import { Backfill, type BufferLimits, RecentCommits } from "../log/stream/recent-commits.ts";
import { type EdgeScope, heartbeatText, startText } from "../replicas/edge-protocol.ts";
import { isForEdges, type ProjectDigests } from "../replicas/project-digests.ts";
import { type EncodedReplica, ReplicaCache } from "../replicas/replica-stream.ts";
import type { Change, CommitMark, Head, LoggedCommit, Row, Whole } from "../store/store.ts";
import { EdgeEncoder, type EdgeSubscription, EncodedCommit } from "./edge-encoder.ts";

/** A store, or the replica that an edge itself has. */
export interface EdgeSource {
  readonly via?: readonly string[];
  /** @throws unavailable */
  whole(): Promise<Whole>;
  /** As in the store. @throws unavailable */
  changesAfter(revision: number, limit: number): Promise<readonly LoggedCommit[] | null>;
  /** Absent means only the last commit is known. @throws unavailable */
  commitAt?(revision: number): Promise<Pick<CommitMark, "id"> | null>;
}

export interface HubLimits extends StreamLimits {
  readonly perToken: number;
  /** Revisions: an edge that missed more gets a whole replica. */
  readonly furthest: number;
  /** Sizes are in characters, of values and of the texts encoded from them. */
  readonly kept: BufferLimits;
}

const hubLimits: HubLimits = {
  streams: 5_000,
  perToken: 1_000,
  ...streamTimes,
  furthest: 5_000,
  kept: { commits: 10_000, size: 16 * 1024 * 1024 },
};

interface Follows extends Omit<EdgeSubscription, "zones"> {
  readonly res: Pick<ServerResponse, "write" | "end" | "destroy" | "destroyed" | "on">;
  /** Id of the edge's commit with the revision of its position. */
  readonly commit?: string | null;
  readonly zonesDigest?: string | null;
}

interface HubServices {
  readonly source: EdgeSource;
  /** They receive each commit before this hub does. */
  readonly digests: ProjectDigests;
  readonly tokens: CredentialIndex<"token">;
  readonly now: () => number;
}

export class EdgeHub extends FanOut<EdgeEncoder> {
  readonly recent: RecentCommits<EncodedCommit>;
  readonly #services: HubServices;
  readonly #limits: HubLimits;
  readonly #replicas: ReplicaCache;
  readonly #backfill: Backfill<EncodedCommit>;
  /** By the scope of their digests; null means without digests. */
  readonly #heartbeats = new Map<string | null, Buffer>();
  #commit: string | null = null;

  constructor(services: HubServices, own: Partial<HubLimits> = {}) {
    const limits = { ...hubLimits, ...own };
    super(limits);
    this.#services = services;
    this.#limits = limits;
    this.recent = new RecentCommits(limits.kept);
    this.#replicas = new ReplicaCache(() => services.source.whole());
    this.#backfill = new Backfill(
      (revision, limit) => services.source.changesAfter(revision, limit),
      (head, { id, changes }) => new EncodedCommit(head, changes, { commit: id, digests: null }),
    );
  }

  get head(): Head | null {
    return this.recent.head;
  }

  hasRoomFor(token: string): boolean {
    return this.shareOf(token) < this.#limits.perToken;
  }

  get mostPerToken(): number {
    return this.#limits.perToken;
  }

  load(rows: Iterable<Row>, head: Head, last: Pick<CommitMark, "id"> | null = null): void {
    this.#services.tokens.load(rows);
    this.#setLastCommit(last?.id ?? null);
    this.recent.reset(head);
    this.#replicas.clear();
    this.#backfill.clear();
    this.#endClosed();
    this.notify();
  }

  apply(changes: readonly Change[], head: Head, { id = null }: { readonly id?: string | null } = {}): void {
    const { tokens: known, digests } = this.#services;
    known.apply(changes);
    this.#setLastCommit(id);
    const mark = { commit: id, digests: digests.ofAll(changes.filter(isForEdges).map(({ project }) => project)) };
    this.recent.push(head, new EncodedCommit(head, changes, mark, (by) => this.recent.grow(by)));
    const tokens = changes.flatMap(({ kind, id: token }) => (kind === "token" ? [token] : []));
    if (tokens.length > 0) this.#endClosed(tokens);
    this.notify();
  }

  /** @param expiresAt of its token @param jitter from 0 to 1: shortens its life by up to a sixth */
  async follow(follows: Follows, expiresAt: number | null, jitter: number, onEnd: () => void): Promise<void> {
    const { res, token } = follows;
    const leave = this.take([token]);
    const ended = () => {
      leave();
      onEnd();
    };
    const position = await this.#startOf(follows.position, follows.commit ?? null).catch(() => null);
    const { text, digest } = await zoneText();
    const zones = follows.zonesDigest === digest ? undefined : text;
    const now = this.#services.now();
    // The edge may have disconnected or lost access meanwhile.
    if (res.destroyed || this.isClosed || !this.#services.tokens.isActive("", token, now)) {
      res.destroy();
      return ended();
    }
    const life = { jitter, ...(expiresAt === null ? {} : { left: expiresAt - now }) };
    const connection = this.open(new EdgeEncoder({ ...follows, position, zones }, this), res, life, ended);
    res.on("drain", () => connection.drained());
    res.on("close", () => connection.left());
    connection.wake();
  }

  override close(): void {
    this.#replicas.clear();
    this.#backfill.clear();
    super.close();
  }

  /** Null means nothing is loaded yet. @param zones time zone data to send */
  startFor(scope: EdgeScope, zones?: string): Buffer | null {
    if (this.head === null) return null;
    const mark = { commit: this.#commit, digests: this.#services.digests.in(scope) };
    return Buffer.from(startText(scope, this.head, this.#services.source.via ?? [], mark, zones));
  }

  /** With a scope, the heartbeat has its digests. Built once for all streams. */
  heartbeatFor(head: Head, scope: EdgeScope | null): Buffer {
    const name = scope?.name ?? null;
    return remembered(this.#heartbeats, name, () =>
      Buffer.from(heartbeatText(head, scope === null ? undefined : this.#services.digests.in(scope))),
    );
  }

  /** @throws unavailable */
  replicaFor(scope: EdgeScope): Promise<EncodedReplica> {
    return this.#replicas.of(scope, ({ epoch, revision }) => epoch === this.recent.head?.epoch && revision >= this.recent.from);
  }

  /** From the store; null means it no longer has the commit. @throws unavailable */
  async commitAfter(revision: number): Promise<EncodedCommit | null> {
    const { head } = this.recent;
    if (head === null || head.revision - revision > this.#limits.furthest) return null;
    return this.#backfill.after({ epoch: head.epoch, revision });
  }

  /** Null means the edge's state cannot be continued. */
  async #startOf(position: Head | null, commit: string | null): Promise<Head | null> {
    const { head } = this.recent;
    if (position === null || head === null || position.epoch !== head.epoch) return null;
    if (commit !== null && (await this.#hasAnother(position, commit))) return null;
    if (position.revision <= head.revision) return position;
    // The edge may have got the last commits from another node.
    return (await this.#services.source.changesAfter(position.revision, 1)) === null ? null : position;
  }

  /** Another commit with that revision means that the edge's or the origin's database went back. */
  async #hasAnother({ revision }: Head, commit: string): Promise<boolean> {
    const isLast = revision === this.recent.head?.revision;
    const own = isLast ? this.#commit : ((await this.#services.source.commitAt?.(revision))?.id ?? null);
    return own !== null && own !== commit;
  }

  #setLastCommit(commit: string | null): void {
    this.#commit = commit;
    this.#heartbeats.clear();
  }

  /** @param changed ids of tokens whose end may have moved */
  #endClosed(changed: readonly string[] = []): void {
    const now = this.#services.now();
    for (const connection of this.connections) {
      const { token } = connection.encoder;
      if (!this.#services.tokens.isActive("", token, now)) connection.cut();
      else if (changed.includes(token)) connection.end();
    }
  }
}
