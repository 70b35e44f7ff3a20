/** Counts by version, as they are stored: by key for 24 hours, and by outcome for longer. */
import type { CountSource, UsageCount, VersionCount } from "../../store/usage.ts";
import type { TakenPlatformVersion } from "./read-usage.ts";
import { sumOf } from "./version-place.ts";

/** Requests by key and version; those without a place, or without room for their key, are only in the sum of the key. */
export function usageRows(taken: readonly TakenPlatformVersion[]): UsageCount[] {
  return taken.flatMap(({ project, platform, spelling, key, hour, counts }) => {
    if (key === null || spelling === "") return [];
    return [{ project, key: key.key, outcome: "let_in", platform, version: spelling, hour, count: sumOf(counts) }];
  });
}

/** Requests by version, of all keys together. */
export function versionRows(taken: readonly TakenPlatformVersion[], source: CountSource): VersionCount[] {
  const rows = new Map<string, VersionCount>();
  for (const { project, platform, version, isNamed, hour, counts } of taken) {
    const name = `${project} ${platform} ${hour} ${version}`;
    const [a, b, c, d] = rows.get(name)?.counts ?? [0, 0, 0, 0];
    const sums = [a + counts[0], b + counts[1], c + counts[2], d + counts[3]] as const;
    rows.set(name, { project, platform, source, version, isNamed, hour, counts: sums });
  }
  return [...rows.values()];
}

export function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
}
