import {
  type AppVersion,
  compareToBound,
  maxVersionLength,
  type Order,
  parseAskedVersion,
  parseVersion,
  readNumbers,
} from "./app-version.ts";

/** An entry of `blocked` or `exempt`. Quoted clauses are the grammar of the read API's contract, "Versions". */
export type VersionEntry =
  | { readonly form: "exact"; readonly text: string; readonly version: AppVersion }
  | { readonly form: "family"; readonly text: string; readonly numbers: readonly number[] }
  | { readonly form: "range"; readonly text: string; readonly comparators: readonly Comparator[] };

export interface Comparator {
  readonly operator: Operator;
  readonly bound: AppVersion;
}

type Operator = "=" | ">=" | ">" | "<=" | "<";

const maxComparators = 8;
const maxFamilyNumbers = 5;
const longestOperator = 2;
/** Characters of the longest entry that the grammar allows: eight comparators and the spaces between them. */
export const maxEntryLength = maxComparators * (longestOperator + maxVersionLength) + (maxComparators - 1);

/** entry = version / num *4( "." num ) ".*" / op version *7( SP op version ); null means other text. */
export function parseVersionEntry(text: string): VersionEntry | null {
  if (text.length > maxEntryLength) return null;
  if (text.endsWith(".*")) return parseFamily(text);
  return operatorOf(text) === null ? parseExact(text) : parseRange(text);
}

/** The entry that a text in another spelling means, such as "2.5.x" or ">= V2.5.0"; null means none. */
export function spellEntry(text: string): string | null {
  if (text.length > maxEntryLength) return null;
  const parts = text.trim().split(/ +(?=[<>=])/);
  const spelled = parts.map((part) => {
    const operator = operatorOf(part) ?? "";
    const version = part.slice(operator.length);
    return operator + (parseAskedVersion(version)?.text ?? version.replace(/\.[xX]$/, ".*"));
  });
  const entry = spelled.join(" ");
  return parseVersionEntry(entry) === null ? null : entry;
}

/** Returns whether the entry matches this version. Allocates nothing. */
export function matchesEntry(entry: VersionEntry, version: AppVersion): boolean {
  switch (entry.form) {
    case "exact":
      return compareToBound(version, entry.version) === 0;
    case "family":
      return beginsWith(version.numbers, entry.numbers);
    case "range":
      return allHold(entry.comparators, version);
  }
}

/** num *4( "." num ) ".*" */
function parseFamily(text: string): VersionEntry | null {
  const numbers: number[] = [];
  const stem = text.slice(0, -2);
  return readNumbers(stem, 0, maxFamilyNumbers, numbers) === stem.length ? { form: "family", text, numbers } : null;
}

function parseExact(text: string): VersionEntry | null {
  const version = parseVersion(text);
  return version === null ? null : { form: "exact", text, version };
}

/** op version *7( SP op version ) */
function parseRange(text: string): VersionEntry | null {
  const parts = text.split(" ", maxComparators + 1);
  if (parts.length > maxComparators) return null;
  const comparators: Comparator[] = [];
  for (const part of parts) {
    const operator = operatorOf(part);
    const bound = operator === null ? null : parseVersion(part.slice(operator.length));
    if (operator === null || bound === null) return null;
    comparators.push({ operator, bound });
  }
  return { form: "range", text, comparators };
}

/** op = "=" / ">=" / ">" / "<=" / "<": the longest at the beginning of the text. */
function operatorOf(text: string): Operator | null {
  if (text.startsWith(">=")) return ">=";
  if (text.startsWith("<=")) return "<=";
  if (text.startsWith(">")) return ">";
  if (text.startsWith("<")) return "<";
  return text.startsWith("=") ? "=" : null;
}

/** "2.5.* every version that begins 2.5 (2.5 itself too)"; missing parts are 0, so 2.5 begins 2.5.0 as well. */
function beginsWith(numbers: readonly number[], beginning: readonly number[]): boolean {
  for (let i = 0; i < beginning.length; i += 1) {
    if ((numbers[i] ?? 0) !== beginning[i]) return false;
  }
  return true;
}

/** "Comparators all hold." */
function allHold(comparators: readonly Comparator[], version: AppVersion): boolean {
  for (let i = 0; i < comparators.length; i += 1) {
    const comparator = comparators[i];
    if (comparator !== undefined && !holds(comparator.operator, compareToBound(version, comparator.bound))) return false;
  }
  return true;
}

function holds(operator: Operator, order: Order): boolean {
  switch (operator) {
    case "=":
      return order === 0;
    case ">=":
      return order >= 0;
    case ">":
      return order > 0;
    case "<=":
      return order <= 0;
    case "<":
      return order < 0;
  }
}
