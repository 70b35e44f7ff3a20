/**
 * A ruler of versions, cut into cells in each of which all versions are decided alike: each version that stands on it has one, and
 * so has what lies between two. Places mean an order and no distance. Which cell is decided how, the server's own rules say.
 *
 * One corner is drawn too simply, of a bound with a build and no pre-release: it means builds of every pre-release as well.
 */

import { type AppVersion, compareToBound, compareVersions } from "drawbridge-rules/versions/app-version.ts";
import { boundaryVersions } from "drawbridge-rules/versions/boundary-version.ts";
import { matchesEntry, type VersionEntry } from "drawbridge-rules/versions/version-entry.ts";
import { type CompiledPolicy, decide, type VersionRule } from "drawbridge-rules/versions/version-policy.ts";
import { type RulerStop, sortedOnce } from "./ruler-stop.ts";

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
  /** Stop at this cell; null: between two stops, or beside all of them. */
  readonly stop: RulerStop | null;
}

export interface Zone extends RulerPosition {
  readonly rule: VersionRule;
  /** Indexes of its first and last cell. */
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

/** Neighbours that are decided alike are one zone. */
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

/** From the first to the last version that the entry means; null: it means none. */
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

/** The cell that the version is in. */
export function findCell(cells: readonly Cell[], version: AppVersion): Cell | undefined {
  return cells.findLast(({ from }) => compareVersions(version, from) >= 0);
}

/** The nearest of `places` to a place. @returns its index */
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

/** Stop of each version; both lists are in order. */
function stopsAmong(versions: readonly AppVersion[], stops: readonly RulerStop[]): readonly (RulerStop | null)[] {
  let next = 0;
  return versions.map((version) => {
    const stop = stops[next];
    if (!stop || compareVersions(stop.version, version) !== 0) return null;
    next++;
    return stop;
  });
}

/** A release stands for its pre-releases too, where none of them is told apart. */
function leastOf(version: AppVersion, versions: readonly AppVersion[]): AppVersion {
  if (version.pre !== null || version.build !== null) return version;
  const isAlone = versions.every((other) => other.pre === null || compareToBound(other, version) !== 0);
  return isAlone ? { ...version, text: `${version.text}-0`, pre: ["0"] } : version;
}
