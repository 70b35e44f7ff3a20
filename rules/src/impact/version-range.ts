import { type AppVersion, compareToBound, compareVersions } from "../versions/app-version.ts";
import { padded } from "../versions/version-entry.ts";

export interface VersionRange {
  /** Inclusive; null, like `to`, means unbounded. */
  readonly from: AppVersion | null;
  readonly to: AppVersion | null;
  readonly inclusive: boolean;
  readonly except: readonly AppVersion[];
}

export function isInRange(version: AppVersion, { from, to, inclusive, except }: VersionRange): boolean {
  if (from !== null && compareToBound(version, from) < 0) return false;
  if (except.some((bound) => compareToBound(version, bound) === 0)) return false;
  return to === null || compareToBound(version, to) < (inclusive ? 1 : 0);
}

interface Run {
  readonly key: string;
  readonly first: number;
  last: number;
  readonly except: AppVersion[];
}

const maxExcept = 20;

/** @param versions one of each span between the bounds @param keyOf how a version is decided */
export function rangesByKey(
  versions: readonly AppVersion[],
  bounds: readonly AppVersion[],
  keyOf: (version: AppVersion) => string,
): ReadonlyMap<string, readonly VersionRange[]> {
  const sorted = versions.toSorted(compareVersions);
  const byNumbers = Map.groupBy(bounds, ({ numbers }) => padded(numbers).join("."));
  const near = (...around: readonly (AppVersion | undefined)[]) =>
    around.flatMap((version) => (version ? (byNumbers.get(padded(version.numbers).join(".")) ?? []) : []));
  const isAt = (index: number, bound: AppVersion) => !!sorted[index] && compareToBound(sorted[index], bound) === 0;
  /** The bound that is equal to the versions of the run, and to no others. */
  const pointOf = ({ first, last }: Run) =>
    near(sorted[first]).find(
      (bound) => isAt(first, bound) && isAt(last, bound) && !isAt(first - 1, bound) && !isAt(last + 1, bound),
    );
  const found: (readonly [string, VersionRange])[] = [];
  for (const run of joinAroundPoints(runsOf(sorted, keyOf), pointOf)) {
    const [below, first, last, above] = [run.first - 1, run.first, run.last, run.last + 1].map((index) => sorted[index]);
    if (!first || !last) continue;
    const lower = below ? cutBetween(below, first, near(first, below)) : null;
    const upper = above ? cutBetween(last, above, near(above, last)) : null;
    const except = lower?.isAbove ? [lower.bound, ...run.except] : run.except;
    found.push([run.key, { from: lower?.bound ?? null, to: upper?.bound ?? null, inclusive: upper?.isAbove ?? false, except }]);
  }
  const groups = Map.groupBy(found, ([key]) => key);
  return new Map([...groups].map(([key, entries]) => [key, entries.map(([, range]) => range)]));
}

function runsOf(sorted: readonly AppVersion[], keyOf: (version: AppVersion) => string): Run[] {
  const runs: Run[] = [];
  for (const [index, version] of sorted.entries()) {
    const key = keyOf(version);
    const run = runs.at(-1);
    if (run?.key === key) run.last = index;
    else runs.push({ key, first: index, last: index, except: [] });
  }
  return runs;
}

/** The single version stays a run of its own. */
function joinAroundPoints(runs: readonly Run[], pointOf: (run: Run) => AppVersion | undefined): Run[] {
  const joined: Run[] = [];
  /** Last run that is not a point inside of it. */
  let open: Run | null = null;
  for (const [index, run] of runs.entries()) {
    const point = runs[index - 1] && open && open !== runs[index - 1] ? pointOf(runs[index - 1] as Run) : undefined;
    if (open?.key === run.key && point && open.except.length < maxExcept) {
      open.except.push(point);
      open.last = run.last;
      continue;
    }
    joined.push(run);
    const isPoint = open !== null && runs[index + 1]?.key === open.key && pointOf(run) !== undefined;
    if (!isPoint) open = run;
  }
  return joined;
}

/** No other version lies between the two. Some with a build have no bound: the upper one is. */
function cutBetween(below: AppVersion, above: AppVersion, bounds: readonly AppVersion[]) {
  const at = bounds.find((bound) => compareToBound(below, bound) < 0 && compareToBound(above, bound) >= 0);
  if (at) return { bound: at, isAbove: false };
  const over = bounds.find((bound) => compareToBound(below, bound) === 0 && compareToBound(above, bound) > 0);
  return over ? { bound: over, isAbove: true } : { bound: above, isAbove: false };
}
