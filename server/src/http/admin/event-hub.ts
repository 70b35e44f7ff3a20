/**
 * Who listens to what is committed. It keeps the last commits by their names, so that a thousand readers ask the store no more
 * often than one; wakes the readers, bounds how many there are, and ends them when the program stops.
 */
import { setImmediate } from "node:timers/promises";
import type { AccessTokenRing } from "../../accounts/access-token-ring.ts";
import { ShareCount } from "../../limits/share-count.ts";
import type { Change, CommitInput, CommitNames, Head, Store } from "../../store/store.ts";
import { actorNames } from "./actor-names.ts";
import { type EventSource, EventStream, type Subscription } from "./event-stream.ts";
import { commitText } from "./event-text.ts";

interface HubServices {
  readonly store: Store;
  readonly accessTokens: AccessTokenRing;
}

/** Times are in milliseconds. */
export interface EventLimits {
  readonly streams: number;
  readonly perRequester: number;
  /** Maximum for all tokens and members of a project together. */
  readonly perProject: number;
  /** Number of `streams` reserved for administrators. */
  readonly reserved: number;
  readonly heartbeat: number;
  /** A stream ends after at most so long, so that a load balancer can spread them anew. */
  readonly life: number;
  /** For so long a connection may take nothing. */
  readonly stall: number;
}

export const eventLimits: EventLimits = {
  streams: 200,
  perRequester: 20,
  perProject: 50,
  reserved: 40,
  heartbeat: 15_000,
  life: 3_600_000,
  stall: 30_000,
};

/** What is remembered: commits, and names in them. */
const mostRemembered = 1_000;
const mostNames = 50_000;
/** Commits that are looked up, or said, at once. */
const batch = 50;

export class EventHub implements EventSource {
  readonly #workings: HubServices;
  readonly #limits: EventLimits;
  readonly #streams = new Set<EventStream>();
  readonly #shares = new ShareCount();
  /** Open streams of everyone but administrators. */
  #common = 0;
  /** All commits after `#from`, oldest first. */
  #recent: CommitNames[] = [];
  #from: number | null = null;
  #names = 0;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(workings: HubServices, limits: Partial<EventLimits> = {}) {
    this.#workings = workings;
    this.#limits = { ...eventLimits, ...limits };
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Follows the publisher, as the first of all: by what its followers know, who may has not changed yet. */
  apply(changes: readonly Change[], { revision }: Head, commit: Pick<CommitInput, "at" | "actor" | "reason">): void {
    this.#from ??= revision - 1;
    const { at, actor, reason } = commit;
    const names = changes.map(({ project, kind, id }) => ({ project, kind, id }));
    this.#recent.push({ revision, at, actor, reason, changes: names });
    this.#names += names.length;
    while (this.#recent.length > mostRemembered || this.#names > mostNames) this.#forgetFirst();
    const gone = changes.filter(({ kind, value }) => kind === "project" && value === null);
    for (const stream of this.#streams) for (const { project } of gone) stream.goesWith(project, revision);
    void this.#wake(false);
  }

  /**
   * The log is another one now, or nobody has heard of all that was committed: every stream ends, and whoever comes again with
   * the id of the last event is told to read anew what it has missed.
   */
  load(): void {
    this.#recent = [];
    this.#names = 0;
    this.#from = null;
    for (const stream of [...this.#streams]) stream.end();
  }

  /** A sentence that names the limit that is reached; null: there is room. */
  fullFor(listener: Pick<Subscription, "requester" | "project">): string | null {
    const { streams, perRequester, perProject, reserved } = this.#limits;
    const { requester } = listener;
    if (this.#isClosed) return "The server is stopping.";
    if (this.#shares.of(requester.actor) >= perRequester)
      return `You have ${perRequester} event streams open, the most for one person or access token.`;
    if (this.#streams.size >= streams) return `This server has ${streams} event streams open, the most it serves.`;
    if (requester.isAdministrator) return null;
    const project = projectOf(listener);
    if (project !== null && this.#shares.of(shareOf(project)) >= perProject)
      return `The access tokens and members of the project ${project} have ${perProject} event streams open, the most for one project.`;
    if (this.#common < streams - reserved) return null;
    return `This server has ${streams - reserved} event streams open, the most it serves besides those of administrators.`;
  }

  /** @param jitter from 0 to 1: by how much of a sixth its life is shorter */
  open(subscription: Subscription, jitter: number): ReadableStream<Uint8Array> {
    const { actor, isAdministrator } = subscription.requester;
    const project = projectOf(subscription);
    const holders = project === null ? [actor] : [actor, shareOf(project)];
    const common = isAdministrator ? 0 : 1;
    const life = setTimeout(() => stream.end(), this.#limits.life * (1 - jitter / 6)).unref();
    const stream = new EventStream(subscription, this, () => {
      clearTimeout(life);
      if (!this.#streams.delete(stream)) return;
      for (const holder of holders) this.#shares.remove(holder);
      this.#common -= common;
      this.#stopIfIdle();
    });
    this.#streams.add(stream);
    for (const holder of holders) this.#shares.add(holder);
    this.#common += common;
    this.#timer ??= setInterval(() => this.#tick(), this.#limits.heartbeat).unref();
    return stream.body;
  }

  /** Ends every stream, and lets nobody in any more. */
  close(): void {
    this.#isClosed = true;
    const now = performance.now();
    for (const stream of this.#streams) {
      if (stream.stalledFor(now) > 0) stream.cut();
      else stream.end();
    }
  }

  async after(revision: number, project: string | null): Promise<readonly CommitNames[]> {
    if (this.#from === null || revision < this.#from) {
      return this.#workings.store.commitsAfter(revision, { ...(project === null ? {} : { project }), limit: batch });
    }
    return this.#recent
      .slice(this.#placeAfter(revision))
      .filter(({ changes }) => project === null || changes.some((change) => change.project === project))
      .slice(0, batch);
  }

  async textOf(commits: readonly CommitNames[], { project, epoch }: Pick<Subscription, "project" | "epoch">): Promise<string> {
    const nameOf = await actorNames(
      this.#workings,
      commits.map(({ actor }) => actor),
    );
    return commits.map((commit) => commitText(epoch, commit, project, nameOf)).join("");
  }

  #placeAfter(revision: number): number {
    let [low, high] = [0, this.#recent.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#recent[middle]?.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #forgetFirst(): void {
    const first = this.#recent.shift();
    if (!first) return;
    this.#from = first.revision;
    this.#names -= first.changes.length;
  }

  /** After every other follower has heard of the commit: until then they know a right that it takes. */
  async #wake(isHeartbeat: boolean): Promise<void> {
    await setImmediate();
    for (const stream of this.#streams) stream.wake(isHeartbeat);
  }

  #tick(): void {
    const now = performance.now();
    for (const stream of this.#streams) if (stream.stalledFor(now) > this.#limits.stall) stream.cut();
    void this.#wake(true);
  }

  #stopIfIdle(): void {
    if (this.#streams.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}

/** The project whose share a stream counts toward: the project of the stream, or the only one that its reader can see. */
function projectOf({ requester, project }: Pick<Subscription, "requester" | "project">): string | null {
  return requester.isAdministrator ? null : (project ?? requester.soleProject());
}

/** Unambiguous, since no actor's id contains a slash. */
function shareOf(project: string): string {
  return `projects/${project}`;
}
