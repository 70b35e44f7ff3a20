/** Runs on every read: two additions, and for some a look at the clock. */
import type { ProblemCode } from "drawbridge-rules/wire/problem.ts";
import { Histogram, other, type Sample } from "../base/metrics.ts";

/** Seconds: a cache hit takes about ten microseconds. */
const bounds = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5];

export const readEndpoints = ["config", "maintenance", "gate", other] as const;
type ReadEndpoint = (typeof readEndpoints)[number];

/** Every status of the contract, so that its series exists from the start. */
export const readStatuses = [200, 204, 304, 400, 401, 403, 404, 405, 413, 429, 500, 503] as const;

/** Problems that any read can have, beside those that the listener finds. */
export const sharedCodes = [
  "missing_api_key",
  "unknown_api_key",
  "expired_api_key",
  "revoked_api_key",
  "rate_limited",
  "key_not_allowed",
  "missing_parameter",
  "repeated_parameter",
  "content_too_large",
  "not_ready",
  "overloaded",
] as const satisfies readonly ProblemCode[];

/** One read in this many is timed: two looks at the clock take about 100 ns. A power of two. */
export const timedIn = 16;

export class ReadCounts {
  /** Number of reads that this process itself received. */
  begun = 0;
  readonly durations = new Histogram(bounds);
  readonly #statuses: Readonly<Record<ReadEndpoint, Float64Array>> = {
    config: new Float64Array(600),
    maintenance: new Float64Array(600),
    gate: new Float64Array(600),
    [other]: new Float64Array(600),
  };
  readonly #problems = new Map<ProblemCode, number>();

  /** Returns `performance.now()` for a read that is timed, otherwise 0. */
  begin(): number {
    this.begun++;
    return this.begun % timedIn === 1 ? performance.now() : 0;
  }

  /** Undoes `begin` for a read that begins elsewhere. */
  cancel(): void {
    this.begun--;
  }

  /** @param code of a refused read @param begun result of `begin` */
  answered(endpoint: ReadEndpoint, status: number, code: ProblemCode | undefined, begun: number): void {
    (this.#statuses[endpoint][status] as number)++;
    if (code !== undefined) this.#problems.set(code, this.ofProblem(code) + 1);
    if (begun > 0) this.durations.observe((performance.now() - begun) / 1000);
  }

  ofProblem(code: ProblemCode): number {
    return this.#problems.get(code) ?? 0;
  }

  samples(): Sample[] {
    return readEndpoints.flatMap((endpoint) =>
      readStatuses.map((status) => ({ labels: [endpoint, String(status)], value: this.#statuses[endpoint][status] ?? 0 })),
    );
  }
}
