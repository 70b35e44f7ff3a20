/** Answers in memory, refreshed in the background: requests of apps wait for Drawbridge only on a miss. */
import { parseInstant } from "../core/gate-answer.ts";
import { invalidAnswer, offline } from "../core/gate-problem.ts";
import type { Reply } from "../core/gate-question.ts";
import type { GateProblem } from "../core/gate-state.ts";
import { AnswerCache, type CachedAnswer } from "./answer-cache.ts";
import { Backoff } from "./backoff.ts";
import type { GateQuestion } from "./gate-question.ts";
import { requestGate } from "./gate-request.ts";
import type { ProblemReports } from "./problem-reports.ts";
import type { ResolvedOptions } from "./server-gate-options.ts";

/** Concurrent requests about versions without an answer in memory. Versions that clients invent cost no more than these. */
const maxConcurrent = 16;
/** Rejections that concern the question, not the key or the server. */
const questionCodes = ["400 invalid_version", "400 unknown_platform", "403 key_not_allowed", "404 unknown_instance"];
/** Milliseconds that an answer is fresh at most. */
const longestMaxAge = 3_600_000;
/** Milliseconds for which a rejected question is not asked again. */
const rejectionMs = 60_000;
/** Texts of maintenance, if the newest answer has those of an update. */
const maintenanceTexts = { title: "Down for maintenance", message: "The service is down for maintenance. Try again later." };

interface Flight {
  readonly scope: string;
  readonly done: Promise<CachedAnswer | null>;
  readonly period: number;
}

export class GateAnswers {
  readonly #options: ResolvedOptions;
  readonly #problems: ProblemReports;
  readonly #cache: AnswerCache;
  /** Newest answer of each scope, without its update: it decides about maintenance when a question has no answer. */
  readonly #newest: AnswerCache;
  readonly #backoff: Backoff;
  readonly #flights = new Map<string, Flight>();
  /** Milliseconds that the server's clock is ahead; null means no answer has said. */
  #clockOffset: number | null = null;

  constructor(options: ResolvedOptions, problems: ProblemReports) {
    this.#options = options;
    this.#problems = problems;
    this.#cache = new AnswerCache(options.maxAnswers);
    this.#newest = new AnswerCache(options.maxAnswers);
    this.#backoff = new Backoff(options.random);
  }

  /** Null means no answer in time. */
  async find(question: GateQuestion): Promise<CachedAnswer | null> {
    const now = this.#options.now();
    const cached = this.#cache.find(question.path, now);
    if (cached && now < cached.freshUntil) return cached;
    const flight = this.#flights.get(question.path) ?? this.#send(question, cached, now);
    if (cached && now < cached.usableUntil) return cached;
    // After a failure the next request is a probe: no app waits for it.
    const found = flight && !this.#backoff.isFailing ? await this.#wait(flight) : null;
    return found ?? this.#findNewest(question.scope);
  }

