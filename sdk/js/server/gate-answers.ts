/** Answers in memory, refreshed in the background: requests of apps wait for Drawbridge only on a miss. */
import { parseInstant } from "../core/gate-answer.ts";
import { AnswerCache, type CachedAnswer } from "./answer-cache.ts";
import { Backoff } from "./backoff.ts";
import { type GateFailure, type GateSuccess, requestGate } from "./gate-request.ts";
import type { ResolvedOptions } from "./server-gate-options.ts";

/** Concurrent requests about new versions. Versions that clients invent cost no more than these. */
const maxConcurrent = 16;
/** Milliseconds for which a rejected question is not asked again, and its problem not reported again. */
const rejectionMs = 60_000;

interface Flight {
  readonly done: Promise<CachedAnswer | null>;
  readonly period: number;
}

export class GateAnswers {
  readonly #options: ResolvedOptions;
  readonly #cache: AnswerCache;
  readonly #backoff: Backoff;
  readonly #flights = new Map<string, Flight>();
  #nextRejectionReport = Number.NEGATIVE_INFINITY;

  constructor(options: ResolvedOptions) {
    this.#options = options;
    this.#cache = new AnswerCache(options.maxAnswers);
    this.#backoff = new Backoff(options.random);
  }

  /** Null: no answer in time. */
  async find(question: string): Promise<CachedAnswer | null> {
    const now = this.#options.now();
    const cached = this.#cache.find(question);
    if (cached && now < cached.freshUntil) return cached;
    const flight = this.#flights.get(question) ?? this.#send(question, cached, now);
    if (cached && now < cached.usableUntil) return cached;
    // After a failure the next request is a probe: no app waits for it.
    if (!flight || this.#backoff.isFailing) return null;
    return this.#wait(flight);
  }

  /** Null: not sent. */
  #send(question: string, cached: CachedAnswer | null, now: number): Flight | null {
    if ((!cached && this.#flights.size >= maxConcurrent) || !this.#backoff.admits(now)) return null;
    const { period } = this.#backoff;
    const flight = { done: this.#receive(question, cached, period), period };
    this.#flights.set(question, flight);
    return flight;
  }

  async #receive(question: string, cached: CachedAnswer | null, period: number): Promise<CachedAnswer | null> {
    const sentAt = this.#options.now();
    const result = await requestGate(this.#options, question, cached?.etag ?? null);
    this.#flights.delete(question);
    const now = this.#options.now();
    if (result.kind === "failed") {
      this.#fail(period, result, now);
      return null;
    }
    this.#backoff.succeed();
    const received = result.kind === "answer" ? this.#accept(result, cached, sentAt) : this.#refuse(result, now);
    if (received.usableUntil > now) this.#cache.set(question, received);
    else this.#cache.delete(question);
    return received;
  }

  #accept(success: GateSuccess, cached: CachedAnswer | null, sentAt: number): CachedAnswer {
    const { maxAge, clockOffset, etag } = success;
    const answer = success.answer ?? cached?.answer ?? null;
    const freshUntil = sentAt + (maxAge ?? 0);
    const change = parseInstant(answer?.next_change_at);
    // At its next change an answer is known to be wrong.
    const changeAt = change === null ? Number.POSITIVE_INFINITY : change - clockOffset;
    const usableUntil = maxAge === null ? sentAt : Math.max(freshUntil, Math.min(freshUntil + this.#options.maxStale, changeAt));
    return { answer, etag, clockOffset, freshUntil, usableUntil };
  }

  #refuse({ problem }: GateFailure, now: number): CachedAnswer {
    if (now >= this.#nextRejectionReport) {
      this.#nextRejectionReport = now + rejectionMs;
      this.#options.onProblem({ ...problem, retryIn: rejectionMs });
    }
    const until = now + rejectionMs;
    return { answer: null, etag: null, clockOffset: 0, freshUntil: until, usableUntil: until };
  }

  #wait({ done, period }: Flight): Promise<CachedAnswer | null> {
    return new Promise((resolve) => {
      const cancel = this.#options.schedule(this.#options.timeLimit, () => {
        this.#fail(period, { kind: "failed", problem: { kind: "timeout" }, retryAfter: 0 }, this.#options.now());
        resolve(null);
      });
      void done.then((answer) => {
        cancel();
        resolve(answer);
      });
    });
  }

  #fail(period: number, { problem, retryAfter }: GateFailure, now: number): void {
    const retryIn = this.#backoff.fail(period, now, retryAfter);
    if (retryIn !== null) this.#options.onProblem({ ...problem, retryIn: Math.round(retryIn) });
  }
}
