/**
 * The metrics of this process. Values are read at a scrape, so counting costs one addition. The registry bounds the series, so
 * that clients cannot create them.
 */
import { checkMetric, type HistogramMetric, type HistogramSample, type Metric, other, type Sample } from "./metric.ts";

/** A metric and its current values. */
export type Reading =
  | { readonly metric: Metric & { readonly type: "counter" | "gauge" }; readonly samples: readonly Sample[] }
  | { readonly metric: HistogramMetric; readonly samples: readonly HistogramSample[] };

export class Registry {
  readonly #metrics = new Map<string, Metric>();

  /** @throws a defect: the name is already taken, or the declaration is invalid */
  add(...metrics: readonly Metric[]): void {
    for (const metric of metrics) {
      checkMetric(metric);
      if (this.#metrics.has(metric.name)) throw new Error(`there are two metrics ${metric.name}`);
      this.#metrics.set(metric.name, metric);
    }
  }

  get metrics(): readonly Metric[] {
    return [...this.#metrics.values()];
  }

  /** All of them, in the order in which they were added. */
  read(): Reading[] {
    return this.metrics.map((metric) =>
      metric.type === "histogram"
        ? { metric, samples: bounded(metric, metric.read(), addHistograms) }
        : { metric, samples: bounded(metric, samplesOf(metric.read()), addSamples) },
    );
  }
}

function samplesOf(read: number | Iterable<Sample>): Iterable<Sample> {
  return typeof read === "number" ? [{ labels: [], value: read }] : read;
}

/** Merges series with the same labels; an undeclared value, or one beyond `most`, becomes `_OTHER`. */
function bounded<S extends { readonly labels: readonly string[] }>(
  { labels = {}, most = Number.POSITIVE_INFINITY }: Metric,
  samples: Iterable<S>,
  add: (a: S, b: S) => S,
): S[] {
  const rules = Object.values(labels);
  const found = new Map<string, S>();
  for (const sample of samples) {
    let held = sample.labels.map((value, i) => (rules[i]?.includes(value) === false ? other : value));
    let name = JSON.stringify(held);
    if (found.size >= most && !found.has(name)) {
      held = held.map((value, i) => (rules[i] === null ? other : value));
      name = JSON.stringify(held);
    }
    const before = found.get(name);
    const now = { ...sample, labels: held };
    found.set(name, before ? add(before, now) : now);
  }
  return [...found.values()];
}

function addSamples(a: Sample, b: Sample): Sample {
  return { labels: a.labels, value: a.value + b.value };
}

function addHistograms(a: HistogramSample, b: HistogramSample): HistogramSample {
  return { labels: a.labels, counts: Array.from(a.counts, (count, i) => count + (b.counts[i] ?? 0)), sum: a.sum + b.sum };
}
