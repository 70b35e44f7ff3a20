/** An edge gets a full replica if its state cannot be continued, then commits of its scope. */

import { heartbeat, type LogEncoder } from "../log/stream/fan-out.ts";
import { commitText, type EdgeScope, type StateMark } from "../replicas/edge-protocol.ts";
import { type Digests, isForEdges, valueForEdges } from "../replicas/project-digests.ts";
import type { EncodedReplica } from "../replicas/replica-stream.ts";
import type { Change, Head } from "../store/store.ts";
import type { EdgeHub } from "./edge-hub.ts";

export interface EdgeSubscription {
  readonly token: string;
  readonly scope: EdgeScope;
  /** Null means the edge's state cannot be continued. */
  readonly position: Head | null;
  readonly zones?: string | undefined;
}

export class EdgeEncoder implements LogEncoder {
  readonly token: string;
  readonly #scope: EdgeScope;
  readonly #hub: EdgeHub;
  readonly #zones: string | undefined;
  /** Null means not all of a replica was sent yet. */
  #position: Head | null;
  #compared: Head | null = null;
  #isStarted = false;
  #replica: { readonly written: EncodedReplica; next: number } | null = null;

  constructor({ token, scope, position, zones }: EdgeSubscription, hub: EdgeHub) {
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
