import { remembered } from "../values/remembered.ts";
import {
  type AppVersion,
  compareToBound,
  maxVersionLength,
  maxVersionNumber,
  maxVersionNumbers,
  type Order,
  parseAskedVersion,
  parseVersion,
  readNumbers,
} from "./app-version.ts";

/** Quoted clauses are the grammar of the read API's contract, "Versions". */
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
/** Characters: eight comparators and the spaces between them. */
export const maxEntryLength = maxComparators * (longestOperator + maxVersionLength) + (maxComparators - 1);

/** entry = version / num *4( "." num ) ".*" / op version *7( SP op version ); null means other text. */
export function parseVersionEntry(text: string): VersionEntry | null {
  if (text.length > maxEntryLength) return null;
  if (text.endsWith(".*")) return parseFamily(text);
  if (operatorOf(text) !== null) return parseRange(text);
  const version = parseVersion(text);
  return version && { form: "exact", text, version };
}

/** Spells "2.5.x" and ">= V2.5.0"; null means no entry. */
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

/** Allocates nothing. */
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

function parseFamily(text: string): VersionEntry | null {
  const numbers: number[] = [];
  const stem = text.slice(0, -2);
  return readNumbers(stem, 0, maxFamilyNumbers, numbers) === stem.length ? { form: "family", text, numbers } : null;
}

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

/** "2.5.* every version that begins 2.5 (2.5 itself too)"; missing parts are 0. */
function beginsWith(numbers: readonly number[], beginning: readonly number[]): boolean {
  for (let i = 0; i < beginning.length; i += 1) {
    if ((numbers[i] ?? 0) !== beginning[i]) return false;
  }
  return true;
}

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

/** The lowest version of each region between bounds. Lazy, plain releases first. */
export function* boundaryVersions(bounds: readonly AppVersion[]): Generator<AppVersion> {
  const places = placesOf(bounds);
  for (const place of places) yield versionOf(place.numbers, null, null);
  for (const place of places) yield* namedAt(place);
}

export function entryBounds(entry: VersionEntry): readonly AppVersion[] {
  switch (entry.form) {
    case "exact":
      return [entry.version];
    case "range":
      return entry.comparators.map((comparator) => comparator.bound);
    case "family":
      return [entry.numbers, numbersAfter(entry.numbers)]
        .filter((numbers) => numbers !== null)
        .map((numbers) => versionOf(numbers, null, null));
  }
}

interface Place {
  readonly numbers: readonly number[];
  readonly bounds: AppVersion[];
}

function placesOf(bounds: readonly AppVersion[]): readonly Place[] {
  const places = new Map<string, Place>();
  for (const bound of bounds) {
    const next = numbersAfter(padded(bound.numbers));
    if (next !== null) placeAt(places, next);
    placeAt(places, bound.numbers).bounds.push(bound);
  }
  placeAt(places, [0]);
  return [...places.values()];
}

function placeAt(places: Map<string, Place>, numbers: readonly number[]): Place {
  const key = padded(numbers).join(".");
  return remembered(places, key, () => ({
    numbers: numbers.slice(0, Math.max(1, numbers.findLastIndex((value) => value !== 0) + 1)),
    bounds: [],
  }));
}

/** Named pre-releases of the numbers and the next above each, the lowest, and none; likewise builds. */
function* namedAt(place: Place): Generator<AppVersion> {
  const pres = new Map<string, readonly string[] | null>([["", null]]);
  const builds = new Map<string, (readonly string[])[]>();
  for (const { pre, build } of place.bounds) {
    if (pre !== null) for (const ids of [["0"], pre, [...pre, "0"]]) pres.set(keyOf(ids), ids);
    if (build === null) continue;
    // "0" is the lowest identifier: no version lies between these two (SemVer 2.0.0 §11.4).
    remembered(builds, keyOf(pre), () => []).push(build, [...build, "0"]);
  }
  for (const [key, pre] of pres) {
    yield versionOf(place.numbers, pre, null);
    // A bound without a pre-release compares its build with that of every pre-release.
    for (const build of builds.get("") ?? []) yield versionOf(place.numbers, pre, build);
    if (key !== "") for (const build of builds.get(key) ?? []) yield versionOf(place.numbers, pre, build);
  }
}

/** Equal for identifiers that compare equal: 01 is 1. */
function keyOf(ids: readonly string[] | null): string {
  return ids === null ? "" : ids.map((id) => id.replace(/^0+(?=\d+$)/, "")).join(".");
}

/** With carry; null above the highest of all. */
export function numbersAfter(numbers: readonly number[]): readonly number[] | null {
  const next = [...numbers];
  for (let i = next.length - 1; i >= 0; i -= 1) {
    const value = next[i] ?? 0;
    if (value < maxVersionNumber) {
      next[i] = value + 1;
      return next;
    }
    next[i] = 0;
  }
  return null;
}

/** Missing parts are 0. */
export function padded(numbers: readonly number[]): number[] {
  return Array.from({ length: maxVersionNumbers }, (_, i) => numbers[i] ?? 0);
}

function versionOf(numbers: readonly number[], pre: readonly string[] | null, build: readonly string[] | null): AppVersion {
  const text = numbers.join(".") + (pre === null ? "" : `-${pre.join(".")}`) + (build === null ? "" : `+${build.join(".")}`);
  return { text, numbers, pre, build };
}
