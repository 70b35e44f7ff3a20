import { DrawbridgeError, type ProblemSink } from "../values/errors.ts";
import {
  type AppVersion,
  canonicalText,
  compareToBound,
  compareVersions,
  parseAskedVersion,
  parseOs,
  parseVersion,
} from "./app-version.ts";
import {
  boundaryVersions,
  entryBounds,
  matchesEntry,
  parseVersionEntry,
  spellEntry,
  type VersionEntry,
} from "./version-entry.ts";

/** Valid texts, in the operator's own spelling. */
export interface VersionPolicy {
  readonly minimum: string | null;
  readonly recommended: string | null;
  readonly blocked: readonly string[];
  readonly exempt: readonly string[];
  readonly releases?: readonly Release[];
  /** Absent means none. Decisions are those of `policyAt`. */
  readonly step?: PolicyStep;
}

export interface PolicyStep {
  /** Wall-clock time in `zone`, as `parseWall` returns it. */
  readonly at: string;
  readonly zone: string;
  /** Null, like `recommended`: stays as before. */
  readonly minimum: string | null;
  readonly recommended: string | null;
}

/** Characters. */
export const maxNotesLength = 500;

export interface Release {
  readonly version: string;
  /** For people, like `notes`. */
  readonly date: string | null;
  readonly notes: string | null;
  /** Absent means any. */
  readonly requires_os?: string;
}

/** Values of the response header `drawbridge-reason`. */
export type VersionRule = "exempt" | "blocked" | "below_minimum" | "below_recommended" | "current" | "no_policy";

export interface VersionDecision {
  readonly forced: boolean;
  readonly rule: VersionRule;
}

export interface CompiledPolicy {
  readonly minimum: AppVersion | null;
  readonly recommended: AppVersion | null;
  readonly blocked: readonly VersionEntry[];
  readonly exempt: readonly VersionEntry[];
  readonly releases: readonly AppVersion[];
  /** By the release's canonical text. */
  readonly requiredOs: ReadonlyMap<string, readonly number[]>;
  readonly hasRules: boolean;
}

export const maxEntries = 500;
/** Above the 8 003 boundaries that the longest list of plain numbers can need. */
const maxBoundaries = 20_000;

/** Every decision is one of these objects. */
export const decisions: Readonly<Record<VersionRule, VersionDecision>> = {
  exempt: Object.freeze({ forced: false, rule: "exempt" }),
  blocked: Object.freeze({ forced: true, rule: "blocked" }),
  below_minimum: Object.freeze({ forced: true, rule: "below_minimum" }),
  below_recommended: Object.freeze({ forced: false, rule: "below_recommended" }),
  current: Object.freeze({ forced: false, rule: "current" }),
  no_policy: Object.freeze({ forced: false, rule: "no_policy" }),
};

/** After a problem, the result lacks the invalid parts. */
export function parsePolicy(value: Readonly<Record<string, unknown>>, path: string, problems: ProblemSink): VersionPolicy {
  const below = path === "" ? "" : `${path}.`;
  return {
    minimum: parseBound(value.minimum, `${below}minimum`, problems),
    recommended: parseBound(value.recommended, `${below}recommended`, problems),
    blocked: parseEntries(value.blocked, `${below}blocked`, problems),
    exempt: parseEntries(value.exempt, `${below}exempt`, problems),
  };
}

/** Without its step. @throws internal for an invalid text: `parsePolicy` accepts none */
export function compilePolicy(policy: VersionPolicy): CompiledPolicy {
  const { minimum, recommended, blocked, exempt, releases = [] } = policy;
  const required = releases.flatMap(({ version, requires_os: os }) => {
    return os === undefined ? [] : [[canonicalText(sound(parseVersion(version))), sound(parseOs(os))] as const];
  });
  return {
    minimum: minimum === null ? null : sound(parseVersion(minimum)),
    recommended: recommended === null ? null : sound(parseVersion(recommended)),
    blocked: blocked.map((text) => sound(parseVersionEntry(text))),
    exempt: exempt.map((text) => sound(parseVersionEntry(text))),
    releases: releases.map(({ version }) => sound(parseVersion(version))),
    requiredOs: new Map(required),
    hasRules: minimum !== null || recommended !== null || blocked.length > 0 || exempt.length > 0,
  };
}

export function namedVersions({ minimum, recommended, blocked, exempt, releases }: CompiledPolicy): ReadonlySet<string> {
  const bounds = [minimum, recommended].filter((version) => version !== null);
  return new Set([...bounds, ...releases, ...[...blocked, ...exempt].flatMap(entryBounds)].map(canonicalText));
}

/** Allocates nothing. */
export function decide(policy: CompiledPolicy, version: AppVersion): VersionDecision {
  if (!policy.hasRules) return decisions.no_policy;
  // "In this order: the version is in `exempt` → not forced; in `blocked` → forced; below `minimum` → forced; else not forced."
  if (isIn(policy.exempt, version)) return decisions.exempt;
  if (isIn(policy.blocked, version)) return decisions.blocked;
  if (policy.minimum !== null && compareToBound(version, policy.minimum) < 0) return decisions.below_minimum;
  if (policy.recommended !== null && compareToBound(version, policy.recommended) < 0) return decisions.below_recommended;
  return decisions.current;
}

