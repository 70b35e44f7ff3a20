/** Version of an operating system: numbers with dots, such as `17.4`, or an Android API level, such as `34`. */
import { compareNumbers, parseVersion } from "./app-version.ts";

/** Numbers to compare with `compareNumbers`: missing parts are 0. Null means the text is no such version. */
export function parseOs(text: string): readonly number[] | null {
  return /^[\d.]+$/.test(text) ? (parseVersion(text)?.numbers ?? null) : null;
}

/**
 * The interval between requirements of releases that an operating system is in: `17-18` is from 17 on and below 18, `-17` below 17.
 * Null means there is no requirement. Counts by it are bounded by what operators declare.
 */
export function osInterval(requirements: ReadonlyMap<unknown, readonly number[]>, os: readonly number[]): string | null {
  if (requirements.size === 0) return null;
  const sorted = [...requirements.values()].sort(compareNumbers);
  const from = sorted.findLast((required) => compareNumbers(required, os) <= 0) ?? [];
  const below = sorted.find((required) => compareNumbers(required, os) > 0) ?? [];
  return `${from.join(".")}-${below.join(".")}`;
}
