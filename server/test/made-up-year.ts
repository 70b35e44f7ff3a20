/** The made-up year of `examples/`, moves of its operator, and their numbers: added up here from the made-up requests, not by the program. */

import { formatShare } from "drawbridge-rules/impact/traffic.ts";
import { fillYear } from "../../examples/made-up-year/fill-store.ts";
import { madeUpApps, requestsOf } from "../../examples/made-up-year/made-up-app.ts";
import { openStore } from "../src/store/open-store.ts";

const hourMs = 3_600_000;
/** Noon in UTC, so that the present hour is in the middle of a day. */
export const yearEnd = Date.parse("2027-03-10T12:30:00Z");
export const yearApps = madeUpApps(yearEnd);

export async function fillDirectory(data: string): Promise<void> {
  const store = await openStore({ data, databaseUrl: null });
  await fillYear(store, yearEnd);
  await store.close();
}

export interface Move {
  readonly name: string;
  readonly platform: string;
  /** Merge patch of the policy. */
  readonly patch: Readonly<Record<string, unknown>>;
  /** Options of `policy set`. */
  readonly options: readonly string[];
  readonly guards: readonly ("locks_out" | "unseen_version")[];
  /** Version that users are sent to. */
  readonly target: string;
  /** Versions that may run afterwards. */
  readonly allows: (version: string) => boolean;
}

function versionsOf(platform: string) {
  const app = yearApps.find((one) => one.platform === platform);
  const [previous = "", newest = ""] = (app?.releases ?? []).slice(-2).map(({ version }) => version);
  return { previous, newest, next: app?.next.version ?? "" };
}

/** A higher minimum. */
export function raise(platform: string, minimum: string): Move {
  const allows = (version: string) => compare(version, minimum) >= 0;
  return { name: minimum, platform, patch: { minimum }, options: ["--minimum", minimum], guards: [], target: minimum, allows };
}

/** The version with most requests of the last 24 hours. */
function mostUsed(platform: string): string {
  const counted = (version: string) => requestsOfVersion(raise(platform, version), version, 24, yearEnd);
  const versions = yearApps.filter((app) => app.platform === platform).flatMap(({ releases }) => releases);
  return versions.map(({ version }) => version).reduce((most, one) => (counted(one) > counted(most) ? one : most));
}

const { ios, android, web } = { ios: versionsOf("ios"), android: versionsOf("android"), web: versionsOf("web") };

/** Moves that are stopped. @param minimum present minimum of each platform */
export function wrongMoves(minimum: (platform: string) => string): Move[] {
  const typed = web.newest.replace(".", "");
  const blocked = mostUsed("android");
  return [
    { ...raise("web", web.newest), name: "a minimum that is raised too early", guards: ["locks_out"] },
    { ...raise("web", typed), name: `${typed} typed for ${web.newest}`, guards: ["unseen_version", "locks_out"] },
    { ...raise("ios", ios.next), name: "an unreleased version that is forced", guards: ["locks_out"] },
    {
      name: "the version with most traffic, blocked",
      platform: "android",
      patch: { blocked: [blocked] },
      options: ["--block", blocked],
      guards: ["locks_out"],
      target: android.next,
      allows: (version) => version !== blocked && compare(version, minimum("android")) >= 0,
    },
  ];
}

/** A move that nothing stops: users of the version before the newest may go on. */
export const rightMove: Move = raise("web", web.previous);

/** A step to a release of the last days. */
export const tooEarlyStep = { platform: "android", minimum: android.newest, app: android.previous };

interface Expected {
  readonly requests: number;
  readonly forced: number;
  readonly other: number;
  /** Requests of versions that may run afterwards. */
  readonly allowed: number;
}

/** Sums of the last hours, the present one included. @param now epoch ms */
export function expectedCounts(move: Move, minimum: string, hours: 24 | 168, now: number): Expected {
  const until = Math.floor(now / hourMs) + 1;
  const span = { start: (until - hours) * hourMs, end: until * hourMs };
  const sums = { requests: 0, forced: 0, other: 0, allowed: 0 };
  for (const app of yearApps.filter(({ platform }) => platform === move.platform)) {
    for (const { version, requests } of requestsOf(app, span)) {
      sums.requests += requests;
      if (version === "") sums.other += requests;
      else if (move.allows(version)) sums.allowed += requests;
      else if (compare(version, minimum) >= 0) sums.forced += requests;
    }
  }
  return sums;
}

/** Requests of one version. */
export function requestsOfVersion(move: Move, version: string, hours: 24 | 168, now: number): number {
  return expectedCounts({ ...move, allows: (one) => one === version }, "0", hours, now).allowed;
}

/** The sentence of each guard that stops the move. */
export function expectedSentences({ guards, platform }: Move, { requests, forced }: Expected): string[] {
  const sentences = {
    locks_out: `forces another ${formatShare(forced, requests)} of the requests of the last 24 hours to update; the limit is 20%`,
    unseen_version: `leaves only versions above ${versionsOf(platform).next}, the highest declared release: users would have nothing to update to. Correct the version, or declare its release`,
  };
  return guards.map((guard) => sentences[guard]);
}

/** Versions of the year are three numbers. */
function compare(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split(".").map(Number));
  const index = [0, 1, 2].find((place) => (left?.[place] ?? 0) !== (right?.[place] ?? 0));
  return index === undefined ? 0 : (left?.[index] ?? 0) - (right?.[index] ?? 0);
}
