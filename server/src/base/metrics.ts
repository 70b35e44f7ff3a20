/** Metrics: declarations, their values at a scrape, and the text format of Prometheus, version 0.0.4. Labels have known or bounded values, whatever clients send. */

/** Allowed values of a label; null: any value, with the number of series bounded by `most`. */
type LabelValues = readonly string[] | null;

interface Declared {
  /** Follows Prometheus naming: `drawbridge_…`, the unit as suffix, and `_total` for counters. */
  readonly name: string;
  /** One sentence. */
  readonly help: string;
  readonly labels?: Readonly<Record<string, LabelValues>>;
  /** Maximum series of a metric with an unrestricted label; the excess is counted in one more, `_OTHER`. */
  readonly most?: number;
}

export interface Sample {
  /** In the order of the declaration. */
  readonly labels: readonly string[];
  readonly value: number;
}

/** Durations in buckets. */
interface HistogramSample {
  readonly labels: readonly string[];
  /** One count for each bucket, not cumulative; the last is for values above every bound. */
  readonly counts: ArrayLike<number>;
  readonly sum: number;
}

interface CounterMetric extends Declared {
  readonly type: "counter" | "gauge";
  /** Called at each scrape: reads existing numbers and waits for nothing. A plain number is for a metric without labels. */
  readonly read: () => number | Iterable<Sample>;
}

interface HistogramMetric extends Declared {
  readonly type: "histogram";
  /** Upper bounds, ascending; the bucket for larger values is added. */
  readonly bounds: readonly number[];
  readonly read: () => Iterable<HistogramSample>;
}

export type Metric = CounterMetric | HistogramMetric;

/** Label value for the series beyond `most` and for undeclared values. */
export const other = "_OTHER";

/** @throws a defect: an invalid name, help text or label */
function checkMetric({ name, help, type, labels = {}, most }: Metric): void {
  const wrong = (what: string) => new Error(`the metric ${name} ${what}`);
  if (!/^(?:drawbridge|process)_[a-z0-9_]*[a-z0-9]$/.test(name)) throw wrong("has no name of ours");
  if ((type === "counter") !== name.endsWith("_total")) throw wrong("ends in _total, or is no counter");
  if (!/^[A-Z][^\n\\]*\.$/.test(help)) throw wrong("is not explained in a sentence");
  const names = Object.keys(labels);
  if (names.some((label) => !/^[a-z][a-z0-9_]*$/.test(label) || label === "le")) throw wrong("has a label without a name");
  const isOpen = Object.values(labels).includes(null);
  if (isOpen !== (most !== undefined)) throw wrong("has a bound of its series, exactly where a label has any value");
}

/** Histogram of durations: observing takes a few comparisons and two additions. */
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

/** A metric and its current values. */
type Reading =
  | { readonly metric: Metric & { readonly type: "counter" | "gauge" }; readonly samples: readonly Sample[] }
  | { readonly metric: HistogramMetric; readonly samples: readonly HistogramSample[] };

/** The metrics of a process, read at a scrape: counting costs one addition. Bounds the series, so that clients cannot create them. */
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

/** Metrics in the text format of Prometheus, version 0.0.4. */
export const textFormatType = "text/plain; version=0.0.4; charset=utf-8";

export function printMetrics(registry: Registry): string {
  return registry.read().map(printReading).join("");
}

function printReading({ metric, samples }: Reading): string {
  const { name, help, type, labels = {} } = metric;
  const names = Object.keys(labels);
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
  for (const sample of samples) {
    const own = names.map((label, i) => printLabel(label, sample.labels[i] ?? ""));
    if ("value" in sample) lines.push(line(name, own, sample.value));
    else lines.push(...histogramLines(metric as HistogramMetric, own, sample));
  }
  return `${lines.join("\n")}\n`;
}

function histogramLines({ name, bounds }: HistogramMetric, own: readonly string[], { counts, sum }: HistogramSample): string[] {
  let count = 0;
  const buckets = [...bounds.map(String), "+Inf"].map((bound, i) => {
    count += counts[i] ?? 0;
    return line(`${name}_bucket`, [...own, printLabel("le", bound)], count);
  });
  return [...buckets, line(`${name}_sum`, own, sum), line(`${name}_count`, own, count)];
}

function line(name: string, labels: readonly string[], value: number): string {
  return `${name}${labels.length > 0 ? `{${labels.join(",")}}` : ""} ${printValue(value)}`;
}

function printLabel(name: string, value: string): string {
  const escaped = value.replace(/[\\"\n]/g, (character) => (character === "\n" ? "\\n" : `\\${character}`));
  return `${name}="${escaped}"`;
}

function printValue(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
}
