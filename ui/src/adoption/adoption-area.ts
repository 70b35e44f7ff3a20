import { compareVersions, parseVersion } from "drawbridge-rules/versions/app-version.ts";
import type { CountedVersion, PlatformAdoption } from "drawbridge-rules/wire/adoption.ts";

export interface Band {
  /** Null means all versions without their own band. */
  readonly version: string | null;
  readonly requests: number;
  /** Requests of each hour or day, oldest first. */
  readonly series: readonly number[];
}

/** More areas cannot be told apart. */
const maxBands = 6;

/** The versions with most requests in the last quarter, oldest first, then the others together. */
export function stackedBands({ total: { series: whole = [] }, versions }: PlatformAdoption) {
  const latest = versions.toSorted((a, b) => latestRequests(b) - latestRequests(a)).slice(0, maxBands);
  const named = latest.flatMap(({ version, requests, series = [] }) => {
    const parsed = parseVersion(version);
    return parsed ? [{ parsed, version, requests, series }] : [];
  });
  named.sort((a, b) => compareVersions(a.parsed, b.parsed));
  const bands: Band[] = named.map(({ parsed: _, ...band }) => band);
  const shown = totals(bands, whole.length);
  const series = whole.map((count, step) => Math.max(0, count - (shown[step] ?? 0)));
  const requests = series.reduce((sum, count) => sum + count, 0);
  if (requests > 0) bands.push({ version: null, requests, series });
  // Nothing is drawn before the first hour or day with requests.
  const first = Math.max(
    0,
    whole.findIndex((count) => count > 0),
  );
  return { first, bands: bands.map((band) => ({ ...band, series: band.series.slice(first) })) };
}

/** The server sends a series only for the versions with most requests. */
function latestRequests({ series = [] }: CountedVersion): number {
  return series.slice(Math.floor(series.length * 0.75)).reduce((sum, count) => sum + count, 0);
}

export function totals(bands: readonly Band[], steps: number): readonly number[] {
  return Array.from({ length: steps }, (_, step) => bands.reduce((sum, { series }) => sum + (series[step] ?? 0), 0));
}

/** SVG path of each band, the lowest first: an hour or day is 1 wide, the whole 100 high. */
export function areaPaths(bands: readonly Band[], steps: number): readonly string[] {
  const whole = totals(bands, steps);
  const runs = runsOf(whole);
  let below: readonly number[] = whole.map(() => 0);
  return bands.map(({ series }) => {
    const lower = below;
    const upper = whole.map((count, step) => (lower[step] ?? 0) + (count > 0 ? ((series[step] ?? 0) / count) * 100 : 0));
    below = upper;
    return runs.map((run) => runPath(run, lower, upper)).join("");
  });
}

interface Run {
  readonly first: number;
  readonly last: number;
}

function runsOf(whole: readonly number[]): readonly Run[] {
  const runs: Run[] = [];
  for (const [step, count] of whole.entries()) {
    if (count === 0) continue;
    const last = runs.at(-1);
    if (last?.last === step - 1) runs[runs.length - 1] = { first: last.first, last: step };
    else runs.push({ first: step, last: step });
  }
  return runs;
}

function runPath({ first, last }: Run, lower: readonly number[], upper: readonly number[]): string {
  const along = (line: readonly number[]) => {
    const middles = Array.from({ length: last - first + 1 }, (_, index) => point(first + index + 0.5, line[first + index] ?? 0));
    return [point(first, line[first] ?? 0), ...middles, point(last + 1, line[last] ?? 0)];
  };
  return `M${[...along(upper), ...along(lower).reverse()].join("L")}Z`;
}

/** The y axis of SVG points down. */
function point(x: number, share: number): string {
  return `${x} ${Number((100 - share).toFixed(3))}`;
}
