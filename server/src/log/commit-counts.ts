import { DrawbridgeError, type ErrorCode } from "drawbridge-rules/values/errors.ts";
import { Histogram, type Sample } from "../base/metrics.ts";

/** `unchanged` had nothing to do; `replayed` repeated a request. The rest are refusals. */
export const commitOutcomes = [
  "committed",
  "unchanged",
  "replayed",
  "invalid",
  "forbidden",
  "not_found",
  "refused",
  "stale",
  "conflict",
  "drift",
  "key_in_use",
  "unavailable",
  "internal",
] as const satisfies readonly (ErrorCode | "committed" | "unchanged" | "replayed")[];

/** Seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export class CommitCounts {
  readonly durations = new Histogram(bounds);
  readonly #outcomes = new Map<string, number>(commitOutcomes.map((outcome) => [outcome, 0]));

  async of<T extends { readonly isCommitted: boolean; readonly replayed?: unknown }>(
    request: { readonly dryRun?: boolean },
    publish: () => Promise<T>,
  ): Promise<T> {
    if (request.dryRun) return publish();
    const begun = performance.now();
    try {
      const published = await publish();
      this.#count(published.isCommitted ? "committed" : published.replayed ? "replayed" : "unchanged");
      if (published.isCommitted) this.durations.observe((performance.now() - begun) / 1000);
      return published;
    } catch (error) {
      this.#count(error instanceof DrawbridgeError ? error.code : "internal");
      throw error;
    }
  }

  samples(): Sample[] {
    return [...this.#outcomes].map(([outcome, value]) => ({ labels: [outcome], value }));
  }

  #count(outcome: string): void {
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
  }
}
