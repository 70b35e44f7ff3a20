/**
 * Items that need attention, from one source for each kind. A source is a file: the data it reads of a project, and the items it
 * derives, each with a link to fix it. Sources are independent: one that cannot be read is reported, and the others still show.
 */

import type { Proposal, ProposalState } from "drawbridge-rules/wire/proposal.ts";
import type { ReadKey } from "drawbridge-rules/wire/read-key.ts";
import type { WhoAmI } from "drawbridge-rules/wire/session.ts";
import { isOverdue } from "../maintenance/occurrence/occurrence-phase.ts";
import { requiresSomeUpdate, updateLink } from "../platforms/update-link.ts";
import { queryClient } from "../query-client.ts";
import { admin } from "../server-connection.ts";
import { isAtLeast, roleIn } from "../session/session.ts";
import { formatInstant, formatRelative } from "../texts/formats.ts";
import { refusedApps } from "../usage/refused-attention.ts";
import { policyListQuery } from "../version-policies/version-policy-list.ts";
import { type AttentionContext, type AttentionItem, type AttentionSource, urgencies } from "./attention-source.ts";
import { dueSteps, forcedPlatforms } from "./attention-versions.ts";
import { attentionTexts, attentionTexts as texts } from "./overview-texts.ts";

/** Marker for a source that could not be read. */
export const notRead = Symbol("not read");

/** Data of each source, in order. */
export async function readAttention(project: string, me: WhoAmI): Promise<readonly unknown[]> {
  const read = await Promise.allSettled(attentionSources.map((source) => source.read(project, me)));
  return read.map((result) => (result.status === "fulfilled" ? result.value : notRead));
}

/** The most urgent first; and else in the order of the sources. */
export function attentionIn(read: readonly unknown[], context: AttentionContext): readonly AttentionItem[] {
  const found = attentionSources.flatMap((source, index) => {
    const data = read[index];
    if (data === undefined || data === notRead) return [];
    return source.find(data, context).map((item) => ({ ...item, key: `${index} ${item.key}` }));
  });
  return found.toSorted((a, b) => urgencies.indexOf(a.urgency) - urgencies.indexOf(b.urgency));
}

/** Data of one source among those read; null: it could not be read. */
export function dataOf<Data>(read: readonly unknown[], source: AttentionSource<Data>): Data | null {
  const data = read[attentionSources.indexOf(source)];
  return data === notRead ? null : (data as Data);
}

const DAY = 86_400_000;
/** Milliseconds before a key's expiry from which it needs attention; within a week it is urgent. */
const notice = 30 * DAY;
const pressing = 7 * DAY;
/** Milliseconds after it. */
const reproach = 14 * DAY;

/** Keys that end, and keys that have ended: apps that carry them go on without being told anything. */
const expiringKeys: AttentionSource<readonly ReadKey[]> = {
  read: (project) => admin.listAll("listReadKeys", { project }),
  find: (keys, context) => {
    if (!keys.some(({ state }) => state === "active")) return [noKey(texts.noKey)];
    return keys.flatMap((key) => itemOf(key, context));
  },
};

function noKey(text: string): AttentionItem {
  return { key: "none", urgency: "now", text, to: "/projects/$project/connect/keys", search: { add: "create" } };
}

/** A key for rehearsals ends by itself, as it should. */
function itemOf({ id, name, state, expires_at, replaced_by, rehearsal }: ReadKey, context: AttentionContext): AttentionItem[] {
  if (expires_at === null || rehearsal !== null || state === "revoked") return [];
  const { now } = context;
  const left = Date.parse(expires_at) - now;
  const when = formatRelative(expires_at, now);
  const item = { key: id, to: "/projects/$project/connect/keys", search: { edit: id } } as const;
  if (left > notice || left < -reproach) return [];
  if (left <= 0) return replaced_by === null ? [{ ...item, urgency: "now", text: texts.keyEnded(name, when) }] : [];
  const urgency = left < pressing ? "now" : "soon";
  return [{ ...item, urgency, text: replaced_by === null ? texts.keyEnds(name, when) : texts.oldKeyEnds(name, when) }];
}

