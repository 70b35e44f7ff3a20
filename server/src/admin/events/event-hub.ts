import { FanOut, type Sink, type StreamLimits, streamTimes } from "../../log/stream/fan-out.ts";
import { RecentCommits } from "../../log/stream/recent-commits.ts";
import type { Change, CommitInput, CommitNames, Head } from "../../store/store.ts";
import { actorNames, type NamingServices } from "../answer/marks-wire.ts";
import { commitText, EventEncoder, type EventLog, type Subscription } from "./event-encoder.ts";

export interface EventLimits extends StreamLimits {
  readonly perRequester: number;
  readonly perProject: number;
  /** How many of `streams` are for administrators alone. */
  readonly reserved: number;
}

const eventLimits: EventLimits = { streams: 200, perRequester: 20, perProject: 50, reserved: 40, ...streamTimes };

/** `size` counts names. */
const keptLimits = { commits: 1_000, size: 50_000 };
const batch = 50;

export class EventHub extends FanOut<EventEncoder> implements EventLog {
  readonly #services: NamingServices;
  readonly #limits: EventLimits;
  readonly #recent = new RecentCommits<{ readonly commit: CommitNames; readonly size: number }>(keptLimits);

  constructor(services: NamingServices, own: Partial<EventLimits> = {}) {
    const limits = { ...eventLimits, ...own };
    super(limits);
    this.#services = services;
    this.#limits = limits;
  }

  /** Follows the publisher first: permissions that the commit takes are still known. */
  apply(changes: readonly Change[], head: Head, commit: Pick<CommitInput, "at" | "actor" | "reason">): void {
    const { revision } = head;
    const { at, actor, reason } = commit;
    const names = changes.map(({ project, kind, id }) => ({ project, kind, id }));
    this.#recent.push(head, { commit: { revision, at, actor, reason, changes: names }, size: names.length });
    const gone = changes.filter(({ kind, value }) => kind === "project" && value === null);
    for (const { encoder } of this.connections) for (const { project } of gone) encoder.goesWith(project, revision);
    this.notify();
  }

  /** The log was replaced, or commits were missed: listeners read everything again. */
  load(): void {
    this.#recent.reset(null);
    this.endAll();
  }

  /** Names the limit that is reached; null means there is room. */
  fullFor(listener: Pick<Subscription, "requester" | "project">): string | null {
    const { streams, perRequester, perProject, reserved } = this.#limits;
    const { requester } = listener;
    if (this.isClosed) return "The server is stopping.";
    if (this.shareOf(requester.actor) >= perRequester)
      return `You have ${perRequester} event streams open, the maximum for one person or access token.`;
    if (this.size >= streams) return `This server has ${streams} event streams open, the maximum.`;
    if (requester.isAdministrator) return null;
    const project = projectOf(listener);
    if (project !== null && this.shareOf(shareOf(project)) >= perProject)
      return `The access tokens and members of the project ${project} have ${perProject} event streams open, the maximum for one project.`;
    if (this.shareOf(common) < streams - reserved) return null;
    return `This server has ${streams - reserved} event streams open, the maximum without those of administrators.`;
  }

  /** @param jitter from 0 to 1: shortens its life by up to a sixth */
  listen(subscription: Subscription, jitter: number): ReadableStream<Uint8Array> {
    const { actor, isAdministrator } = subscription.requester;
    const project = projectOf(subscription);
    const holders = [actor, ...(project === null ? [] : [shareOf(project)]), ...(isAdministrator ? [] : [common])];
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const start = (own: ReadableStreamDefaultController<Uint8Array>) => {
      controller = own;
    };
    const sink: Sink = {
      write: (piece) => {
        controller?.enqueue(piece);
        // The next pull signals that the connection accepts more.
        return false;
      },
      end: () => controller?.close(),
      destroy: () => {
        subscription.drop();
        controller?.close();
      },
    };
    const connection = this.open(new EventEncoder(subscription, this), sink, { jitter }, this.take(holders));
    const source = { start, pull: () => connection.drained(), cancel: () => connection.left() };
    return new ReadableStream(source, { highWaterMark: 0 });
  }

  async after(revision: number, project: string | null): Promise<readonly CommitNames[]> {
    const recent = this.#recent.after(revision);
    if (recent === null) {
      return this.#services.store.commitsAfter(revision, { ...(project === null ? {} : { project }), limit: batch });
    }
    return recent
      .map(({ commit }) => commit)
      .filter(({ changes }) => project === null || changes.some((change) => change.project === project))
      .slice(0, batch);
  }

  async textOf(commits: readonly CommitNames[], { project, epoch }: Pick<Subscription, "project" | "epoch">): Promise<string> {
    const nameOf = await actorNames(this.#services, commits);
    return commits.map((commit) => commitText(epoch, commit, project, nameOf)).join("");
  }
}

const common = "everyone but administrators";

function projectOf({ requester, project }: Pick<Subscription, "requester" | "project">): string | null {
  return requester.isAdministrator ? null : (project ?? requester.soleProject());
}

/** Unambiguous, since no actor's id contains a slash. */
function shareOf(project: string): string {
  return `projects/${project}`;
}
