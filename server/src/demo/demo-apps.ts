/** The apps of the demo, with releases from half a year before its project was created. */
import type { MadeUpApp, MadeUpRelease } from "./made-up-traffic.ts";

const dayMs = 86_400_000;
/** Days between two releases after the creation of the project. */
const releaseEvery = 28;
const firstLaterMinor = 7;

/** Days before the creation at which each version was released. */
const earlierReleases: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ios: { "2.3.0": 190, "2.4.0": 120, "2.5.0": 74, "2.5.3": 68, "2.5.5": 62, "2.6.0": 20, "2.6.1": 6 },
  android: { "2.2.0": 240, "2.3.0": 170, "2.4.0": 110, "2.5.0": 58, "2.6.0": 13 },
  huawei: { "2.4.0": 130, "2.5.0": 47, "2.6.0": 9 },
};
const requestsPerDay: Readonly<Record<string, number>> = { ios: 24_000, android: 41_000, huawei: 2_600 };

/**
 * Apps with the releases until `now`: after those before the creation, one follows every 28 days, so that a demo which is started for
 * months gets new versions. Epoch ms.
 */
export function demoApps(createdAt: number, now: number): MadeUpApp[] {
  return Object.entries(earlierReleases).map(([platform, earlier]) => ({
    platform,
    releases: [
      ...Object.entries(earlier).map(([version, days]) => ({ version, at: createdAt - days * dayMs })),
      ...laterReleases(createdAt, now),
    ],
    requestsPerDay: requestsPerDay[platform] ?? 0,
    other: 0.004,
  }));
}

function laterReleases(createdAt: number, now: number): MadeUpRelease[] {
  const releases: MadeUpRelease[] = [];
  for (let at = createdAt + (releaseEvery / 2) * dayMs; at <= now; at += releaseEvery * dayMs)
    releases.push({ version: `2.${firstLaterMinor + releases.length}.0`, at });
  return releases;
}
