/** Null means any value, with the number of series bounded by `most`. */
type LabelValues = readonly string[] | null;

export interface Metric {
  /** `drawbridge_…`, the unit as suffix, and `_total` for counters and nothing else. */
  readonly name: string;
  readonly help: string;
  readonly labels?: Readonly<Record<string, LabelValues>>;
  /** `_OTHER` counts the excess. */
  readonly most?: number;
  /** A scrape waits for nothing. A plain number or histogram has no labels. */
  readonly read: () => number | Iterable<Sample> | Histogram;
}

export interface Sample {
  readonly labels: readonly string[];
  readonly value: number;
}

/** Reads no label values before a scrape. */
export function metricList(byName: Readonly<Record<string, Omit<Metric, "name">>>): Metric[] {
  return Object.entries(byName).map(([name, metric]) => Object.assign(metric, { name }));
}

/** Stands for the series beyond `most` and for undeclared values. */
export const other = "_OTHER";

/** @throws a defect */
function checkMetric({ name, help, labels = {}, most }: Metric): void {
  const wrong = (what: string) => new Error(`the metric ${name} ${what}`);
  if (!/^(?:drawbridge|process)_[a-z0-9_]*[a-z0-9]$/.test(name)) throw wrong("has no name of ours");
  if (!/^[A-Z][^\n\\]*\.$/.test(help)) throw wrong("is not explained in a sentence");
  const names = Object.keys(labels);
  if (names.some((label) => !/^[a-z][a-z0-9_]*$/.test(label) || label === "le")) throw wrong("has a label without a name");
  const isOpen = Object.values(labels).includes(null);
  if (isOpen !== (most !== undefined)) throw wrong("has a bound of its series, exactly where a label has any value");
}

export class Histogram {
  /** Seconds, ascending; one more bucket is for larger values. */
  readonly #bounds: readonly number[];
  readonly #counts: Float64Array;
  readonly #sum = new Float64Array(1);

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  observe(seconds: number): void {
    const bounds = this.#bounds;
    let bucket = 0;
    while (bucket < bounds.length && seconds > (bounds[bucket] as number)) bucket++;
    (this.#counts[bucket] as number)++;
    (this.#sum[0] as number) += seconds;
  }

  print(name: string): string[] {
    let count = 0;
    const buckets = [...this.#bounds.map(String), "+Inf"].map((bound, i) => {
      count += this.#counts[i] ?? 0;
      return line(`${name}_bucket`, [printLabel("le", bound)], count);
    });
    return [...buckets, line(`${name}_sum`, [], this.#sum[0] ?? 0), line(`${name}_count`, [], count)];
  }
}

interface Reading {
  readonly metric: Metric;
  readonly samples: readonly Sample[];
  readonly histogram?: Histogram;
}

/** Counting costs one addition; a scrape reads. */
export class Registry {
  readonly #metrics = new Map<string, Metric>();

  /** @throws a defect */
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

  read(): Reading[] {
    return this.metrics.map((metric) => {
      const read = metric.read();
      if (typeof read === "number") return { metric, samples: [{ labels: [], value: read }] };
      return read instanceof Histogram ? { metric, samples: [], histogram: read } : { metric, samples: bounded(metric, read) };
    });
  }
}

/** Merges series with the same labels; an undeclared value, or one beyond `most`, becomes `_OTHER`. */
function bounded({ labels = {}, most = Number.POSITIVE_INFINITY }: Metric, samples: Iterable<Sample>): Sample[] {
  const rules = Object.values(labels);
  const found = new Map<string, Sample>();
  for (const sample of samples) {
    let held = sample.labels.map((value, i) => (rules[i]?.includes(value) === false ? other : value));
    let name = JSON.stringify(held);
    if (found.size >= most && !found.has(name)) {
      held = held.map((value, i) => (rules[i] === null ? other : value));
      name = JSON.stringify(held);
    }
    found.set(name, { labels: held, value: sample.value + (found.get(name)?.value ?? 0) });
  }
  return [...found.values()];
}

export const textFormatType = "text/plain; version=0.0.4; charset=utf-8";

export function printMetrics(registry: Registry): string {
  return registry.read().map(printReading).join("");
}

function printReading({ metric: { name, help, labels = {} }, samples, histogram }: Reading): string {
  const names = Object.keys(labels);
  const type = histogram ? "histogram" : name.endsWith("_total") ? "counter" : "gauge";
  const lines = samples.map(({ labels: values, value }) => {
    const own = names.map((label, i) => printLabel(label, values[i] ?? ""));
    return line(name, own, value);
  });
  return `${[`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ...(histogram?.print(name) ?? [])].join("\n")}\n`;
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