/** True is certain. False may be wrong if the only allowed version is over 64 characters, or beyond 20 000 checked ones. */
export function blocksEveryVersion(policy: VersionPolicy): boolean {
  const { minimum, blocked, exempt } = compilePolicy(policy);
  if (exempt.some(meansAny)) return false;
  const bounds = blocked.flatMap(entryBounds);
  if (minimum !== null) bounds.push(minimum);
  // Fast path: most versions are above all bounds and run. Checking all boundaries of 500 entries takes a millisecond.
  if (letsAnyRun({ minimum, blocked }, boundaryVersions(highest(bounds)))) return false;
  return !letsAnyRun({ minimum, blocked }, boundaryVersions(bounds));
}

/** Null unless only versions above it may run. Exempt versions that are no releases do not count. */
export function releaseBelowAll(policy: VersionPolicy): AppVersion | null {
  const compiled = compilePolicy(policy);
  const { minimum, blocked, releases } = compiled;
  const [top] = highest(releases);
  if (top === undefined || releases.some((release) => !decide(compiled, release).forced)) return null;
  const bounds = [top, ...(minimum === null ? [] : [minimum]), ...blocked.flatMap(entryBounds)];
  const upToTop = boundaryVersions(bounds).filter((version) => compareToBound(version, top) <= 0);
  return letsAnyRun({ minimum, blocked }, upToTop) ? null : top;
}

/** Ignores `exempt`. True also if there are too many versions to check. */
function letsAnyRun({ minimum, blocked }: Pick<CompiledPolicy, "minimum" | "blocked">, versions: Iterable<AppVersion>): boolean {
  let looked = 0;
  let by: VersionEntry | undefined;
  for (const version of versions) {
    looked += 1;
    if (looked > maxBoundaries) return true;
    // The entry that blocked the last version blocks most of the others: without this, 500 long entries take a second.
    if (by !== undefined && matchesEntry(by, version)) continue;
    by = blocked.find((entry) => matchesEntry(entry, version));
    if (by === undefined && (minimum === null || compareToBound(version, minimum) >= 0)) return true;
  }
  return false;
}

function highest(bounds: readonly AppVersion[]): readonly AppVersion[] {
  const [first, ...others] = bounds;
  return first === undefined ? [] : [others.reduce((high, bound) => (compareVersions(bound, high) > 0 ? bound : high), first)];
}

function meansAny(entry: VersionEntry): boolean {
  return boundaryVersions(entryBounds(entry)).some((version) => matchesEntry(entry, version));
}

export function parseBound(value: unknown, path: string, problems: ProblemSink): string | null {
  if (value === undefined || value === null) return null;
  return parseText(value, path, versionText, problems);
}

export function parseEntries(value: unknown, path: string, problems: ProblemSink): readonly string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    problems.push({ path, message: 'expected a list, such as ["2.5.0", ">=2.5.3 <2.5.5"]' });
    return [];
  }
  if (value.length > maxEntries) {
    problems.push({
      path,
      message: `expected at most ${maxEntries} entries; one entry can cover a range: ">=2.5.3 <2.5.5"`,
    });
  }
  const places = new Map<string, number>();
  for (const [index, entry] of value.slice(0, maxEntries).entries()) {
    const text = parseText(entry, `${path}.${index}`, entryText, problems);
    if (text === null) continue;
    const first = places.get(text);
    if (first === undefined) places.set(text, index);
    else problems.push({ path: `${path}.${index}`, message: `expected each entry once: this one equals ${path}.${first}` });
  }
  return [...places.keys()];
}

export function parseRequiredOs(value: unknown, path: string, problems: ProblemSink): string | null {
  return parseText(value, path, osText, problems);
}

interface TextRule {
  readonly expected: string;
  readonly isValid: (text: string) => boolean;
  readonly spell: (text: string) => string | null;
}

const versionText: TextRule = {
  expected: 'expected a version in quotes, such as "2.10"',
  isValid: (text) => parseVersion(text) !== null,
  spell: (text) => parseAskedVersion(text)?.text ?? null,
};
const entryText: TextRule = {
  expected:
    'expected a version in quotes ("2.5.0"), a family of versions ("2.5.*") or up to 8 comparators that all hold (">=2.5.3 <2.5.5")',
  isValid: (text) => parseVersionEntry(text) !== null,
  spell: spellEntry,
};

const osText: TextRule = {
  expected: 'expected the version of an operating system in quotes, such as "17.4", or an Android API level, such as "34"',
  isValid: (text) => parseOs(text) !== null,
  spell: () => null,
};

function parseText(value: unknown, path: string, rule: TextRule, problems: ProblemSink): string | null {
  if (typeof value === "string" && rule.isValid(value)) return value;
  const spelled = typeof value === "string" ? rule.spell(value) : null;
  const hint = spelled === null ? "" : `: write "${spelled}"`;
  problems.push(
    isUnquoted(value)
      ? { path, message: "expected a version in quotes", quote: true }
      : { path, message: `${rule.expected}${hint}` },
  );
  return null;
}

/** 2.1 and 2.10 are the same number: only the source text shows which one it was. */
function isUnquoted(value: unknown): boolean {
  return typeof value === "number" && !String(value).includes("e") && versionText.isValid(String(value));
}

function sound<T>(parsed: T | null): T {
  if (parsed === null) throw new DrawbridgeError("internal", "a stored version policy contains a text that is not a version");
  return parsed;
}

function isIn(entries: readonly VersionEntry[], version: AppVersion): boolean {
  for (let i = 0; i < entries.length; i += 1) {
    const entry = entries[i];
    if (entry !== undefined && matchesEntry(entry, version)) return true;
  }
  return false;
}
