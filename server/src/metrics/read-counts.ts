/** Counts answered reads and their durations. Runs on every read: two additions, and for some a look at the clock. */
import type { ProblemCode } from "drawbridge-rules/wire/problem.ts";
import { Histogram } from "./histogram.ts";
import { type HistogramSample, other, type Sample } from "./metric.ts";

/** Seconds: a cache hit takes about ten microseconds. */
const bounds = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5];

export const readEndpoints = ["config", "maintenance", "gate", other] as const;
type ReadEndpoint = (typeof readEndpoints)[number];

/** Every status of the contract, so that its series exists before the first such answer. */
export const readStatuses = [200, 204, 304, 400, 401, 403, 404, 405, 413, 429, 500, 503] as const;

/** One read in this many is timed: reading the clock twice takes about 100 ns, more than counting. A power of two. */
export const timedIn = 16;

/** Counts of one process among several. */
export interface ReadCountsShare {
  readonly statuses: readonly (readonly [endpoint: ReadEndpoint, status: number, count: number])[];
  readonly problems: readonly (readonly [code: ProblemCode, count: number])[];
  readonly durations: Pick<HistogramSample, "counts" | "sum">;
}

export class ReadCounts {
  readonly durations = new Histogram(bounds);
  /** By endpoint; in each, by status. */
  readonly #statuses: Readonly<Record<ReadEndpoint, Float64Array>> = {
    config: new Float64Array(600),
    maintenance: new Float64Array(600),
    gate: new Float64Array(600),
    [other]: new Float64Array(600),
  };
  readonly #problems = new Map<ProblemCode, number>();
  #begun = 0;

  /** Returns `performance.now()` for a read that is timed, otherwise 0. */
  begin(): number {
    this.#begun++;
    return this.#begun % timedIn === 1 ? performance.now() : 0;
  }

  /** Undoes `begin` for a read that is answered elsewhere, and begins there. */
  cancel(): void {
    this.#begun--;
  }

  /** Number of reads that this process itself received. */
  get begun(): number {
    return this.#begun;
  }

  /** @param code problem code of a refused read @param begun result of `begin` */
  answered(endpoint: ReadEndpoint, status: number, code: ProblemCode | undefined, begun: number): void {
    (this.#statuses[endpoint][status] as number)++;
    if (code !== undefined) this.#problems.set(code, this.ofProblem(code) + 1);
    if (begun > 0) this.durations.observe((performance.now() - begun) / 1000);
  }

  ofProblem(code: ProblemCode): number {
    return this.#problems.get(code) ?? 0;
  }

  /** Adds the counts of another process. */
  add({ statuses, problems, durations }: ReadCountsShare): void {
    for (const [endpoint, status, count] of statuses) (this.#statuses[endpoint][status] as number) += count;
    for (const [code, count] of problems) this.#problems.set(code, this.ofProblem(code) + count);
    this.durations.add(durations);
  }

  /** Returns the counts and resets them. */
  take(): ReadCountsShare {
    const statuses = readEndpoints.flatMap((endpoint) =>
      readStatuses.map((status) => [endpoint, status, this.#statuses[endpoint][status] ?? 0] as const),
    );
    const problems = [...this.#problems];
    for (const endpoint of readEndpoints) this.#statuses[endpoint].fill(0);
    this.#problems.clear();
    const { counts, sum } = this.durations.take();
    return { statuses: statuses.filter(([, , count]) => count > 0), problems, durations: { counts, sum } };
  }

  /** By endpoint and status. */
  samples(): Sample[] {
    return readEndpoints.flatMap((endpoint) =>
      readStatuses.map((status) => ({ labels: [endpoint, String(status)], value: this.#statuses[endpoint][status] ?? 0 })),
    );
  }
}
