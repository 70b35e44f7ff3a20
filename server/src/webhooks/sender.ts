import { setTimeout as sleep } from "node:timers/promises";
import { DAY, HOUR } from "drawbridge-rules/values/duration.ts";
import type { Webhook } from "drawbridge-rules/webhooks/webhook.ts";
import type { WebhookEvent } from "drawbridge-rules/wire/webhook-event.ts";
import { chunks } from "../reads/usage/usage-writer.ts";
import type { DeliveryResult, DueDelivery, Outbox } from "../store/sql/sql-outbox.ts";
import type { EventPost } from "./event-post.ts";
import { isAccepted, type OutgoingAnswer } from "./outgoing.ts";
import { RepeatedWork } from "./repeated-work.ts";

export interface SenderServices {
  readonly outbox: Pick<Outbox, "due" | "nextDue" | "record">;
  readonly post: Pick<EventPost, "send" | "withdraw">;
  readonly now: () => number;
  readonly random: () => number;
  readonly onGone: () => void;
  readonly onFailure: (error: unknown) => void;
}

interface Pace {
  /** Events that one request can have, and requests at a time. */
  readonly events: number;
  readonly requests: number;
  /** Least milliseconds between two groups of requests. */
  readonly wait: number;
  /** Milliseconds until a request without an event repairs the receiver; infinity means never. */
  readonly repair: number;
}

const single: Pace = { events: 1, requests: 8, wait: 50, repair: Number.POSITIVE_INFINITY };
/** Chats accept one message a second. */
const chat: Pace = { events: 100, requests: 1, wait: 1_000, repair: Number.POSITIVE_INFINITY };
const paces: Readonly<Record<Webhook["format"], Pace>> = {
  standard: single,
  slack: chat,
  teams: chat,
  alertmanager: { ...chat, repair: 60_000 },
};

/** From an event until its delivery is given up. */
const longestTry = DAY;
/** A receiver that fails gets one request after each pause until it answers. */
const longestPause = 300_000;
const storeWait = 5_000;

/** 5 s, 15 s, 45 s … up to an hour, each up to a fifth shorter or longer. */
function retryWait(attempts: number, random: number): number {
  return Math.min(5_000 * 3 ** (attempts - 1), HOUR) * (0.8 + 0.4 * random);
}

export class Sender {
  readonly #id: string;
  readonly #services: SenderServices;
  #webhook: Webhook;
  /** As the webhook was before changes of its receiver. */
  readonly #left: Webhook[] = [];
  readonly #work: RepeatedWork;
  readonly #stop = new AbortController();
  #failures = 0;
  #pausedUntil = 0;
  #repairAt = 0;

  constructor(id: string, webhook: Webhook, services: SenderServices) {
    this.#id = id;
    this.#webhook = webhook;
    this.#services = services;
    this.#work = new RepeatedWork(() => this.#run(), services.now);
    this.wake();
  }

  /** After a change, a receiver that failed gets another request immediately. */
  follow(webhook: Webhook): void {
    if (webhook === this.#webhook) return;
    const { url, format } = this.#webhook;
    if (webhook.url !== url || webhook.format !== format) this.#left.push(this.#webhook);
    this.#webhook = webhook;
    [this.#pausedUntil, this.#repairAt] = [0, 0];
    this.wake();
  }

  /** @param isNow a person asked for it: a receiver that just failed gets it too */
  wake(isNow = false): void {
    if (isNow) this.#pausedUntil = 0;
    this.#work.wake();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#work.stop();
  }

  async end(): Promise<void> {
    await this.stop();
    this.#left.push(this.#webhook);
    await this.#withdraw();
  }

  /** A new receiver can be the same Alertmanager by another address. */
  async #withdraw(): Promise<void> {
    for (let left = this.#left.shift(); left; left = this.#left.shift()) {
      await this.#services.post.withdraw(this.#id, left);
      this.#repairAt = 0;
    }
  }

  async #run(): Promise<number> {
    const { now, onFailure } = this.#services;
    const { signal } = this.#stop;
    const { wait } = paces[this.#webhook.format];
    await this.#withdraw();
    // A longer pause is none: the clock stepped back.
    if (this.#pausedUntil > now() + longestPause) this.#pausedUntil = 0;
    let next = this.#webhook.disabled === null ? this.#pausedUntil : Number.POSITIVE_INFINITY;
    try {
      while (!signal.aborted && this.#webhook.disabled === null && next <= now()) {
        next = await this.#step();
        if (next <= now()) await sleep(wait, null, { signal }).catch(() => null);
      }
    } catch (error) {
      onFailure(error);
      next = now() + storeWait;
    }
    return next;
  }

  /** Returns when to continue, epoch ms. @throws unavailable */
  async #step(): Promise<number> {
    const { outbox, now } = this.#services;
    const { events, requests, repair } = paces[this.#webhook.format];
    const due = await outbox.due(this.#id, now(), events * (this.#failures > 0 ? 1 : requests));
    if (due.length === 0 && now() < this.#repairAt + repair)
      return Math.min(await outbox.nextDue(this.#id), this.#repairAt + repair);
    this.#repairAt = now();
    const groups = due.length === 0 ? [[]] : chunks(due, events);
    const results = await Promise.all(groups.map((group) => this.#send(group)));
    if (due.length > 0) await outbox.record(this.#id, results.flat());
    return this.#pausedUntil;
  }

  async #send(group: readonly DueDelivery[]): Promise<DeliveryResult[]> {
    const { post, now, random } = this.#services;
    const events = group.map(({ body }) => JSON.parse(body) as WebhookEvent);
    const answer = await post.send(this.#id, this.#webhook, events, group[0]?.body ?? "");
    if (isAccepted(answer)) [this.#failures, this.#pausedUntil] = [0, 0];
    else {
      this.#failures++;
      const pause = Math.max(retryWait(this.#failures, random()) / 5, answer.retryAfter ?? 0);
      this.#pausedUntil = now() + Math.min(pause, longestPause);
    }
    return group.map((one) => this.#resultOf(one, answer));
  }

  #resultOf({ id: event, attempts: before, createdAt }: DueDelivery, answer: OutgoingAnswer): DeliveryResult {
    const { now, random, onGone } = this.#services;
    const changedAt = now();
    const attempts = before + 1;
    const own = { event, createdAt, attempts, changedAt, answer: describeAnswer(answer) };
    if (isAccepted(answer)) return { ...own, state: "delivered", nextAt: changedAt };
    if (answer.status === 410) onGone();
    const nextAt = changedAt + Math.max(retryWait(attempts, random()), Math.min(answer.retryAfter ?? 0, HOUR));
    const isOver = answer.status === 410 || nextAt > createdAt + longestTry;
    return { ...own, state: isOver ? "failed" : "waiting", nextAt };
  }
}

const longestShown = 200;

/** `HTTP 400: invalid_blocks` */
export function describeAnswer({ status, text }: OutgoingAnswer): string {
  const line = text
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, longestShown);
  if (status === null) return line;
  if (status >= 300 && status < 400) return `HTTP ${status}: redirects are not followed`;
  return status < 300 || line === "" ? `HTTP ${status}` : `HTTP ${status}: ${line}`;
}
