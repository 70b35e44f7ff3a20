export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
  /** First and third quartile: half of the values lie between them. */
  readonly q1: number;
  readonly q3: number;
}

export interface Measure {
  readonly name: string;
  /** Digits after the decimal point. */
  readonly digits: number;
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => {
    const position = share * (sorted.length - 1);
    const low = sorted[Math.floor(position)] ?? Number.NaN;
    const high = sorted[Math.ceil(position)] ?? Number.NaN;
    return low + (high - low) * (position - Math.floor(position));
  };
  return { median: at(0.5), least: at(0), most: at(1), q1: at(0.25), q3: at(0.75) };
}

/** `b / a` round by round: a disturbance affects both in a round, and mostly cancels out. */
export function ratios(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, i) => (b[i] ?? Number.NaN) / value);
}

/** A table with the spread of `a`, of `b` and of their ratio by rounds. Each round is a record by the names of the measures. */
export function comparison<Name extends string>(
  measures: readonly (Measure & { readonly name: Name })[],
  a: { readonly name: string; readonly rounds: readonly Readonly<Record<Name, number>>[] },
  b: { readonly name: string; readonly rounds: readonly Readonly<Record<Name, number>>[] },
): string {
  const rows = measures.map(({ name, digits }) => {
    const ofA = a.rounds.map((round) => round[name]);
    const ofB = b.rounds.map((round) => round[name]);
    return [name, cell(ofA, digits), cell(ofB, digits), cell(ratios(ofA, ofB), 2)];
  });
  return table([["median (least–most; middle half)", a.name, b.name, `${b.name} / ${a.name}`], ...rows]);
}

export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    widths.map((width, i) => (i === 0 ? (row[i] ?? "").padEnd(width) : (row[i] ?? "").padStart(width))).join("  ");
  return rows.map((row) => `${line(row).trimEnd()}\n`).join("");
}

function cell(values: readonly number[], digits: number): string {
  const { median, least, most, q1, q3 } = spread(values);
  const [middle, low, high, first, third] = [median, least, most, q1, q3].map((value) => value.toFixed(digits));
  return `${middle} (${low}–${high}; ${first}–${third})`;
}