  async #findNewest(scope: string): Promise<CachedAnswer | null> {
    const { now } = this.#options;
    const isFresh = now() < (this.#newest.find(scope, now())?.freshUntil ?? 0);
    const other = [...this.#flights.values()].find((flight) => flight.scope === scope);
    if (other && !isFresh && !this.#backoff.isFailing) await this.#wait(other);
    const newest = this.#newest.find(scope, now());
    return newest && now() < newest.usableUntil ? newest : null;
  }

  /** Null means not sent. */
  #send(question: GateQuestion, cached: CachedAnswer | null, now: number): Flight | null {
    if (!cached && this.#flights.size >= maxConcurrent) {
      this.#reportFull(`${maxConcurrent} questions are under way`, "further versions are refused during maintenance alone");
      return null;
    }
    if (!this.#backoff.admits(now)) return null;
    const { period } = this.#backoff;
    const flight = { scope: question.scope, done: this.#receive(question, cached, period), period };
    this.#flights.set(question.path, flight);
    return flight;
  }

  async #receive({ path, scope }: GateQuestion, cached: CachedAnswer | null, period: number): Promise<CachedAnswer | null> {
    const sentAt = this.#options.now();
    const reply = await requestGate(this.#options, path, cached?.etag ?? null);
    const { isInvalid, retryAfter } = reply;
    const isLost = !reply.problem && !reply.answer && !cached?.answer;
    const problem = isLost ? invalidAnswer(this.#options.baseUrl) : reply.problem;
    this.#flights.delete(path);
    const now = this.#options.now();
    const isOfQuestion = questionCodes.includes(`${problem?.status} ${problem?.reason}`);
    if (problem && !isOfQuestion) {
      // The server can reject the ETag.
      if (cached && isInvalid) this.#keep(path, { ...cached, etag: null }, now);
      this.#fail(period, problem, now, retryAfter);
      return null;
    }
    this.#backoff.succeed();
    this.#problems.reportFailure(null);
    const received = problem ? this.#refuse(problem, now) : this.#accept(reply, cached, sentAt);
    const { answer } = received;
    if (answer) {
      const texts = answer.update === "forced" ? maintenanceTexts : {};
      this.#newest.set(scope, { ...received, answer: { ...answer, ...texts, update: "none" } }, now);
    }
    if (received.usableUntil > now) this.#keep(path, received, now);
    else this.#cache.delete(path);
    return received;
  }

  #keep(path: string, answer: CachedAnswer, now: number): void {
    if (this.#cache.set(path, answer, now)) return;
    this.#reportFull(`${this.#options.maxAnswers} answers are in memory`, "no answer of a further version is kept");
  }

  #reportFull(what: string, meanwhile: string): void {
    const message = `${what}: look for clients that invent versions, or raise \`maxAnswers\`; meanwhile, ${meanwhile}.`;
    this.#problems.report(what, { code: "refused", message });
  }

  #accept(reply: Reply, cached: CachedAnswer | null, sentAt: number): CachedAnswer {
    const answer = reply.answer ?? cached?.answer ?? null;
    // 304 confirms the ETag that was sent.
    const etag = (reply.answer ? reply.etag : cached?.etag) ?? null;
    const maxAge = Math.min(reply.maxAge ?? 0, longestMaxAge);
    const { clockOffset, age } = this.#readClock(reply.serverTime, maxAge);
    const freshUntil = sentAt - age + maxAge;
    const change = parseInstant(answer?.next_change_at);
    // At its next change an answer is known to be wrong.
    const changeAt = Number.isNaN(change) ? Number.POSITIVE_INFINITY : change - clockOffset;
    const staleUntil = Math.max(freshUntil, Math.min(freshUntil + this.#options.maxStale, changeAt));
    return { answer, etag, clockOffset, freshUntil, usableUntil: reply.isStorable ? staleUntil : sentAt };
  }

  /** An answer with a `Date` behind the server's clock was in a cache for so long, unless the clock was set. */
  #readClock(serverTime = Number.NaN, maxAge = 0) {
    const before = this.#clockOffset;
    if (Number.isNaN(serverTime)) return { clockOffset: before ?? 0, age: 0 };
    const offset = serverTime - this.#options.now();
    // `Date` has whole seconds.
    const clockOffset = before !== null && before - maxAge < offset ? Math.max(offset, before - 1_000) : offset;
    this.#clockOffset = clockOffset;
    return { clockOffset, age: clockOffset - offset };
  }

  #refuse(problem: GateProblem, now: number): CachedAnswer {
    this.#problems.report(problem.message, problem);
    const until = now + rejectionMs;
    return { answer: null, etag: null, clockOffset: 0, freshUntil: until, usableUntil: until };
  }

  #wait({ done, period }: Flight): Promise<CachedAnswer | null> {
    return new Promise((resolve) => {
      const cancel = this.#options.schedule(this.#options.timeLimit, () => {
        this.#fail(period, offline(this.#options.baseUrl), this.#options.now());
        resolve(null);
      });
      void done.then((answer) => {
        cancel();
        resolve(answer);
      });
    });
  }

  #fail(period: number, problem: GateProblem, now: number, retryAfter = 0): void {
    if (this.#backoff.fail(period, now, retryAfter)) this.#problems.reportFailure(problem);
  }
}
