/** A parser for the text format 0.0.4 that throws where a Prometheus server would reject it. */

export interface Series {
  /** With the suffix of a histogram's line. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Family {
  readonly help: string;
  readonly type: string;
  readonly series: readonly Series[];
}

export class MetricsText {
  readonly families = new Map<string, Family & { readonly series: Series[] }>();

  constructor(text: string) {
    if (!text.endsWith("\n")) throw new Error("the last line has no end");
    for (const line of text.trimEnd().split("\n")) this.#take(line);
    const names = this.series.map(({ name, labels }) => name + JSON.stringify(Object.entries(labels).sort()));
    const twice = names.find((name, i) => names.indexOf(name) !== i);
    if (twice !== undefined) throw new Error(`twice: ${twice}`);
  }

  /** Adds the metrics of another process; families of the same name hold the series of both. */
  add(another: MetricsText): void {
    for (const [name, family] of another.families) {
      const own = this.families.get(name);
      if (own) own.series.push(...family.series);
      else this.families.set(name, family);
    }
  }

  get series(): readonly Series[] {
    return [...this.families.values()].flatMap(({ series }) => series);
  }

  /** Value of the one series with these labels, and possibly others. */
  value(name: string, labels: Readonly<Record<string, string>> = {}): number {
    const found = this.series.filter(
      (series) => series.name === name && Object.entries(labels).every(([label, value]) => series.labels[label] === value),
    );
    if (found.length !== 1) throw new Error(`${found.length} series ${name} ${JSON.stringify(labels)}`);
    return found[0]?.value ?? Number.NaN;
  }

  #take(line: string): void {
    const [, keyword, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (keyword === "HELP") this.families.set(name, { help: rest, type: "", series: [] });
    else if (keyword === "TYPE") this.families.set(name, { help: "", series: [], ...this.families.get(name), type: rest });
    else this.#takeSeries(line);
  }

  #takeSeries(line: string): void {
    const [, name = "", list, number = ""] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const value = number === "+Inf" ? Number.POSITIVE_INFINITY : Number(number);
    const family = this.families.get(name) ?? this.families.get(name.replace(/_(?:bucket|sum|count)$/, ""));
    if (!family || Number.isNaN(value)) throw new Error(`not a line: ${line}`);
    family.series.push({ name, labels: labelsOf(list ?? "", line), value });
  }
}

function labelsOf(list: string, line: string): Record<string, string> {
  const labels: Record<string, string> = {};
  const whole = /^(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*"(?:,|$))*$/;
  if (!whole.test(list)) throw new Error(`not labels: ${line}`);
  for (const [, name = "", text = ""] of list.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g)) {
    labels[name] = text.replace(/\\(.)/g, (_, character: string) => (character === "n" ? "\n" : character));
  }
  return labels;
}
