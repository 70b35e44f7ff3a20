import type { CommitEvent } from "drawbridge-rules/wire/event.ts";
import type { Requester } from "../../accounts/requester.ts";
import { endOfStream, eventText, heartbeat, type LogEncoder, type StreamPiece } from "../../log/stream/fan-out.ts";
import type { CommitNames, Head } from "../../store/store.ts";
import { isShown } from "../answer/history-wire.ts";
import { type ActorNames, printMark } from "../answer/marks-wire.ts";

const retry = 3_000;

/** Names in one event: a client that gets more than this reloads everything. */
const maxNames = 500;

/** `ready`: nothing will be missed; `resync`: what was missed is gone, so read everything again. */
export function openingText(event: "ready" | "resync", head: Head): string {
  return `retry: ${retry}\n${eventText(event, { revision: head.revision }, idOf(head))}`;
}

/** @param project null means several, and each change names its own */
export function commitText(epoch: string, commit: CommitNames, project: string | null, nameOf: ActorNames): string {
  const shown = commit.changes.filter(({ kind }) => isShown(kind));
  const changes = shown
    .slice(0, maxNames)
    .map((change) => ({ ...(project === null ? { project: change.project } : {}), kind: change.kind, id: change.id }));
  const data: CommitEvent = {
    ...printMark(commit, nameOf),
    changes: changes as CommitEvent["changes"],
    ...(shown.length > maxNames ? { more: true } : {}),
  };
  return eventText("commit", data, idOf({ epoch, revision: commit.revision }));
}

export function readPosition(text: string): Head | null {
  const [, epoch, revision] = /^([0-9a-f]{1,64})\.([0-9]{1,15})$/.exec(text) ?? [];
  return epoch === undefined ? null : { epoch, revision: Number(revision) };
}

function idOf({ epoch, revision }: Head): string {
  return `${epoch}.${revision}`;
}

export interface EventLog {
  /** A batch, oldest first. @throws unavailable */
  after(revision: number, project: string | null): Promise<readonly CommitNames[]>;
  /** @throws unavailable */
  textOf(commits: readonly CommitNames[], to: Pick<Subscription, "project" | "epoch">): Promise<string>;
}

export interface Subscription {
  /** Null means every project in which the listener has a role. */
  readonly project: string | null;
  readonly epoch: string;
  readonly from: number;
  readonly opening: string;
  readonly isFollowing: boolean;
  readonly requester: Requester;
  /** Null means no permissions here any longer. @throws unavailable */
  readonly may: () => Promise<Requester | null>;
  readonly drop: () => void;
}

export class EventEncoder implements LogEncoder {
  readonly #subscription: Subscription;
  readonly #log: EventLog;
  #requester: Requester;
  #opening: string | null;
  #sent: number;
  #last: number | null = null;
  /** `revision project` of deletions that the listener still gets. */
  readonly #farewells = new Set<string>();
  #isBeatDue = false;

  constructor(subscription: Subscription, log: EventLog) {
    this.#subscription = subscription;
    this.#log = log;
    this.#requester = subscription.requester;
    this.#opening = subscription.opening;
    this.#sent = subscription.from;
  }

  /** The revision deletes the project: the last event of its stream. */
  goesWith(project: string, revision: number): void {
    if (this.#subscription.project === project) this.#last = revision;
    // By the next event the role in it is gone as well.
    else if (this.#requester.roleIn(project) !== null) this.#farewells.add(`${revision} ${project}`);
  }

  /** Sent by `next`, which checks the right first. */
  heartbeat(): null {
    this.#isBeatDue = true;
    return null;
  }

  async mayRead(): Promise<boolean> {
    return (await this.#subscription.may().catch(() => null)) !== null;
  }

  async next(): Promise<StreamPiece> {
    const requester = await this.#subscription.may();
    if (requester === null) return endOfStream;
    this.#requester = requester;
    const text = this.#opening ?? (await this.#missed(requester));
    this.#opening = null;
    if (text !== "") return Buffer.from(text);
    if (!this.#subscription.isFollowing || (this.#last !== null && this.#sent >= this.#last)) return endOfStream;
    const piece = this.#isBeatDue ? heartbeat : null;
    this.#isBeatDue = false;
    return piece;
  }

  async #missed(requester: Requester): Promise<string> {
    const { project } = this.#subscription;
    for (;;) {
      const commits = await this.#log.after(this.#sent, project);
      this.#sent = commits.at(-1)?.revision ?? this.#sent;
      const seen = commits.map((commit) => this.#visible(commit, requester)).filter(({ changes }) => changes.length > 0);
      if (seen.length > 0) return this.#log.textOf(seen, this.#subscription);
      if (commits.length === 0) return "";
    }
  }

  #visible(commit: CommitNames, requester: Requester): CommitNames {
    const { project: only } = this.#subscription;
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
}
