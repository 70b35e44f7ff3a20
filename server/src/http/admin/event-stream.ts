/**
 * One reader of events. It is pulled: what there is to say is looked up when the connection can take more, so that a slow
 * reader costs no memory; and whether they still may is asked each time before anything is said.
 */

import type { Requester } from "../../accounts/requester.ts";
import type { CommitNames } from "../../store/store.ts";
import { heartbeatText } from "./event-text.ts";

export interface EventSource {
  /** Commits after that revision, oldest first, at most some: of the project, or of all. @throws unavailable */
  after(revision: number, project: string | null): Promise<readonly CommitNames[]>;
  /** @throws unavailable */
  textOf(commits: readonly CommitNames[], to: Pick<Subscription, "project" | "epoch">): Promise<string>;
}

export interface Subscription {
  /** Null: every project in which the reader has a role. */
  readonly project: string | null;
  readonly epoch: string;
  /** What comes up to this revision is known. */
  readonly from: number;
  /** What is said before anything else. */
  readonly opening: string;
  /** Whether it goes on after what there is. */
  readonly isFollowing: boolean;
  readonly requester: Requester;
  /** What the reader may now; null: nothing of this any more. @throws unavailable */
  readonly may: () => Promise<Requester | null>;
  /** Cuts the connection. */
  readonly drop: () => void;
}

export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly subscription: Subscription;
  readonly #source: EventSource;
  readonly #ended: (stream: EventStream) => void;
  /** As they were last asked what they may. */
  #requester: Requester;
  #opening: string | null;
  #sent: number;
  #isOver = false;
  /** What is gone after this revision ends the stream, too. */
  #last: number | null = null;
  /** Projects of which the reader was told for the last time, by the revision that says so. */
  readonly #farewells = new Set<string>();
  #beat = false;
  #woken = false;
  #wake: (() => void) | null = null;
  /** Since when the connection has not asked for more, by the monotonic clock; null: it waits for more. */
  #full: number | null = null;

  constructor(subscription: Subscription, source: EventSource, ended: (stream: EventStream) => void) {
    this.subscription = subscription;
    this.#source = source;
    this.#ended = ended;
    this.#requester = subscription.requester;
    this.#opening = subscription.opening;
    this.#sent = subscription.from;
    this.body = new ReadableStream(
      { pull: (controller) => this.#pull(controller), cancel: () => this.end() },
      { highWaterMark: 0 },
    );
  }

  /** Something was committed, or it is time to say that one is still there. */
  wake(isHeartbeat: boolean): void {
    this.#beat ||= isHeartbeat;
    this.#woken = true;
    this.#wake?.();
    if (this.#full !== null) void this.#verify();
  }

  /** The project goes with that revision: of a stream of its own, that is the last event. */
  goesWith(project: string, revision: number): void {
    if (this.subscription.project === project) this.#last = revision;
    // By the next event the role in it is gone as well.
    else if (this.#requester.roleIn(project) !== null) this.#farewells.add(`${revision} ${project}`);
  }

  /** Milliseconds for which the connection has taken nothing. */
  stalledFor(now: number): number {
    return this.#full === null ? 0 : now - this.#full;
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#wake?.();
    this.#ended(this);
  }

  /** For one whose connection takes nothing: what waits there is not to be read any more. */
  cut(): void {
    this.end();
    this.subscription.drop();
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    this.#full = null;
    // That the store is away ends the stream: the reader comes again, with the id of the last event.
    const text = await this.#next().catch(() => null);
    this.#full = performance.now();
    if (text !== null) controller.enqueue(Buffer.from(text));
    else {
      this.end();
      controller.close();
    }
  }

  /** Null: it is over. */
  async #next(): Promise<string | null> {
    while (!this.#isOver) {
      this.#woken = false;
      const requester = await this.subscription.may();
      if (this.#isOver || requester === null) return null;
      this.#requester = requester;
      if (this.#opening !== null) return this.#open(this.#opening);
      const text = await this.#missed(requester);
      if (text !== "") return text;
      if (!this.subscription.isFollowing || (this.#last !== null && this.#sent >= this.#last)) return null;
      if (this.#beat) {
        this.#beat = false;
        return heartbeatText;
      }
      await this.#untilWoken();
    }
    return null;
  }

  #open(text: string): string {
    this.#opening = null;
    return text;
  }

  /** What is to be said of the next commits; "": there are none. */
  async #missed(requester: Requester): Promise<string> {
    const { project } = this.subscription;
    for (;;) {
      const commits = await this.#source.after(this.#sent, project);
      this.#sent = commits.at(-1)?.revision ?? this.#sent;
      const seen = commits.map((commit) => this.#visible(commit, requester)).filter(({ changes }) => changes.length > 0);
      if (seen.length > 0) return this.#source.textOf(seen, this.subscription);
      if (commits.length === 0) return "";
    }
  }

  #visible(commit: CommitNames, requester: Requester): CommitNames {
    const { project: only } = this.subscription;
    const isVisible = (project: string) => {
      if (only !== null) return project === only;
      if (project === "") return requester.isAdministrator;
      const isFarewell = this.#farewells.delete(`${commit.revision} ${project}`);
      return isFarewell || requester.roleIn(project) !== null;
    };
    const projects = new Set(commit.changes.map(({ project }) => project));
    const visible = new Set([...projects].filter(isVisible));
    return { ...commit, changes: commit.changes.filter(({ project }) => visible.has(project)) };
  }

  async #untilWoken(): Promise<void> {
    if (this.#woken || this.#isOver) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = null;
  }

  /** A connection that takes nothing would not notice that its right has ended. */
  async #verify(): Promise<void> {
    const requester = await this.subscription.may().catch(() => null);
    if (requester === null && this.#full !== null) this.cut();
  }
}