/** Names of platforms. */
const missingLinks: AttentionSource<readonly string[]> = {
  read: async (project) => {
    const policies = await queryClient.fetchQuery(policyListQuery(project));
    // Without what the project says, so that it is asked only where it matters.
    const unsure = policies.filter(
      (policy) => requiresSomeUpdate(policy) && updateLink(policy.id, policy, undefined).kind === "missing",
    );
    if (unsure.length === 0) return [];
    const { stores } = (await admin.getProject({ project })).value;
    return unsure.filter((policy) => updateLink(policy.id, policy, stores).kind === "missing").map(({ id }) => id);
  },
  find: (platforms) => {
    return platforms.map((platform) => ({
      key: platform,
      urgency: "now",
      text: texts.noLink(platform),
      to: "/projects/$project/settings",
      search: { tab: "platforms", edit: platform },
    }));
  },
};

/** Maintenance past its planned end: held until completed, or extended. */
const overdueMaintenance: AttentionSource<true> = {
  // Active maintenance is read anyway.
  read: async () => true,
  find: (_, { maintenance, now }) => {
    return maintenance.occurrences
      .filter((occurrence) => isOverdue(occurrence, now))
      .map(({ occurrence, name, planned_end, end, overrun }) => {
        const past = formatRelative(planned_end, now);
        const until = formatInstant(end);
        return {
          key: occurrence,
          urgency: "now",
          text: overrun === "hold" ? texts.held(name, past, until) : texts.extended(name, past, until),
          to: "/projects/$project/maintenance",
        };
      });
  },
};

const atLeast = "operator";

/** Proposals that the user can approve or publish. */
const waitingProposals: AttentionSource<readonly Proposal[]> = {
  read: async (project, me) => {
    // A proposal needs attention only from users with its role.
    if (!isAtLeast(roleIn(me, project), atLeast)) return [];
    const inState = (state: ProposalState) => admin.listAll("listProposals", { project, state });
    return (await Promise.all([inState("open"), inState("approved")])).flat();
  },
  find: (proposals, { project, me }) => {
    const role = roleIn(me, project);
    const mine = proposals.filter((proposal) => isAtLeast(role, proposal.role) && proposal.out_of_date.length === 0);
    const toApprove = mine.filter((proposal) => proposal.state === "open" && !isOwn(proposal, me)).length;
    const toPublish = mine.filter(({ state }) => state === "approved").length;
    return [
      ...(toApprove > 0 ? [item("approve", texts.toApprove(toApprove))] : []),
      ...(toPublish > 0 ? [item("publish", texts.toPublish(toPublish))] : []),
    ];
  },
};

function item(key: string, text: string): AttentionItem {
  return { key, urgency: "soon", text, to: "/projects/$project/activity/approvals" };
}

/** Authors cannot approve their own proposals. */
function isOwn({ author }: Proposal, { actor, person }: WhoAmI): boolean {
  return author.actor === actor || (person !== null && author.person === person.id);
}

/** True if it has an instance. */
const unfinishedSetup: AttentionSource<boolean> = {
  read: async (project) => (await admin.listInstances({ project, limit: 1 })).instances.length > 0,
  find: (hasInstances) => {
    if (hasInstances) return [];
    const text = attentionTexts.noInstances;
    return [{ key: "instances", urgency: "hint", text, to: "/projects/$project/connect/instances" }];
  },
};

/** Each in one line. */
export const attentionSources: readonly AttentionSource<unknown>[] = [
  overdueMaintenance,
  dueSteps,
  forcedPlatforms,
  missingLinks,
  expiringKeys,
  waitingProposals,
  refusedApps,
  unfinishedSetup,
];
