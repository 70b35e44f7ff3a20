/** As much of PromQL as it takes to know which series an expression looks at; what it does not know, it refuses. */

export interface Selector {
  readonly name: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
}

export interface Expression {
  readonly selectors: readonly Selector[];
  /** Labels by which something is taken together. */
  readonly groupings: readonly string[];
}

const functions = ["rate", "increase", "changes", "histogram_quantile", "label_values"];
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

/** @throws where it is none */
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

/** Whether a series with these labels would be looked at; labels that a scrape adds, and variables of a dashboard, match all. */
export function matches({ matchers }: Selector, labels: Readonly<Record<string, string>>): boolean {
  return matchers.every(({ label, operator, value }) => {
    if (label === "job" || label === "instance") return true;
    const own = labels[label] ?? "";
    const isLike = operator.endsWith("~") ? new RegExp(`^(?:${value})$`).test(own) : own === value;
    return isLike !== operator.startsWith("!");
  });
}
