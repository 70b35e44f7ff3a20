/** Quoted clauses are the contract's grammar ("Versions"); `vectors/versions.json` has examples. */
export interface AppVersion {
  /** As the grammar spells it, also for what apps send in another way. */
  readonly text: string;
  readonly numbers: readonly number[];
  /** Without the "-" or "_" before them. */
  readonly pre: readonly string[] | null;
  readonly build: readonly string[] | null;
}

export type Order = -1 | 0 | 1;

/** Characters. */
export const maxVersionLength = 64;
export const maxVersionNumbers = 6;
/** 1*15DIGIT: every such number is exact in a double. */
export const maxVersionNumber = 999_999_999_999_999;

const longestNumber = 15;
const refused = -1;
const dot = 0x2e;
const hyphen = 0x2d;
const underscore = 0x5f;
const plus = 0x2b;

/** version = [ "v" ] num *5( "." num ) [ pre ] [ "+" ids ]; null means other text. Never throws; bounded by 64 characters. */
export function parseVersion(text: string): AppVersion | null {
  if (text.length > maxVersionLength) return null;
  const numbers: number[] = [];
  let at = readNumbers(text, text.startsWith("v") ? 1 : 0, maxVersionNumbers, numbers);
  if (at === refused) return null;
  let pre: string[] | null = null;
  const first = preReleaseStart(text, at);
  if (first !== refused) {
    pre = [];
    at = readIds(text, first, true, pre);
    if (at === refused) return null;
  }
  let build: string[] | null = null;
  if (text.charCodeAt(at) === plus) {
    build = [];
    at = readIds(text, at + 1, false, build);
  }
  return at === text.length ? { text, numbers, pre, build } : null;
}

/** Reads what apps send: blanks around it, "V", a build in brackets, a pre-release after a point, a space for "+". */
export function parseAskedVersion(sent: string): AppVersion | null {
  return parseVersion(sent) ?? (sent.length > maxVersionLength ? null : parseVersion(acceptedSpelling(sent)));
}

const blanksAround = /^[ \t]+|[ \t]+$/g;
const buildInBrackets = /[ \t]?\(([0-9]+(?:\.[0-9]+)*)\)$/;
/** "x" alone is a wildcard elsewhere. */
const preReleaseAfterPoint = /^(v?[0-9.]*[0-9])\.(?![xX](?:[.+]|$))(?=[a-zA-Z])/;

/** @param sent at most 64 characters */
function acceptedSpelling(sent: string): string {
  const trimmed = sent.replace(blanksAround, "").replace(/^V(?=[0-9])/, "");
  return trimmed.replace(buildInBrackets, "+$1").replaceAll(" ", "+").replace(preReleaseAfterPoint, "$1-");
}

/** A total preorder, in which "2", "v2.0" and "02.0.0" are equal. */
export function compareVersions(a: AppVersion, b: AppVersion): Order {
  return compareNumbers(a.numbers, b.numbers) || comparePre(a.pre, b.pre) || compareBuild(a.build, b.build);
}

/** Keeps the first of equal versions. */
export function sortedOnce(versions: readonly AppVersion[]): AppVersion[] {
  const sorted = versions.toSorted(compareVersions);
  return sorted.filter((version, index) => {
    const last = sorted[index - 1];
    return last === undefined || compareVersions(last, version) !== 0;
  });
}

/** "What a bound does not name is ignored": 2.4.0-beta is equal to the bound 2.4.0. */
export function compareToBound(version: AppVersion, bound: AppVersion): Order {
  return (
    compareNumbers(version.numbers, bound.numbers) ||
    (bound.pre === null ? 0 : comparePre(version.pre, bound.pre)) ||
    (bound.build === null ? 0 : compareBuild(version.build, bound.build))
  );
}

/** `num *( "." num )`. Returns where the numbers end, or -1 for other text. */
export function readNumbers(text: string, from: number, most: number, into: number[]): number {
  let at = from;
  for (;;) {
    const start = at;
    let value = 0;
    for (let code = text.charCodeAt(at); isDigit(code); code = text.charCodeAt(at)) {
      value = value * 10 + (code - 0x30);
      at += 1;
    }
    if (at === start || at - start > longestNumber || into.length === most) return refused;
    into.push(value);
    if (text.charCodeAt(at) !== dot) return at;
    at += 1;
  }
}

/** pre = ( "-" / "_" ) ids / ids that begin with a letter. Returns where ids begin, or -1. */
function preReleaseStart(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === hyphen || code === underscore) return at + 1;
  return isLetter(code) ? at : refused;
}

