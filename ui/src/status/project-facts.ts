import { describeActor } from "drawbridge-rules/describe/reader.ts";
import { isShareOver, minRequestsForGuards } from "drawbridge-rules/impact/traffic.ts";
import { listedState } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import { isAtLeast, type Role } from "drawbridge-rules/people/role.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { PlatformOverview, ProjectOverview } from "drawbridge-rules/wire/overview.ts";
import type { Proposal } from "drawbridge-rules/wire/proposal.ts";
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import type { WhoAmI } from "drawbridge-rules/wire/session.ts";
import { approvalBlocker } from "../activity/approval.ts";
import { isOverdue } from "../maintenance/occurrence/occurrence-phase.ts";

/** `unknown`: no app has asked within a day. */
export type Tone = "closed" | "caution" | "open" | "unknown";

export type Fact = { readonly key: string; readonly tone: Tone } & (
  | { readonly kind: "maintenance"; readonly occurrence: ListedOccurrence }
  | { readonly kind: "lockout"; readonly platform: PlatformOverview }
  | { readonly kind: "step"; readonly platform: PlatformOverview; readonly step: NonNullable<PlatformOverview["step"]> }
  | { readonly kind: "key"; readonly readKey: ListedReadKey }
  | { readonly kind: "refused"; readonly refused: ProjectOverview["refused"] }
  | { readonly kind: "proposal"; readonly proposal: Proposal; readonly author: string }
);

const DAY = 86_400_000;
/** Milliseconds for which a lock-out is news; later, it is how the project is. */
const news = 7 * DAY;

/** @param role of the user in the project @param now epoch ms */
export function findFacts(seen: ProjectOverview, me: WhoAmI, role: Role | null, now: number): readonly Fact[] {
  const facts: Fact[] = [
    ...seen.active
      .filter((occurrence) => listedState(occurrence, now) === "active")
      .map((occurrence): Fact => {
        return { kind: "maintenance", key: occurrence.occurrence, tone: "closed", occurrence };
      }),
    ...seen.platforms.flatMap((platform) => lockout(platform, seen.lock_out_limit_percent, now)),
    ...seen.platforms.flatMap((platform): Fact[] => {
      const { step } = platform;
      return step ? [{ kind: "step", key: `step ${platform.platform}`, tone: "caution", platform, step }] : [];
    }),
    ...seen.keys.map((readKey): Fact => ({ kind: "key", key: readKey.id, tone: "caution", readKey })),
    ...refusals(seen),
    ...seen.proposals
      .filter((proposal) =>
        proposal.state === "approved" ? isAtLeast(role, proposal.role) : approvalBlocker(proposal, me, role) === null,
      )
      .map((proposal): Fact => {
        const { actor, person } = proposal.author;
        const author = describeActor(actor, seen.names[person ?? actor] ?? null);
        return { kind: "proposal", key: proposal.id, tone: "open", proposal, author };
      }),
  ];
  return facts.toSorted((a, b) => urgency(a, now) - urgency(b, now));
}

/** Overruns come first, then recent lock-outs, and maintenance of the whole project. */
function urgency(fact: Fact, now: number): number {
  if (fact.kind === "lockout") return fact.tone === "closed" ? 1 : 5;
  if (fact.kind !== "maintenance") return fact.kind === "proposal" ? 7 : 6;
  if (isOverdue(fact.occurrence, now)) return 0;
  return isWhole(fact.occurrence) ? 2 : 3;
}

/** Fewer requests in 24 hours are one developer at work. */
const minRefused = 10;

function refusals({ refused }: ProjectOverview): Fact[] {
  const sum = refused.reduce((all, { requests }) => all + requests, 0);
  return sum < minRefused ? [] : [{ kind: "refused", key: "refused", tone: "caution", refused }];
}

export function isWhole({ platforms, instances }: ListedOccurrence): boolean {
  return platforms === null && instances === null;
}

/** The share of one test device says nothing. */
function lockout(platform: PlatformOverview, limit: number, now: number): Fact[] {
  const { requests_24h: requests, forced_24h: forced, changed } = platform.present;
  if (requests < minRequestsForGuards || !isShareOver(forced, requests, limit)) return [];
  const isNews = changed !== null && now - Date.parse(changed.at) < news;
  return [{ kind: "lockout", key: `lockout ${platform.platform}`, tone: isNews ? "closed" : "caution", platform }];
}

export function toneOf(facts: readonly Fact[], { platforms }: ProjectOverview): Tone {
  const [first] = facts;
  if (first && first.tone !== "open") return first.tone;
  return platforms.some(({ present }) => present.requests_24h > 0) ? "open" : "unknown";
}
