/** Defines a metric: a stable name, a help sentence, and labels whose values are known or bounded, whatever clients send. */

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
export interface HistogramSample {
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

export interface HistogramMetric extends Declared {
  readonly type: "histogram";
  /** Upper bounds, ascending; the bucket for larger values is added. */
  readonly bounds: readonly number[];
  readonly read: () => Iterable<HistogramSample>;
}

export type Metric = CounterMetric | HistogramMetric;

/** Label value for the series beyond `most` and for undeclared values. */
export const other = "_OTHER";

/** @throws a defect: an invalid name, help text or label */
export function checkMetric({ name, help, type, labels = {}, most }: Metric): void {
  const wrong = (what: string) => new Error(`the metric ${name} ${what}`);
  if (!/^(?:drawbridge|process)_[a-z0-9_]*[a-z0-9]$/.test(name)) throw wrong("has no name of ours");
  if ((type === "counter") !== name.endsWith("_total")) throw wrong("ends in _total, or is no counter");
  if (!/^[A-Z][^\n\\]*\.$/.test(help)) throw wrong("is not explained in a sentence");
  const names = Object.keys(labels);
  if (names.some((label) => !/^[a-z][a-z0-9_]*$/.test(label) || label === "le")) throw wrong("has a label without a name");
  const isOpen = Object.values(labels).includes(null);
  if (isOpen !== (most !== undefined)) throw wrong("has a bound of its series, exactly where a label has any value");
}
