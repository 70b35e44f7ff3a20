/** What a metric is: a name that stays, a sentence, and labels whose values are known or bounded, whatever clients send. */

/** Values that a label has; null: any, of which the metric's `most` bounds the series. */
export type LabelValues = readonly string[] | null;

interface Declared {
  /** By the practice of Prometheus: `drawbridge_…`, with the unit at its end, and `_total` of what only grows. */
  readonly name: string;
  /** A sentence. */
  readonly help: string;
  readonly labels?: Readonly<Record<string, LabelValues>>;
  /** Series of a metric with a label of any value: what is over it is one more, called `_OTHER`. */
  readonly most?: number;
}

export interface Sample {
  /** In the order of the declaration. */
  readonly labels: readonly string[];
  readonly value: number;
}

/** How often something took so long. */
export interface HistogramSample {
  readonly labels: readonly string[];
  /** By bucket, not added up; the last has what is over every bound. */
  readonly counts: ArrayLike<number>;
  readonly sum: number;
}

export interface CounterMetric extends Declared {
  readonly type: "counter" | "gauge";
  /** Called at each scrape: it reads numbers that are there, and waits for nothing. A number is of a metric without labels. */
  readonly read: () => number | Iterable<Sample>;
}

export interface HistogramMetric extends Declared {
  readonly type: "histogram";
  /** Upper bounds, ascending; that of everything else is added. */
  readonly bounds: readonly number[];
  readonly read: () => Iterable<HistogramSample>;
}

export type Metric = CounterMetric | HistogramMetric;

/** Stands for what has no value of its own. */
export const other = "_OTHER";

/** @throws a defect: a name, a sentence or a label that is not one */
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
