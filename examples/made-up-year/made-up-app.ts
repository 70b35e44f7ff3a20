/** A made-up app for iOS, Android and the web, from a seed: its releases of a year, and the requests of its users and testers. */
import { createHash } from "node:crypto";
import { type MadeUpApp, type MadeUpRelease, type MadeUpRequests, madeUpTraffic } from "../made-up-traffic.ts";

/** An app of one platform. */
export interface YearApp extends MadeUpApp {
  /** The next release, which only testers have. */
  readonly next: MadeUpRelease;
}

/** Epoch ms; `end` is not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export const seed = 42;
const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
const yearMs = 365 * dayMs;
const firstVersion = { major: 1, minor: 4, patch: 0 };
/** One in four releases fixes the one before. */
const fixes = 0.25;
/** Testers have a release two weeks before users, and send a request now and then from 08:00 to 20:00 UTC. */
const testedMs = 14 * dayMs;
const testHours = { from: 8, until: 20 };
const testerShare = 0.0003;

const platforms = [
  { platform: "ios", requestsPerDay: 40_000, other: 0.004 },
  { platform: "android", requestsPerDay: 60_000, other: 0.012 },
  { platform: "web", requestsPerDay: 25_000, other: 0.002 },
] as const;

/** The apps of a year. Each has a release of the last days, of which users have few yet. @param end epoch ms */
export function madeUpApps(end: number): YearApp[] {
  return platforms.map((app) => {
    const releases = releasesUntil(app.platform, end);
    return { ...app, releases: releases.slice(0, -1), next: releases.at(-1) as MadeUpRelease };
  });
}

/** Requests of users and testers in the span, in order of hours for each of both. */
export function* requestsOf(app: YearApp, span: Span): Generator<MadeUpRequests> {
  yield* madeUpTraffic(app, seed, span);
  const requests = Math.ceil((app.requestsPerDay * testerShare) / (testHours.until - testHours.from));
  for (const { version, at } of [...app.releases, app.next]) {
    const end = Math.min(span.end, at);
    for (let hour = Math.ceil(Math.max(span.start, at - testedMs) / hourMs); hour * hourMs < end; hour++) {
      const ofDay = hour % 24;
      if (ofDay >= testHours.from && ofDay < testHours.until) yield { hour, version, requests };
    }
  }
}

/** Oldest first: a release every 2 to 4 weeks for a year and one before it, and one after `end`. */
function releasesUntil(platform: string, end: number): MadeUpRelease[] {
  const chance = (name: string) => fraction(`${platform} ${name}`);
  const newest = end - (2 + 2 * chance("newest")) * dayMs;
  const times = [newest + 14 * dayMs, newest];
  for (let at = newest, count = 0; at > end - yearMs; count++) {
    at -= (14 + 14 * chance(`gap ${count}`)) * dayMs;
    times.push(at);
  }
  let { major, minor, patch } = firstVersion;
  return times.reverse().map((at, index) => {
    const version = `${major}.${minor}.${patch}`;
    if (chance(`fix ${index}`) < fixes) patch++;
    else [major, minor, patch] = minor === 9 ? [major + 1, 0, 0] : [major, minor + 1, 0];
    return { version, at: Math.floor(at / hourMs) * hourMs };
  });
}

/** A number from 0 up to 1 that follows from the seed and the text. */
function fraction(text: string): number {
  return createHash("sha256").update(`${seed} ${text}`).digest().readUInt32BE() / 2 ** 32;
}
