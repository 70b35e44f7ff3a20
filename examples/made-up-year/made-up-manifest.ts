/** The manifest of the made-up app at an instant of its year, as its operator would write it. */
import { compareVersions, parseVersion } from "drawbridge-rules/versions/app-version.ts";
import type { MadeUpRelease } from "../made-up-traffic.ts";
import { dayMs, requestsOf, type YearApp } from "./made-up-app.ts";

export const project = "acme-travel";
/** Percent of requests below the minimum that the operator accepts. */
const maxForced = 5;
/** Age from which a release is recommended. */
const recommendedMs = 14 * dayMs;
/** Newest releases that the manifest declares, with the next one. */
const declared = 4;

/** @param start of the year, epoch ms; @param now epoch ms */
export function manifestAt(apps: readonly YearApp[], start: number, now: number) {
  return {
    apiVersion: "drawbridge/v1",
    project,
    name: "Acme Travel (made up)",
    languages: ["en", "de"],
    ttl: "PT5M",
    stores: {
      android: "https://play.google.com/store/apps/details?id=com.acme.travel",
      apple: "https://apps.apple.com/app/id123456790",
    },
    messages: {
      upgrade: {
        en: "Please update to {update_to} to go on booking.",
        de: "Bitte aktualisieren Sie auf {update_to}, um weiter zu buchen.",
      },
    },
    platforms: Object.fromEntries(apps.map((app) => [app.platform, policyAt(app, now)])),
    instances: { "eu-1": { name: "Acme Europe" }, "us-1": { name: "Acme US" } },
    windows: {
      "weekly-maintenance": {
        instances: ["eu-1"],
        start: `${dayText(start)}T03:00`,
        zone: "Europe/Rome",
        duration: "PT45M",
        repeat: "FREQ=WEEKLY",
      },
    },
  };
}

function policyAt(app: YearApp, now: number) {
  const out = app.releases.filter(({ at }) => at <= now);
  const known = [...out, ...[...app.releases, app.next].filter(({ at }) => at > now).slice(0, 1)];
  const recommended = out.findLast(({ at }) => at <= now - recommendedMs)?.version;
  return {
    ...(app.platform === "web" ? { store: "none" } : {}),
    minimum: minimumAt(app, out, now),
    ...(recommended === undefined ? {} : { recommended }),
    releases: known.slice(-declared).map(({ version, at }) => ({ version, date: dayText(at) })),
  };
}

/** The highest version with few enough requests below it in the last 24 hours. */
function minimumAt(app: YearApp, released: readonly MadeUpRelease[], now: number): string {
  const sums = new Map<string, number>();
  let total = 0;
  for (const { version, requests } of requestsOf(app, { start: now - dayMs, end: now })) {
    sums.set(version, (sums.get(version) ?? 0) + requests);
    total += requests;
  }
  let below = 0;
  let minimum = released[0]?.version ?? "";
  for (const { version } of [...released].sort((a, b) => compare(a.version, b.version))) {
    if (below * 100 <= maxForced * total) minimum = version;
    below += sums.get(version) ?? 0;
  }
  return minimum;
}

function compare(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  return left && right ? compareVersions(left, right) : 0;
}

function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
