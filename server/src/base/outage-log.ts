/**
 * Log lines for the loss and return of a source: one `error` for each problem of an outage, however many retries, and one `info` at
 * its end.
 */
import type { Log } from "./log.ts";

/** Maximum problems logged per outage: some texts differ at each attempt. */
const maxProblems = 10;

interface OutageTexts {
  readonly lost: string;
  readonly back: string;
}

export class OutageLog {
  readonly #log: Pick<Log, "error" | "info">;
  readonly #texts: OutageTexts;
  /** Epoch ms; null: there is no outage. */
  #lostAt: number | null = null;
  readonly #problems = new Set<string>();

  constructor(log: Pick<Log, "error" | "info">, texts: OutageTexts) {
    this.#log = log;
    this.#texts = texts;
  }

  /** @param now epoch ms */
  lost(problem: string, now: number, fields: object): void {
    this.#lostAt ??= now;
    if (this.#problems.has(problem) || this.#problems.size >= maxProblems) return;
    this.#problems.add(problem);
    this.#log.error({ problem, ...fields }, this.#texts.lost);
  }

  /** Returns whether there was an outage to end. @param now epoch ms */
  back(now: number, fields: object): boolean {
    const lostAt = this.#lostAt;
    if (lostAt === null) return false;
    this.#lostAt = null;
    this.#problems.clear();
    this.#log.info?.({ awaySeconds: Math.max(0, now - lostAt) / 1000, ...fields }, this.#texts.back);
    return true;
  }
}
