/**
 * All versions in a cell are decided alike, by the server's own rules. Places mean an order and no distance.
 * One corner is drawn too simply: a bound with a build and no pre-release means builds of every pre-release as well.
 */
import {
  type AppVersion,
  compareToBound,
  compareVersions,
  maxVersionNumber,
  parseVersion,
  sortedOnce,
} from "drawbridge-rules/versions/app-version.ts";
import {
  boundaryVersions,
  entryBounds,
  matchesEntry,
  parseVersionEntry,
  type VersionEntry,
} from "drawbridge-rules/versions/version-entry.ts";
import { type CompiledPolicy, decide, type VersionPolicy, type VersionRule } from "drawbridge-rules/versions/version-policy.ts";
import { useState } from "react";
import { sharedTexts } from "../texts/shared-texts.ts";
import { versionPolicyTexts } from "./version-policy-texts.ts";

/** Percent of the ruler, as all positions in this file. */
export interface RulerPosition {
  readonly left: number;
  readonly width: number;
}

export interface Cell extends RulerPosition {
  /** Stands for all in it. */
  readonly version: AppVersion;
  /** The least in it. */
  readonly from: AppVersion;
  /** Null means between two stops, or beside all of them. */
  readonly stop: RulerStop | null;
}

export interface Zone extends RulerPosition {
  readonly rule: VersionRule;
  readonly first: number;
  readonly last: number;
}

/** The newest end takes more room, since more versions will follow. */
const roomAbove = 2;

export function rulerCells(stops: readonly RulerStop[]): readonly Cell[] {
  const bounds = stops.map(({ version }) => version);
  const versions = sortedOnce([...boundaryVersions(bounds)]);
  const found = stopsAmong(versions, stops);
  const shares = found.map((stop, index) => (stop ? 1 : roomOf(found, index)));
  const whole = shares.reduce((sum, share) => sum + share, 0);
  let used = 0;
  return versions.map((version, index) => {
    const left = (used / whole) * 100;
    const width = ((shares[index] ?? 0) / whole) * 100;
    used += shares[index] ?? 0;
    return { version, from: leastOf(version, versions), stop: found[index] ?? null, left, width };
  });
}

export function rulerZones(cells: readonly Cell[], policy: CompiledPolicy): readonly Zone[] {
  const zones: Zone[] = [];
  for (const [index, { version, left, width }] of cells.entries()) {
    const { rule } = decide(policy, version);
    const last = zones.at(-1);
    if (last?.rule === rule) zones[zones.length - 1] = { ...last, width: left + width - last.left, last: index };
    else zones.push({ rule, left, width, first: index, last: index });
  }
  return zones;
}

export function rulerPosition(cells: readonly Cell[], entry: VersionEntry): RulerPosition | null {
  const meant = cells.filter(({ version }) => matchesEntry(entry, version));
  const [first, last] = [meant[0], meant.at(-1)];
  return first && last ? { left: first.left, width: last.left + last.width - first.left } : null;
}

/** Where begins what is not below the bound. */
export function boundStart(cells: readonly Cell[], bound: AppVersion): number {
  return cells.find(({ version }) => compareToBound(version, bound) >= 0)?.left ?? 100;
}

/** Where ends what is not above the bound. */
export function boundEnd(cells: readonly Cell[], bound: AppVersion): number {
  const last = cells.findLast(({ version }) => compareToBound(version, bound) <= 0);
  return last ? last.left + last.width : 0;
}

export function findCell(cells: readonly Cell[], version: AppVersion): Cell | undefined {
  return cells.findLast(({ from }) => compareVersions(version, from) >= 0);
}

export function nearest(places: readonly number[], place: number): number {
  let best = 0;
  for (const [index, other] of places.entries()) {
    if (Math.abs(other - place) < Math.abs((places[best] ?? 0) - place)) best = index;
  }
  return best;
}

/** Cells between two stops share the room of one. */
function roomOf(found: readonly (RulerStop | null)[], index: number): number {
  let first = index;
  while (first > 0 && !found[first - 1]) first--;
  let last = index;
  while (last < found.length - 1 && !found[last + 1]) last++;
  return (last === found.length - 1 ? roomAbove : 1) / (last - first + 1);
}

/** Both lists are in order. */
function stopsAmong(versions: readonly AppVersion[], stops: readonly RulerStop[]): readonly (RulerStop | null)[] {
  let next = 0;
  return versions.map((version) => {
    const stop = stops[next];
    if (!stop || compareVersions(stop.version, version) !== 0) return null;
    next++;
    return stop;
  });
}

/** A release stands for its pre-releases too, where none of them differs. */
function leastOf(version: AppVersion, versions: readonly AppVersion[]): AppVersion {
  if (version.pre !== null || version.build !== null) return version;
  const isAlone = versions.every((other) => other.pre === null || compareToBound(other, version) !== 0);
  return isAlone ? { ...version, text: `${version.text}-0`, pre: ["0"] } : version;
}

interface RulerStop {
  readonly version: AppVersion;
  /** Named by a policy; else it is there to be chosen. */
  readonly isNamed: boolean;
}

const fewEnough = 22;
/** Stops that versions in use leave to the next releases. */
const roomForNext = 4;

