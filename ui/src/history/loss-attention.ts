/** Attention items for lost commits, for administrators on Now. */

import type { Status } from "drawbridge-rules/wire/status.ts";
import type { AttentionContext, AttentionItem } from "../overview/attention-source.ts";
import { formatRelative } from "../texts/formats.ts";
import { lossTexts } from "./loss-texts.ts";

/** Milliseconds for which a loss is shown after it was noticed. */
const attentionPeriod = 7 * 86_400_000;

export function lossAttention(
  sources: Status["sources"],
  { now }: Omit<AttentionContext, "project" | "maintenance">,
): readonly AttentionItem[] {
  return sources.flatMap(({ lost }) => {
    if (!lost || now - Date.parse(lost.at) > attentionPeriod) return [];
    const when = formatRelative(lost.at, now);
    const first = lost.after === null ? null : lost.after + 1;
    const text = lossTexts.lost(first, lost.through, when);
    return [{ key: `lost ${lost.epoch}`, urgency: "now", text, to: "/log" }];
  });
}
