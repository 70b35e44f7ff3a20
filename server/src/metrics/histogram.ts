/** How long things took: observing is a few comparisons and two additions. */
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

  /** What another one has observed. */
  add({ counts, sum }: Pick<HistogramSample, "counts" | "sum">): void {
    for (let bucket = 0; bucket < counts.length; bucket++) (this.#counts[bucket] as number) += counts[bucket] as number;
    (this.#sum[0] as number) += sum;
  }

  /** As it stands, and from here on nothing of that. */
  take(): HistogramSample {
    const taken = this.sample();
    this.#counts.fill(0);
    this.#sum[0] = 0;
    return taken;
  }

  /** As it stands. @param labels in the order of their declaration */
  sample(labels: readonly string[] = []): HistogramSample {
    return { labels, counts: this.#counts.slice(), sum: this.#sum[0] ?? 0 };
  }
}
