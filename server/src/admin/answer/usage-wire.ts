/** The usage of read keys on the wire. */

import { printInstant } from "drawbridge-rules/values/instant.ts";
import type { KeyRefusals } from "drawbridge-rules/wire/adoption.ts";
import type * as wire from "drawbridge-rules/wire/usage.ts";
import { hourMs, hourNumber, reportedHours } from "../../reads/usage/hourly-counts.ts";
import type { KeyLast, KeyUse, KeyVersion } from "../../reads/usage/key-use.ts";
import type { ReadUsage } from "../../reads/usage/read-usage.ts";
import type { RefusedQuerySum } from "../../reads/usage/refused-query-counts.ts";
import type { AnonymousRefusal, KeyRefusal, Tally } from "../../reads/usage/tally.ts";

const maxVersions = 20;

/** @param refused of the keys of `uses` */
export function printProjectUsage(
  usage: ReadUsage,
  uses: readonly KeyUse[],
  refused: wire.ProjectUsage["refused"],
  now: number,
): wire.ProjectUsage {
  const used = uses.map((use) => printKeyUsage(use, usage.versionsOf(use, now), usage.lastOf(use), now));
  const keys = used.filter((each) => each.requests > 0);
  return { from: printFrom(now), keys: keys.sort(byRequests), refused };
}

/** @param queries of the same keys */
export function printRefused(uses: readonly KeyUse[], queries: readonly RefusedQuerySum[], now: number): KeyRefusals[] {
  const ofKeys = uses.flatMap(({ key, refusals }) =>
    refusals.map((tally) => {
      const reason = tally.counted.outcome as KeyRefusal;
      return { key, reason, ...printTally(tally, now), example: null };
    }),
  );
  const ofQueries = queries.map(({ key, code, hours, example }) => {
    const requests = hours.reduce((sum, count) => sum + count, 0);
    return { key, reason: code, requests, hours: [...hours], example };
  });
  return [...ofKeys, ...ofQueries].filter((each) => each.requests > 0).sort(byRequests);
}

/** @param projects with refused queries */
export function printInstallationUsage(
  tallies: readonly Tally[],
  projects: readonly string[],
  now: number,
): wire.InstallationUsage {
  const refused = tallies.map((tally) => ({ reason: tally.counted.outcome as AnonymousRefusal, ...printTally(tally, now) }));
  return {
    from: printFrom(now),
    refused: refused.filter((each) => each.requests > 0).sort(byRequests),
    refused_projects: [...projects],
  };
}

/** @param use null: no request has used the key @param written last use in the store, epoch ms */
export function printKeyUse(use: KeyUse | null, written: number | null, now: number) {
  const last = Math.max(use?.letIn.last ?? Number.NEGATIVE_INFINITY, written ?? Number.NEGATIVE_INFINITY);
  return {
    last_used_at: Number.isFinite(last) ? printInstant(last) : null,
    requests_24h: use?.letIn.sum(now) ?? 0,
    refused_24h: use?.refusals.reduce((sum, tally) => sum + tally.sum(now), 0) ?? 0,
  };
}

function printKeyUsage(use: KeyUse, versions: readonly KeyVersion[], last: KeyLast | null, now: number): wire.KeyUsage {
  const shown = versions.toSorted(byRequests).slice(0, maxVersions);
  const { requests, hours } = printTally(use.letIn, now);
  const told = shown.reduce((sum, each) => sum + each.requests, 0);
  // A clock that has jumped can have cost the whole more than a part of it.
  const others = Math.max(0, requests - told);
  return { key: use.key, requests, hours, versions: shown, other_requests: others, last: last && printLast(last) };
}

function printLast({ platform, version, at }: KeyLast) {
  return { platform, version, at: printInstant(at) };
}

function printTally(tally: Tally, now: number) {
  return { requests: tally.sum(now), hours: tally.hours(now) };
}

function printFrom(now: number): string {
  return printInstant((hourNumber(now) - reportedHours + 1) * hourMs);
}

function byRequests(a: { readonly requests: number }, b: { readonly requests: number }): number {
  return b.requests - a.requests;
}
