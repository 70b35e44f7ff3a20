/** Each commit is encoded once, for all edges within the scope of their tokens. */

import type { ServerResponse } from "node:http";
import { remembered } from "drawbridge-rules/values/remembered.ts";
import { zoneText } from "../base/zone-data.ts";
import type { CredentialIndex } from "../log/credential-index.ts";
import { FanOut, heartbeat, type LogEncoder, type StreamLimits, streamTimes } from "../log/stream/fan-out.ts";
import { Backfill, type BufferLimits, RecentCommits } from "../log/stream/recent-commits.ts";
import { commitText, type EdgeScope, heartbeatText, type StateMark, startText } from "../replicas/edge-protocol.ts";
import { type Digests, isForEdges, type ProjectDigests, valueForEdges } from "../replicas/project-digests.ts";
import { type EncodedReplica, ReplicaCache } from "../replicas/replica-stream.ts";
import type { Change, CommitMark, Head, LoggedCommit, Row, Whole } from "../store/store.ts";

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

interface Follows {
  readonly token: string;
  readonly scope: EdgeScope;
  /** Null means the edge's state cannot be continued. */
  readonly position: Head | null;
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
    const connection = this.open(new EdgeEncoder(follows, position, zones, this), res, life, ended);
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

/** An edge gets a full replica if its state cannot be continued, then commits of its scope. */
class EdgeEncoder implements LogEncoder {
  readonly token: string;
  readonly #scope: EdgeScope;
  readonly #hub: EdgeHub;
  readonly #zones: string | undefined;
  /** Null means not all of a replica was sent yet. */
  #position: Head | null;
  #compared: Head | null = null;
  #isStarted = false;
  #replica: { readonly written: EncodedReplica; next: number } | null = null;

  /** @param zones time zone data that the edge lacks */
  constructor({ token, scope }: Follows, position: Head | null, zones: string | undefined, hub: EdgeHub) {
    this.token = token;
    this.#scope = scope;
    this.#position = position;
    this.#hub = hub;
    this.#zones = zones;
  }

  heartbeat(): Buffer | null {
    if (!this.#isStarted) return null;
    const { head } = this.#hub.recent;
    // An edge that lacks the head would take it for a lost commit.
    if (head === null || this.#position?.epoch !== head.epoch || this.#position.revision !== head.revision) return heartbeat;
    const isCompared = this.#compared === head;
    this.#compared = head;
    return this.#hub.heartbeatFor(head, isCompared ? null : this.#scope);
  }

  isBehind(): boolean {
    const { recent } = this.#hub;
    const head = this.#replica ? this.#replica.written.head : this.#position;
    return head !== null && head.epoch === recent.head?.epoch && head.revision < recent.from;
  }

  next(): Buffer | null | Promise<Buffer | null> {
    const { recent } = this.#hub;
    if (recent.head === null) return null;
    if (!this.#isStarted) {
      this.#isStarted = true;
      return this.#hub.startFor(this.#scope, this.#zones);
    }
    if (this.#replica) return this.#nextPiece(this.#replica);
    if (this.#position === null || this.#position.epoch !== recent.head.epoch) return this.#beginCopy();
    if (this.#position.revision < recent.from) return this.#catchUp(this.#position);
    return this.#textOf(recent.next(this.#position.revision));
  }

  #textOf(commit: EncodedCommit | null): Buffer | null {
    if (!commit) return null;
    this.#position = commit.head;
    return commit.textOf(this.#scope);
  }

  #nextPiece(replica: { readonly written: EncodedReplica; next: number }): Buffer | null {
    const { pieces, head } = replica.written;
    const piece = pieces[replica.next++] ?? null;
    if (replica.next < pieces.length) return piece;
    this.#replica = null;
    this.#position = head;
    return piece;
  }

  async #beginCopy(): Promise<Buffer | null> {
    const written = await this.#hub.replicaFor(this.#scope);
    const replica = { written, next: 0 };
    this.#replica = replica;
    return this.#nextPiece(replica);
  }

  async #catchUp({ revision }: Head): Promise<Buffer | null> {
    const commit = await this.#hub.commitAfter(revision);
    return commit === null ? this.#beginCopy() : this.#textOf(commit);
  }
}

/** Encoded once per scope, for any number of edges. */
export class EncodedCommit {
  readonly head: Head;
  readonly changes: readonly Change[];
  readonly mark: StateMark;
  /** Characters of the values and of the texts encoded from them. */
  size: number;
  readonly #grew: (by: number) => void;
  readonly #texts = new Map<string, Buffer>();

  /** @param grew called with the size of each added text */
  constructor(head: Head, changes: readonly Change[], mark: StateMark, grew: (by: number) => void = () => undefined) {
    this.head = head;
    this.mark = mark;
    this.#grew = grew;
    // An edge of the previous version forgets a moved key whose removal comes after its addition.
    this.changes = changes
      .filter(isForEdges)
      .map((change) => ({ ...change, value: valueForEdges(change) }))
      .sort((a, b) => Number(a.value !== null) - Number(b.value !== null));
    this.size = this.changes.reduce((sum, { id, value }) => sum + 200 + id.length + (value?.length ?? 0), 200);
  }

  textOf(scope: EdgeScope): Buffer {
    const written = this.#texts.get(scope.name);
    if (written) return written;
    const text = Buffer.from(
      commitText(
        this.head,
        this.head.revision - 1,
        this.changes.filter((change) => scope.has(change)),
        { commit: this.mark.commit, digests: this.mark.digests && within(scope, this.mark.digests) },
      ),
    );
    this.#texts.set(scope.name, text);
    // There may be hundreds of scopes, each with a text of every commit.
    this.size += text.length + 200;
    this.#grew(text.length + 200);
    return text;
  }
}

function within({ projects }: EdgeScope, digests: Digests): Digests {
  if (projects === null) return digests;
  return Object.fromEntries(Object.entries(digests).filter(([project]) => projects.includes(project)));
}
