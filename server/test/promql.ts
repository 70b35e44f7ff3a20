/** The part of PromQL that is needed to find the series of an expression, and to evaluate it at one scrape; refuses the rest. */
import type { Series } from "./metrics-text.ts";

interface Selector {
  readonly name: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
}

const functions = ["rate", "increase", "changes", "histogram_quantile", "label_values", "abs"];
const aggregations = ["sum", "max", "min", "count", "topk"];
const words = ["and", "or", "unless", "offset", "by", "bool"];
const forms = [
  ["space", /\s+/y],
  ["text", /"(?:[^"\\]|\\.)*"/y],
  ["range", /\[(?:\d+[smhd]|\$__rate_interval)\]/y],
  ["duration", /\d+[smhd]\b/y],
  ["number", /\d+(?:\.\d+)?/y],
  ["word", /[a-zA-Z_:][\w:]*/y],
  ["operator", /=~|!~|==|!=|>=|<=|[=<>+\-*/]/y],
  ["mark", /[(){},]/y],
] as const;

interface Token {
  readonly form: (typeof forms)[number][0];
  readonly text: string;
}

function tokens(expression: string): Token[] {
  const found: Token[] = [];
  for (let at = 0; at < expression.length; ) {
    const next = forms.flatMap(([form, pattern]) => {
      pattern.lastIndex = at;
      const text = pattern.exec(expression)?.[0];
      return text === undefined ? [] : [{ form, text }];
    })[0];
    if (!next) throw new Error(`not PromQL at ${at}: ${expression}`);
    if (next.form !== "space") found.push(next);
    at += next.text.length;
  }
  return found;
}

/** Its selectors, and the labels of its aggregations. */
export function readExpression(expression: string) {
  const list = tokens(expression);
  const selectors: Selector[] = [];
  const groupings: string[] = [];
  for (let i = 0; i < list.length; i++) {
    const { form, text } = list[i] as Token;
    if (text === "by") {
      const end = list.findIndex((token, j) => j > i && token.text === ")");
      groupings.push(...list.slice(i + 2, end).flatMap((token) => (token.form === "word" ? [token.text] : [])));
      i = end;
    } else if (form === "word" && list[i + 1]?.text === "(" && functions.includes(text)) continue;
    else if (form === "word" && !words.includes(text) && !aggregations.includes(text)) {
      const end = list[i + 1]?.text === "{" ? list.findIndex((token, j) => j > i && token.text === "}") : i;
      selectors.push({ name: text, matchers: matchersOf(list.slice(i + 2, end), expression) });
      i = end;
    } else if (text === "{" || text === "}") throw new Error(`a selector without a name: ${expression}`);
  }
  if (selectors.length === 0) throw new Error(`it looks at nothing: ${expression}`);
  return { selectors, groupings };
}

function matchersOf(list: readonly Token[], expression: string): Selector["matchers"] {
  const matchers: { label: string; operator: string; value: string }[] = [];
  for (let i = 0; i < list.length; i += 4) {
    const [label, operator, value, comma] = list.slice(i, i + 4);
    const isWhole = label?.form === "word" && operator?.form === "operator" && value?.form === "text";
    if (!isWhole || (comma !== undefined && comma.text !== ",")) throw new Error(`a matcher is none: ${expression}`);
    matchers.push({ label: label.text, operator: operator.text, value: JSON.parse(value.text) as string });
  }
  return matchers;
}

/** Returns whether a selector matches a series with these labels; labels that a scrape adds, and variables of a dashboard, match all. */
export function matches({ matchers }: Selector, labels: Readonly<Record<string, string>>): boolean {
  return matchers.every(({ label, operator, value }) => {
    if (label === "job" || label === "instance") return true;
    const own = labels[label] ?? "";
    const isLike = operator.endsWith("~") ? new RegExp(`^(?:${value})$`).test(own) : own === value;
    return isLike !== operator.startsWith("!");
  });
}

/** @param earlier the scrape at the start of every time range; a series that it lacks has not increased, as in Prometheus */
export function fires(expression: string, series: readonly Series[], earlier: readonly Series[] = []): boolean {
  const evaluation = new Evaluation(tokens(expression), series, earlier);
  const found = evaluation.whole();
  if (typeof found === "number") throw new Error(`a number is no alert: ${expression}`);
  return found.length > 0;
}

type Vector = readonly Pick<Series, "labels" | "value">[];
type Value = number | Vector;

