/** The usage of read keys on the wire. */

import { printInstant } from "drawbridge-rules/values/instant.ts";
import type * as wire from "drawbridge-rules/wire/usage.ts";
import { hourMs, hourOf, toldHours } from "../../usage/hour-ring.ts";
import type { KeyUse } from "../../usage/key-use.ts";
import type { AnonymousRefusal, KeyRefusal, Tally } from "../../usage/tally.ts";

const mostVersions = 20;

/** @param uses of keys, by id */
export function printProjectUsage(uses: readonly (readonly [id: string, use: KeyUse])[], now: number): wire.ProjectUsage {
  const keys = uses.map(([id, use]) => printKeyUsage(id, use, now)).filter((each) => each.requests > 0);
  const refused = uses.flatMap(([id, use]) =>
    use.refusals.map((tally) => ({ key: id, reason: tally.counted.outcome as KeyRefusal, ...printTally(tally, now) })),
  );
  return {
    from: printFrom(now),
    keys: keys.sort(byRequests),
    refused: refused.filter((each) => each.requests > 0).sort(byRequests),
  };
}

export function printInstallationUsage(tallies: readonly Tally[], now: number): wire.InstallationUsage {
  const refused = tallies.map((tally) => ({ reason: tally.counted.outcome as AnonymousRefusal, ...printTally(tally, now) }));
  return { from: printFrom(now), refused: refused.filter((each) => each.requests > 0).sort(byRequests) };
}

/** @param use null: nobody has asked with it; @param written when it last let somebody in, as the store has it, epoch ms */
export function printKeyUse(use: KeyUse | null, written: number | null, now: number) {
  const last = Math.max(use?.letIn.last ?? Number.NEGATIVE_INFINITY, written ?? Number.NEGATIVE_INFINITY);
  return {
    last_used_at: Number.isFinite(last) ? printInstant(last) : null,
    requests_24h: use?.letIn.sum(now) ?? 0,
    refused_24h: use?.refusals.reduce((sum, tally) => sum + tally.sum(now), 0) ?? 0,
  };
}

function printKeyUsage(id: string, use: KeyUse, now: number): wire.KeyUsage {
  const all = use.versions.map((tally) => {
    const { platform, version } = tally.counted;
    return { platform, version, requests: tally.sum(now) };
  });
  const versions = all.filter((each) => each.requests > 0).sort(byRequests);
  const shown = versions.slice(0, mostVersions);
  const { requests, hours } = printTally(use.letIn, now);
  const told = shown.reduce((sum, each) => sum + each.requests, 0);
  // A clock that has jumped can have cost the whole more than a part of it.
  return { key: id, requests, hours, versions: shown, other_requests: Math.max(0, requests - told) };
}

function printTally(tally: Tally, now: number) {
  return { requests: tally.sum(now), hours: tally.hours(now) };
}

function printFrom(now: number): string {
  return printInstant((hourOf(now) - toldHours + 1) * hourMs);
}

function byRequests(a: { readonly requests: number }, b: { readonly requests: number }): number {
  return b.requests - a.requests;
}
