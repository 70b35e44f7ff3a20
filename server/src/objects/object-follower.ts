/** Follows an object store's status always, and its content while nothing better is there. Reads never wait. */
import { setTimeout as sleep } from "node:timers/promises";
import { errorText } from "drawbridge-rules/values/errors.ts";
import { type Log, OutageLog } from "../base/log.ts";
import type { ObjectsStatus } from "../log/source-status.ts";
import type { LogEnd } from "../store/store.ts";
import type { ObjectNews, ObjectReader } from "./object-reader.ts";

/** Maximum milliseconds between two polls, spread since a thousand edges ask. */
const pollEvery = 5_000;

export interface ObjectTaker {
  /** Null means that it has nothing yet. */
  position(): LogEnd | null;
  isWanted(): boolean;
  /** Applies what is newer than `since`. @throws ContentRefusal */
  take(news: ObjectNews, since: LogEnd | null): Promise<void>;
}

export interface ObjectFollowerServices {
  readonly reader: ObjectReader;
  readonly log: Pick<Log, "error" | "info">;
  readonly now: () => number;
  readonly random: () => number;
  readonly close: () => void;
  /** Maximum milliseconds between two polls, for tests. */
  readonly pollEvery?: number | undefined;
}

export class ObjectFollower {
  readonly #services: ObjectFollowerServices;
  readonly #outage: OutageLog;
  readonly #ending = new AbortController();
  #waking = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(services: ObjectFollowerServices) {
    this.#services = services;
    this.#outage = new OutageLog(services.log, {
      lost: { event: "objects.lost", text: "The object store cannot be used" },
      back: { event: "objects.back", text: "The object store can be used again" },
    });
  }

  status(): ObjectsStatus {
    return this.#services.reader.status;
  }

  /** Null means nothing newer, or that the status has a problem. */
  async read(since: LogEnd | null, isWanted = true): Promise<ObjectNews | null> {
    const { reader } = this.#services;
    const news = await reader.poll(since, isWanted, this.#ending.signal);
    this.#logProblem();
    return news;
  }

  start(taker: ObjectTaker): void {
    this.#running = this.#run(taker);
  }

  wake(): void {
    this.#waking.abort();
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    this.wake();
    await this.#running;
    this.#services.close();
  }

  async #run(taker: ObjectTaker): Promise<void> {
    const { random, pollEvery: every = pollEvery } = this.#services;
    while (!this.#ending.signal.aborted) {
      this.#waking = new AbortController();
      await this.#poll(taker).catch(() => undefined);
      const wait = every * (0.6 + 0.4 * random());
      await sleep(wait, undefined, { ref: false, signal: this.#waking.signal }).catch(() => undefined);
    }
  }

  async #poll(taker: ObjectTaker): Promise<void> {
    const { reader, log } = this.#services;
    const since = taker.position();
    const news = await this.read(since, taker.isWanted());
    if (news === null) return;
    try {
      await taker.take(news, since);
    } catch (error) {
      reader.refuse(errorText(error));
      return this.#logProblem();
    }
    const fields = { objects: reader.status.place, ...taker.position()?.head };
    if (news.state) log.info?.({ event: "objects.loaded", ...fields }, "Reads are answered from rows of the object store");
  }

  #logProblem(): void {
    const { reader, now } = this.#services;
    const { place, problem } = reader.status;
    if (problem !== null) this.#outage.lost(problem, now(), { objects: place });
    else this.#outage.back(now(), { objects: place });
  }
}
