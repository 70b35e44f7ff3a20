/** The usage of read keys on the wire. */
import { z } from "zod";
import type * as wire from "../../../../client/src/wire.ts";
import { hourMs, hourOf, toldHours } from "../../usage/hour-ring.ts";
import type { KeyUse } from "../../usage/key-use.ts";
import type { AnonymousRefusal, KeyRefusal, Tally } from "../../usage/tally.ts";
import { printInstant } from "./instant.ts";
import { instant } from "./wire-schema.ts";

const requests = z
  .int()
  .min(0)
  .meta({ examples: [1204] });
const hours = z.array(z.int().min(0)).meta({ description: "24, oldest first; the last is the present hour" });
const from = instant.meta({ description: "When the first of the 24 hours begins" });
const key = z.string().meta({ description: "Its id", examples: ["k_m4t9wzq2hd"] });

const versionUsage = z
  .strictObject({ platform: z.string(), version: z.string(), requests })
  .meta({ id: "VersionUsage", examples: [{ platform: "ios", version: "2.3.0", requests: 96 }] });

const keyUsage = z
  .strictObject({
    key,
    requests,
    hours,
    versions: z.array(versionUsage).meta({ description: "The most frequent 20 at most" }),
    other_requests: requests.meta({
      description: "Of other versions, or that say nothing of one: `/maintenance` does not",
      examples: [12],
    }),
  })
  .meta({ id: "KeyUsage" });

const keyRefusals = z
  .strictObject({ key, reason: z.enum(["expired", "revoked", "not_allowed"]), requests, hours })
  .meta({ id: "KeyRefusals", description: "`not_allowed`: 403, the key's scope leaves out what was asked. The others: 401" });

const anonymousRefusals = z.strictObject({ reason: z.enum(["missing", "malformed", "unknown"]), requests, hours }).meta({
  id: "AnonymousRefusals",
  description:
    "`malformed`: no key of anybody's by its form, or mistyped. `unknown`: it could be a key, and is none of this installation",
});

export const projectUsageSchema = z
  .strictObject({ from, keys: z.array(keyUsage), refused: z.array(keyRefusals) })
  .meta({ id: "ProjectUsage" });
export const installationUsageSchema = z
  .strictObject({ from, refused: z.array(anonymousRefusals) })
  .meta({ id: "InstallationUsage" });

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
