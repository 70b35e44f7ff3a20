/**
 * Items that need attention, from one source for each kind. A source is a file: the data it reads of a project, and the items it
 * derives, each with a link to fix it. Sources are independent: one that cannot be read is reported, and the others still show.
 */
import type { WhoAmI } from "drawbridge-rules/wire/session.ts";
import { refusedApps } from "../usage/refused-attention.ts";
import { forcedPlatforms } from "./attention-forced.ts";
import { expiringKeys } from "./attention-keys.ts";
import { missingLinks } from "./attention-links.ts";
import { overdueMaintenance } from "./attention-maintenance.ts";
import { waitingProposals } from "./attention-proposals.ts";
import { unfinishedSetup } from "./attention-setup.ts";
import { type AttentionContext, type AttentionItem, type AttentionSource, urgencies } from "./attention-source.ts";
import { dueSteps } from "./attention-steps.ts";

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