/** By precedence, from the loosest. Vectors match by all labels: those that a scrape adds are the same for all. */
const operators: readonly Readonly<Record<string, (left: Vector, right: Value) => Vector>>[] = [
  { or: (left, right) => [...left, ...vector(right).filter((one) => valuesFor(one, left).length === 0)] },
  { and: (left, right) => left.filter((one) => valuesFor(one, vector(right)).length > 0) },
  {
    "==": compared((a, b) => a === b),
    "!=": compared((a, b) => a !== b),
    ">": compared((a, b) => a > b),
    "<": compared((a, b) => a < b),
    ">=": compared((a, b) => a >= b),
    "<=": compared((a, b) => a <= b),
  },
  { "-": computed((a, b) => a - b), "/": computed((a, b) => a / b) },
];

function compared(holds: (a: number, b: number) => boolean) {
  return (left: Vector, right: Value) => left.filter((one) => valuesFor(one, right).some((value) => holds(one.value, value)));
}

function computed(result: (a: number, b: number) => number) {
  return (left: Vector, right: Value) =>
    left.flatMap((one) => valuesFor(one, right).map((value) => ({ ...one, value: result(one.value, value) })));
}

const reductions: Readonly<Record<string, (values: readonly number[]) => number>> = {
  max: (values) => Math.max(...values),
  sum: (values) => values.reduce((a, b) => a + b, 0),
};

class Evaluation {
  readonly #list: readonly Token[];
  readonly #series: readonly Series[];
  readonly #earlier: readonly Series[];
  #at = 0;

  constructor(list: readonly Token[], series: readonly Series[], earlier: readonly Series[]) {
    this.#list = list;
    this.#series = series;
    this.#earlier = earlier;
  }

  whole(): Value {
    const found = this.#value(0);
    if (this.#at < this.#list.length) throw new Error(`not known here: ${this.#next}`);
    return found;
  }

  get #next(): string {
    return this.#list[this.#at]?.text ?? "";
  }

  #take(text: string): boolean {
    if (this.#next !== text) return false;
    this.#at++;
    return true;
  }

  #value(level: number): Value {
    const known = operators[level];
    if (!known) return this.#term();
    let left = this.#value(level + 1);
    for (let operate = known[this.#next]; operate; operate = known[this.#next]) {
      this.#at++;
      left = operate(vector(left), this.#value(level + 1));
    }
    return left;
  }

  #term(): Value {
    const { form, text } = this.#list[this.#at++] ?? { form: "mark", text: "nothing" };
    if (form === "number") return Number(text);
    if (text === "(") {
      const found = this.#value(0);
      if (!this.#take(")")) throw new Error(`expected ), not ${this.#next}`);
      return found;
    }
    const reduce = reductions[text];
    if (reduce) return this.#reduced(reduce);
    if (text === "abs") return vector(this.#term()).map((one) => ({ ...one, value: Math.abs(one.value) }));
    // Alerts compare rates with rates alone, so their time does not count.
    if (text === "increase" || text === "rate") return this.#increase();
    if (form !== "word" || functions.includes(text)) throw new Error(`not known here: ${text}`);
    return this.#selected(this.#series, text);
  }

  #increase(): Vector {
    this.#take("(");
    const begun = this.#at + 1;
    const name = this.#list[this.#at++]?.text ?? "";
    const found = this.#selected(this.#series, name);
    this.#at = begun;
    const before = this.#selected(this.#earlier, name);
    if (this.#list[this.#at++]?.form !== "range" || !this.#take(")")) throw new Error(`expected a range: ${name}`);
    return found.flatMap((one) => valuesFor(one, before).map((value) => ({ ...one, value: one.value - value })));
  }

  #reduced(reduce: (values: readonly number[]) => number): Vector {
    const by: string[] = [];
    if (this.#take("by")) while (!this.#take(")")) by.push(this.#list[this.#at++]?.text ?? "");
    const groups = Map.groupBy(vector(this.#term()), ({ labels }) =>
      JSON.stringify(Object.fromEntries(Object.entries(labels).filter(([label]) => by.includes(label)))),
    );
    return [...groups].map(([labels, found]) => ({ labels: JSON.parse(labels), value: reduce(found.map(({ value }) => value)) }));
  }

  #selected(series: readonly Series[], name: string): Vector {
    let matchers: Selector["matchers"] = [];
    if (this.#take("{")) {
      const end = this.#list.findIndex((token, i) => i >= this.#at && token.text === "}");
      matchers = matchersOf(this.#list.slice(this.#at, end), name);
      this.#at = end + 1;
    }
    return series.filter((one) => one.name === name && matches({ name, matchers }, one.labels));
  }
}

function vector(value: Value): Vector {
  if (typeof value === "number") throw new Error("expected series, and it is a number");
  return value;
}

function valuesFor({ labels: a }: Pick<Series, "labels">, right: Value): number[] {
  if (typeof right === "number") return [right];
  const isSame = ({ labels: b }: Pick<Series, "labels">) => Object.keys({ ...a, ...b }).every((name) => a[name] === b[name]);
  return right.filter(isSame).map(({ value }) => value);
}
