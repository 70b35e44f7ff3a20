/** The part of PromQL that is needed to find the series of an expression, and to evaluate it at one scrape; refuses the rest. */
import type { Series } from "./metrics-text.ts";

export interface Selector {
  readonly name: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
}

export interface Expression {
  readonly selectors: readonly Selector[];
  /** Labels of aggregations. */
  readonly groupings: readonly string[];
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

export function readExpression(expression: string): Expression {
  const list = tokens(expression);
  const selectors: Selector[] = [];
  const groupings: string[] = [];
  let depth = 0;
  for (let i = 0; i < list.length; i++) {
    const { form, text } = list[i] as Token;
    if (text === "(") depth++;
    if (text === ")" && --depth < 0) throw new Error(`a bracket too many: ${expression}`);
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
  if (depth !== 0) throw new Error(`a bracket is open: ${expression}`);
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

type Value = number | readonly Pick<Series, "labels" | "value">[];

const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  ">": (a, b) => a > b,
  "<": (a, b) => a < b,
  ">=": (a, b) => a >= b,
  "<=": (a, b) => a <= b,
};
const reductions: Readonly<Record<string, (values: readonly number[]) => number>> = {
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
  sum: (values) => values.reduce((a, b) => a + b, 0),
};

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86400 };

/** Matches vectors by all labels: those that a scrape adds are the same for all. */
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
    const found = this.#set();
    if (this.#at < this.#list.length) throw new Error(`not known here: ${this.#next?.text}`);
    return found;
  }

  get #next(): Token | undefined {
    return this.#list[this.#at];
  }

  #take(text: string): boolean {
    if (this.#next?.text !== text) return false;
    this.#at++;
    return true;
  }

  #must(text: string): void {
    if (!this.#take(text)) throw new Error(`expected ${text}, not ${this.#next?.text}`);
  }

  #set(): Value {
    let left = this.#comparison();
    for (;;) {
      if (this.#take("and")) {
        const right = vector(this.#comparison());
        left = vector(left).filter((one) => right.some((other) => isSame(one, other)));
      } else if (this.#take("or")) {
        const first = vector(left);
        left = [...first, ...vector(this.#comparison()).filter((one) => !first.some((other) => isSame(one, other)))];
      } else return left;
    }
  }

  #comparison(): Value {
    const left = this.#quotient();
    const compare = comparisons[this.#next?.text ?? ""];
    if (!compare) return left;
    this.#at++;
    const right = this.#quotient();
    return vector(left).filter((one) => pairOf(one, right).some((value) => compare(one.value, value)));
  }

  #quotient(): Value {
    let left = this.#term();
    while (this.#next?.text === "-" || this.#next?.text === "/") {
      const isQuotient = this.#next.text === "/";
      this.#at++;
      const right = this.#term();
      left = vector(left).flatMap((one) =>
        pairOf(one, right).map((value) => ({ ...one, value: isQuotient ? one.value / value : one.value - value })),
      );
    }
    return left;
  }

  #term(): Value {
    const { form, text } = this.#next ?? { form: "mark", text: "nothing" };
    this.#at++;
    if (form === "number") return Number(text);
    if (text === "(") {
      const found = this.#set();
      this.#must(")");
      return found;
    }
    const reduce = reductions[text];
    if (reduce) return this.#reduced(reduce);
    if (text === "abs") return vector(this.#term()).map((one) => ({ ...one, value: Math.abs(one.value) }));
    if (text === "increase" || text === "rate") return this.#increase(text === "rate");
    if (form !== "word" || functions.includes(text)) throw new Error(`not known here: ${text}`);
    return this.#selected(text, this.#selectorOf(text));
  }

  #increase(isPerSecond: boolean): Value {
    this.#must("(");
    const name = this.#list[this.#at++]?.text ?? "";
    const selector = this.#selectorOf(name);
    const [, count = "", unit = ""] = /^\[(\d+)([smhd])\]$/.exec(this.#list[this.#at++]?.text ?? "") ?? [];
    this.#must(")");
    const seconds = isPerSecond ? Number(count) * (secondsOf[unit] ?? Number.NaN) : 1;
    const before = this.#earlier.filter((one) => one.name === name);
    return this.#selected(name, selector).flatMap((one) => {
      const earlier = before.find((other) => isSame(one, other));
      return earlier ? [{ labels: one.labels, value: (one.value - earlier.value) / seconds }] : [];
    });
  }

  #reduced(reduce: (values: readonly number[]) => number): Value {
    const by: string[] = [];
    if (this.#take("by")) {
      this.#must("(");
      while (!this.#take(")")) if (this.#next?.text !== "," || !this.#take(",")) by.push(this.#list[this.#at++]?.text ?? "");
    }
    const groups = new Map<string, { labels: Record<string, string>; values: number[] }>();
    for (const { labels, value } of vector(this.#term())) {
      const kept = Object.fromEntries(by.flatMap((label) => (label in labels ? [[label, labels[label] ?? ""]] : [])));
      const group = groups.get(JSON.stringify(kept)) ?? { labels: kept, values: [] };
      groups.set(JSON.stringify(kept), group);
      group.values.push(value);
    }
    return [...groups.values()].map(({ labels, values }) => ({ labels, value: reduce(values) }));
  }

  #selectorOf(name: string): Selector {
    if (!this.#take("{")) return { name, matchers: [] };
    const end = this.#list.findIndex((token, i) => i >= this.#at && token.text === "}");
    const list = this.#list.slice(this.#at, end);
    this.#at = end + 1;
    return { name, matchers: matchersOf(list, name) };
  }

  #selected(name: string, selector: Selector): readonly Series[] {
    return this.#series.filter((one) => one.name === name && matches(selector, one.labels));
  }
}

function vector(value: Value): Exclude<Value, number> {
  if (typeof value === "number") throw new Error("expected series, and it is a number");
  return value;
}

function pairOf(one: Pick<Series, "labels">, right: Value): number[] {
  if (typeof right === "number") return [right];
  return right.flatMap((other) => (isSame(one, other) ? [other.value] : []));
}

function isSame({ labels: a }: Pick<Series, "labels">, { labels: b }: Pick<Series, "labels">): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => a[name] === b[name]);
}