/** ids = id *( "." id ), each with a letter or digit ("_" not after "+"). Returns their end, or -1. */
function readIds(text: string, from: number, withUnderscore: boolean, into: string[]): number {
  let start = from;
  let named = false;
  for (let at = from; ; at += 1) {
    const code = text.charCodeAt(at);
    if (isLetter(code) || isDigit(code)) {
      named = true;
    } else if (code !== hyphen && !(code === underscore && withUnderscore)) {
      if (!named) return refused;
      into.push(text.slice(start, at));
      if (code !== dot) return at;
      start = at + 1;
      named = false;
    }
  }
}

/** "Numbers compare as numbers, missing parts are 0." */
export function compareNumbers(a: readonly number[], b: readonly number[]): Order {
  for (let i = 0; i < maxVersionNumbers; i += 1) {
    const left = a[i] ?? 0;
    const right = b[i] ?? 0;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/** "A version without one is higher." */
function comparePre(a: readonly string[] | null, b: readonly string[] | null): Order {
  if (a === null) return b === null ? 0 : 1;
  return b === null ? -1 : compareIds(a, b);
}

/** "A version without a build is below." */
function compareBuild(a: readonly string[] | null, b: readonly string[] | null): Order {
  if (a === null) return b === null ? 0 : -1;
  return b === null ? 1 : compareIds(a, b);
}

/** SemVer 2.0.0 §11.4: where all identifiers are equal, the larger set is higher. */
function compareIds(a: readonly string[], b: readonly string[]): Order {
  for (let i = 0; ; i += 1) {
    const left = a[i];
    const right = b[i];
    if (left === undefined) return right === undefined ? 0 : -1;
    if (right === undefined) return 1;
    const order = compareId(left, right);
    if (order !== 0) return order;
  }
}

/** SemVer 2.0.0 §11.4.1–3: digits as numbers, others in ASCII order, digits below others. */
function compareId(a: string, b: string): Order {
  const numeric = isNumeric(a);
  if (numeric !== isNumeric(b)) return numeric ? -1 : 1;
  if (numeric) return compareDigits(a, b);
  return a === b ? 0 : a < b ? -1 : 1;
}

/** "Digits of any length exactly": without leading zeros the longer is the larger. Allocates nothing. */
function compareDigits(a: string, b: string): Order {
  let left = leadingZeros(a);
  let right = leadingZeros(b);
  const longer = a.length - left - (b.length - right);
  if (longer !== 0) return longer < 0 ? -1 : 1;
  for (; left < a.length; left += 1, right += 1) {
    const difference = a.charCodeAt(left) - b.charCodeAt(right);
    if (difference !== 0) return difference < 0 ? -1 : 1;
  }
  return 0;
}

function leadingZeros(digits: string): number {
  let count = 0;
  while (digits.charCodeAt(count) === 0x30) count += 1;
  return count;
}

function isNumeric(id: string): boolean {
  for (let i = 0; i < id.length; i += 1) {
    if (!isDigit(id.charCodeAt(i))) return false;
  }
  return true;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

/** Numbers that are always written: "2" is 2.0.0. */
const leastNumbers = 3;

/** Matches most versions that apps send. */
const alreadyCanonical = /^(?:0|[1-9][0-9]*)(?:\.(?:0|[1-9][0-9]*)){2}$/;

/** At most 4 characters and a "-" longer than the version as sent. */
export function canonicalText({ text: sent, numbers, pre, build }: AppVersion): string {
  if (alreadyCanonical.test(sent)) return sent;
  let length = numbers.length;
  while (length > leastNumbers && numbers[length - 1] === 0) length--;
  let text = `${numbers[0] ?? 0}.${numbers[1] ?? 0}.${numbers[2] ?? 0}`;
  for (let i = leastNumbers; i < length; i++) text += `.${numbers[i]}`;
  return text + (pre === null ? "" : `-${idsText(pre)}`) + (build === null ? "" : `+${idsText(build)}`);
}

/** Digits of any length compare as numbers, so leading zeros are dropped. */
function idsText(ids: readonly string[]): string {
  return ids.map((id) => (/^0+[0-9]+$/.test(id) ? id.replace(/^0+(?=[0-9])/, "") : id)).join(".");
}

/** `17.4`, or an Android API level, for `compareNumbers`; null means the text is none. */
export function parseOs(text: string): readonly number[] | null {
  return /^[\d.]+$/.test(text) ? (parseVersion(text)?.numbers ?? null) : null;
}

/** `17-18` is from 17 on and below 18, `-17` below 17. Declared requirements bound the counts by it. */
export function osInterval(requirements: ReadonlyMap<unknown, readonly number[]>, os: readonly number[]): string | null {
  if (requirements.size === 0) return null;
  const sorted = [...requirements.values()].sort(compareNumbers);
  const from = sorted.findLast((required) => compareNumbers(required, os) <= 0) ?? [];
  const below = sorted.find((required) => compareNumbers(required, os) > 0) ?? [];
  return `${from.join(".")}-${below.join(".")}`;
}
