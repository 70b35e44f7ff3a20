/** What one process counted of what several count: handed over, and added to the counts that are told and written. */
import type { UsageCount } from "../store/usage.ts";
import { hourMs } from "./hour-ring.ts";
import type { ReadUsage } from "./read-usage.ts";
import type { AnonymousRefusal, KeyRefusal } from "./tally.ts";

/** Counted since the last time that shares were taken; added twice, it counts twice. */
export interface UsageShare extends UsageCount {
  /** Epoch ms, in that hour. */
  readonly last: number;
}

/** What was counted since the last time. @param now epoch ms */
export function takeShares(usage: ReadUsage, now: number): UsageShare[] {
  // Of a key that is gone nothing is written here.
  usage.takeGone();
  usage.forgetOld(now);
  return usage.take().flatMap(({ tally: { last }, counts }) => {
    return counts.map((count) => ({ ...count, last: within(last, count.hour) }));
  });
}

/** @param isKey whether there is such a key still: it may be gone since it was counted */
export function addShares(
  usage: ReadUsage,
  shares: readonly UsageShare[],
  isKey: (project: string, key: string) => boolean,
): void {
  for (const { project, key, outcome, platform, version, count, last } of shares) {
    if (key === "") usage.anonymous[outcome as AnonymousRefusal]?.countMany(count, last);
    else if (isKey(project, key)) {
      const use = usage.of(project, key);
      if (outcome !== "let_in") use.refused(outcome as KeyRefusal).countMany(count, last);
      else if (version === "") use.letIn.countMany(count, last);
      else use.version(platform, version).countMany(count, last);
    }
  }
}

/** The last one of all may have been in a later hour, or in one before: clocks are set back. */
function within(last: number | null, hour: number): number {
  const begin = hour * hourMs;
  const end = begin + hourMs - 1;
  return Math.max(begin, Math.min(last ?? begin, end));
}
