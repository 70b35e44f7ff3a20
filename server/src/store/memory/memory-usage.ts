import { checkUsageCount } from "../commit-rules.ts";
import type { Usage, UsageChange, UsageCount } from "../usage.ts";

export class MemoryUsage implements Usage {
  readonly #mustBeOpen: () => void;
  #counts = new Map<string, UsageCount>();

  /** @param mustBeOpen throws where the store is closed */
  constructor(mustBeOpen: () => void) {
    this.#mustBeOpen = mustBeOpen;
  }

  async counts(): Promise<UsageCount[]> {
    this.#mustBeOpen();
    return [...this.#counts.values()];
  }

  async write({ counts, gone = [], from = Number.NEGATIVE_INFINITY }: UsageChange): Promise<void> {
    this.#mustBeOpen();
    for (const count of counts) checkUsageCount(count);
    const isKept = ({ project, key, hour }: UsageCount) =>
      hour >= from && !gone.some((one) => one.project === project && one.key === key);
    const all = new Map(this.#counts);
    for (const added of counts) {
      const before = all.get(nameOf(added))?.count ?? 0;
      all.set(nameOf(added), { ...added, count: before + added.count });
    }
    this.#counts = new Map([...all].filter(([, count]) => isKept(count)));
  }
}

function nameOf({ project, key, outcome, platform, version, hour }: UsageCount): string {
  return [project, key, outcome, platform, version, hour].join("\0");
}
