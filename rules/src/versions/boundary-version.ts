import { remembered } from "../values/remembered.ts";
import { type AppVersion, maxVersionNumber, maxVersionNumbers } from "./app-version.ts";
import type { VersionEntry } from "./version-entry.ts";

/** Representatives of all regions between bounds: the lowest version of each. Lazy, plain releases first. */
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

/** All bounds with the same numbers; empty for numbers that are only next to a bound's. */
interface Place {
  readonly numbers: readonly number[];
  readonly bounds: AppVersion[];
}

/** The numbers of each bound, the next higher ones, and 0. */
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
  return remembered(places, key, () => ({ numbers: shortened(numbers), bounds: [] }));
}

/** For the same numbers: named pre-releases and the next above each, the lowest, and none; likewise the builds. */
function* namedAt(place: Place): Generator<AppVersion> {
  const pres = new Map<string, readonly string[] | null>([["", null]]);
  const builds = new Map<string, (readonly string[])[]>();
  for (const { pre, build } of place.bounds) {
    if (pre !== null) for (const ids of [["0"], pre, [...pre, "0"]]) pres.set(keyOf(ids), ids);
    if (build === null) continue;
    // "0" is the lowest identifier, so no version lies between these two (SemVer 2.0.0 §11.4).
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

/** The next numbers: the last part plus one, with carry; null above the highest of all. */
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

/** With all six parts; missing ones are 0. */
export function padded(numbers: readonly number[]): number[] {
  return Array.from({ length: maxVersionNumbers }, (_, i) => numbers[i] ?? 0);
}

function shortened(numbers: readonly number[]): readonly number[] {
  return numbers.slice(0, Math.max(1, numbers.findLastIndex((value) => value !== 0) + 1));
}

function versionOf(numbers: readonly number[], pre: readonly string[] | null, build: readonly string[] | null): AppVersion {
  const text = numbers.join(".") + (pre === null ? "" : `-${pre.join(".")}`) + (build === null ? "" : `+${build.join(".")}`);
  return { text, numbers, pre, build };
}
