/** Histogram of durations: observing takes a few comparisons and two additions. */
import type { HistogramSample } from "./metric.ts";

export class Histogram {
  /** Seconds, ascending. */
  readonly bounds: readonly number[];
  readonly #counts: Float64Array;
  readonly #sum = new Float64Array(1);

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  observe(seconds: number): void {
    const { bounds } = this;
    let bucket = 0;
    while (bucket < bounds.length && seconds > (bounds[bucket] as number)) bucket++;
    (this.#counts[bucket] as number)++;
    (this.#sum[0] as number) += seconds;
  }

  /** The current values. @param labels in the order of their declaration */
  sample(labels: readonly string[] = []): HistogramSample {
    return { labels, counts: this.#counts.slice(), sum: this.#sum[0] ?? 0 };
  }
}
