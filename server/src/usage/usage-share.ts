/** Counts of one process among several: handed over, and added to the counts that are reported and written. */
import type { OutcomeCounts, RefusedQueries, UsageCount } from "../store/usage.ts";
import { hourMs } from "./hourly-counts.ts";
import type { ReadUsage, TakenTally } from "./read-usage.ts";
import type { AnonymousRefusal, KeyRefusal } from "./tally.ts";

/** Counts since the last `takeShares`; adding a share twice counts it twice. */
export interface UsageShare {
  readonly tallies: readonly TallyShare[];
  readonly versions: readonly VersionShare[];
  readonly refused: readonly RefusedQueries[];
}

interface TallyShare extends UsageCount {
  /** Epoch ms, in that hour. */
  readonly last: number;
}

interface VersionShare {
  readonly project: string;
  readonly platform: string;
  /** As the app wrote it first; "": versions without a place. */
  readonly version: string;
  readonly isNamed: boolean;
  /** Null: counted without its key. */
  readonly key: string | null;
  readonly hour: number;
  readonly counts: OutcomeCounts;
  /** Epoch ms, in that hour. */
  readonly last: number;
}

/** Returns the counts since the last call. @param now epoch ms */
export function takeShares(usage: ReadUsage, now: number): UsageShare {
  // This process writes nothing, so deleted keys are not needed.
  usage.takeGone();
  usage.forgetOld(now);
  const { tallies, versions, refused } = usage.take();
  return {
    tallies: tallies.flatMap(tallyShares),
    versions: versions.map(({ project, platform, spelling, isNamed, key, hour, counts }) => {
      const last = within(usage.versions(project, platform).lastOf(spelling, key), hour);
      return { project, platform, version: spelling, isNamed, key: key?.key ?? null, hour, counts, last };
    }),
    refused,
  };
}

/** The present resources: a project or a key may have been deleted after the request. */
interface Existing {
  has(project: string, kind: "project" | "read_key", id: string): boolean;
}

export function addShares(usage: ReadUsage, { tallies, versions, refused }: UsageShare, existing: Existing): void {
  const isKey = (project: string, key: string) => existing.has(project, "read_key", key);
  for (const { project, key, outcome, count, last } of tallies) {
    if (key === "") usage.anonymous[outcome as AnonymousRefusal]?.countMany(count, last);
    else if (isKey(project, key)) {
      const use = usage.of(project, key);
      (outcome === "let_in" ? use.letIn : use.refused(outcome as KeyRefusal)).countMany(count, last);
    }
  }
  for (const { project, platform, version, isNamed, key, hour, counts, last } of versions) {
    if (!existing.has(project, "project", "")) continue;
    const use = key !== null && isKey(project, key) ? usage.of(project, key) : null;
    usage.versions(project, platform).add(version, isNamed, use, hour, counts, last);
  }
  for (const queries of refused) if (isKey(queries.project, queries.key)) usage.refusedQueries.add(queries);
}

function tallyShares({ tally: { last }, counts }: TakenTally): TallyShare[] {
  return counts.map((count) => ({ ...count, last: within(last, count.hour) }));
}

/** The latest request may fall in a later hour, or in an earlier one if the clock was set back. */
function within(last: number | null, hour: number): number {
  const begin = hour * hourMs;
  const end = begin + hourMs - 1;
  return Math.max(begin, Math.min(last ?? begin, end));
}