/** Sorted, without duplicates. @param seen versions of apps, most frequent first */
export function rulerStops(policies: readonly VersionPolicy[], seen: readonly AppVersion[] = []): readonly RulerStop[] {
  const named = sortedOnce(policies.flatMap(namedBy));
  const plain = sortedOnce([...named, ...named.map(({ numbers }) => versionOf(numbers))]);
  const stops = [...plain];
  const add = (versions: readonly AppVersion[], most: number) => {
    for (const version of versions) {
      if (stops.length >= most) break;
      if (!stops.some((stop) => compareVersions(stop, version) === 0)) stops.push(version);
    }
  };
  add(seen, fewEnough - roomForNext);
  add(around(sortedOnce([...named, ...stops.slice(plain.length)])), fewEnough);
  const own = new Set(named);
  return sortedOnce(stops).map((version) => ({ version, isNamed: own.has(version) }));
}

export function namesAnyVersion(policy: VersionPolicy): boolean {
  return namedBy(policy).length > 0;
}

/** Spells stops as the first policy that names them; the same array where it does. Null means one is missing. */
export function respelled(stops: readonly RulerStop[], policies: readonly VersionPolicy[]): readonly RulerStop[] | null {
  const wanted = sortedOnce([...policies.flatMap(namedBy), ...stops.map(({ version }) => version)]);
  if (wanted.length > stops.length) return null;
  if (wanted.every(({ text }, index) => text === stops[index]?.version.text)) return stops;
  return stops.map((stop, index) => ({ ...stop, version: wanted[index] ?? stop.version }));
}

export function markedVersions({ minimum, recommended, step }: VersionPolicy): readonly string[] {
  return [minimum, recommended, step?.minimum, step?.recommended].flatMap((text) => text ?? []);
}

function namedBy(policy: VersionPolicy): AppVersion[] {
  const marks = markedVersions(policy).flatMap((text) => parseVersion(text) ?? []);
  const entries = [...policy.blocked, ...policy.exempt].flatMap((text) => parseVersionEntry(text) ?? []);
  return [...marks, ...entries.flatMap((entry) => entryBounds(entry))];
}

/** Above the newest, what may be released next; of each, the ones beside it. */
function around(named: readonly AppVersion[]): AppVersion[] {
  const newest = named.at(-1);
  if (!newest) return [];
  const nearest = named.toReversed().flatMap(({ numbers }) => [raised(numbers, numbers.length - 1), lowered(numbers)]);
  return [
    ...newest.numbers.map((_, part) => raised(newest.numbers, part)),
    raised(newest.numbers, Math.min(1, newest.numbers.length - 1)),
    ...nearest,
  ].flatMap((numbers) => (numbers ? [versionOf(numbers)] : []));
}

/** 2.4.1 → 2.5.0 at the second part. */
function raised(numbers: readonly number[], part: number): readonly number[] | null {
  const value = numbers[part] ?? 0;
  return value >= maxVersionNumber ? null : numbers.map((own, index) => (index < part ? own : index === part ? value + 1 : 0));
}

/** 2.4.0 → 2.3.0; null means all parts are 0. */
function lowered(numbers: readonly number[]): readonly number[] | null {
  const part = numbers.findLastIndex((value) => value > 0);
  return part < 0 ? null : numbers.map((own, index) => (index === part ? own - 1 : own));
}

function versionOf(numbers: readonly number[]): AppVersion {
  return { text: numbers.join("."), numbers, pre: null, build: null };
}

/** Stops during editing: nothing moves under a dragged mark, and a stop that it has left stays. Spelled as typed. */
export function useRulerStops(draft: VersionPolicy, published: VersionPolicy, seen: readonly AppVersion[]): readonly RulerStop[] {
  const policies = [draft, published];
  const found = () => ({ stops: rulerStops(policies, seen), isSeen: seen.length > 0 });
  const [shown, setShown] = useState(found);
  const kept = shown.isSeen || seen.length === 0 ? respelled(shown.stops, policies) : null;
  const next = kept ? { ...shown, stops: kept } : found();
  if (next.stops !== shown.stops) setShown(next);
  return next.stops;
}

export function zoneTitles(cells: readonly Cell[]): (zone: Zone) => string {
  const { span } = versionPolicyTexts;
  const { decided } = sharedTexts.review;
  const stopText = (index: number) => cells[index]?.stop?.version.text;
  const begin = (index: number) => {
    if (index === 0) return "";
    const own = stopText(index);
    if (own !== undefined) return span.from(own);
    const before = stopText(index - 1);
    return before === undefined ? span.fromPre(releaseAfter(cells, index)) : span.above(before);
  };
  const end = (index: number) => {
    if (index === cells.length - 1) return "";
    const next = stopText(index + 1);
    if (next !== undefined) return span.below(next);
    const own = stopText(index);
    return own === undefined ? span.belowPre(releaseAfter(cells, index + 1)) : span.upTo(own);
  };
  const spanOf = ({ first, last }: Zone) => {
    const only = first === last ? stopText(first) : undefined;
    if (only !== undefined) return only;
    const parts = [begin(first), end(last)].filter((text) => text !== "");
    return parts.length > 0 ? parts.join(", ") : span.every;
  };
  return (zone) => `${spanOf(zone)}: ${decided[zone.rule]}`;
}

/** The release of which the cell holds the pre-releases that stand before all that are named. */
function releaseAfter(cells: readonly Cell[], index: number): string {
  const release = cells.slice(index).find(({ stop }) => stop?.version.pre === null);
  return release?.stop?.version.text ?? cells[index]?.version.text ?? "";
}
