/**
 * Made-up requests of an app, by version and hour, for demos and examples. Every number follows from the seed and its own hour, so
 * that two adjacent spans have the same requests as one span over both.
 */

export interface MadeUpRelease {
  readonly version: string;
  /** Epoch ms. */
  readonly at: number;
}

export interface MadeUpApp {
  readonly platform: string;
  /** In any order. Users who never update stay on the first one. */
  readonly releases: readonly MadeUpRelease[];
  /** Average of a week. */
  readonly requestsPerDay: number;
  /** Share of requests from rare versions, 0 to 1. */
  readonly other: number;
}

export interface MadeUpRequests {
  /** Whole hours since 1970, UTC. */
  readonly hour: number;
  /** "": rare versions, which are not counted separately. */
  readonly version: string;
  /** At least 1. */
  readonly requests: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Requests by day of the week, from Thursday, 1970-01-01: shops have most on weekends. */
const weekdays = [0.95, 1.08, 1.2, 1.15, 0.85, 0.85, 0.92];
/** Requests by hour of the day, UTC: a night, a lunch break and an evening in Europe. */
const hours = [3, 2, 1.5, 1.5, 2, 3.5, 6, 9, 10.5, 11, 11.5, 13, 13.5, 12, 11, 11, 12, 14, 16.5, 18, 17, 13.5, 9, 5];
const averageWeekday = average(weekdays);
const averageHour = average(hours);
/** Days after which users have updated, on average: automatic updates, later ones, and stragglers. */
const updates = [
  { share: 0.68, days: 3 },
  { share: 0.26, days: 16 },
  { share: 0.06, days: 150 },
];
/** Most that a day and an hour differ from their average. */
const dayNoise = 0.07;
const hourNoise = 0.05;

/**
 * Yields the requests of each hour that begins in the span, in order of hours. Versions without a request are left out, and so are
 * hours before the first release.
 * @param span epoch ms; `end` is not included
 */
export function* madeUpTraffic(
  app: MadeUpApp,
  seed: number,
  span: { readonly start: number; readonly end: number },
): Generator<MadeUpRequests> {
  const releases = [...app.releases].sort((a, b) => a.at - b.at);
  for (let hour = Math.ceil(span.start / hourMs); hour * hourMs < span.end; hour++) {
    const begin = hour * hourMs;
    const released = releases.findLastIndex(({ at }) => at <= begin) + 1;
    if (released === 0) continue;
    const total = requestsOfHour(app, seed, hour);
    for (let index = released - 1; index >= 0; index--) {
      const { version, at } = releases[index] as MadeUpRelease;
      const next = index + 1 < released ? (releases[index + 1] as MadeUpRelease).at : null;
      const before = index === 0 ? 1 : updatedShare(begin - at);
      const share = before - (next === null ? 0 : updatedShare(begin - next));
      const requests = rounded(total * (1 - app.other) * share, fraction(`${seed} ${app.platform} ${hour} ${version}`));
      if (requests > 0) yield { hour, version, requests };
    }
    const requests = rounded(total * app.other, fraction(`${seed} ${app.platform} ${hour} other`));
    if (requests > 0) yield { hour, version: "", requests };
  }
}

/** Share of users who have updated that long after a release. Each user takes equally long every time. @param age ms */
function updatedShare(age: number): number {
  return updates.reduce((sum, { share, days }) => sum + share * (1 - Math.exp(-age / (days * dayMs))), 0);
}

function requestsOfHour({ platform, requestsPerDay }: MadeUpApp, seed: number, hour: number): number {
  const day = Math.floor(hour / 24);
  const rhythm = ((weekdays[day % 7] as number) / averageWeekday) * ((hours[hour % 24] as number) / averageHour);
  const noise =
    (1 + dayNoise * (2 * fraction(`${seed} ${platform} day ${day}`) - 1)) *
    (1 + hourNoise * (2 * fraction(`${seed} ${platform} hour ${hour}`) - 1));
  return (requestsPerDay / 24) * rhythm * noise;
}

/** Rounds up with the probability of the remainder, so that rare requests add up correctly over time. */
function rounded(number: number, chance: number): number {
  return Math.floor(number + chance);
}

/** A number from 0 up to 1 that follows from the text: FNV-1a, mixed so that similar texts give unrelated numbers. */
function fraction(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
