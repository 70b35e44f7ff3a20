/** Attention items for lost commits, for administrators on Overview. */

import type { Status } from "drawbridge-rules/wire/status.ts";
import { formatRelative } from "../texts/formats.ts";
import { lossTexts } from "./loss-texts.ts";
import type { ServerNeed } from "./server-need.ts";

/** Milliseconds for which a loss is shown after it was noticed. */
const attentionPeriod = 7 * 86_400_000;

/** @param now epoch ms */
export function lossAttention(sources: Status["sources"], now: number): readonly ServerNeed[] {
  return sources.flatMap(({ lost }) => {
    if (!lost || now - Date.parse(lost.at) > attentionPeriod) return [];
    const when = formatRelative(lost.at, now);
    const first = lost.after === null ? null : lost.after + 1;
    const text = lossTexts.lost(first, lost.through, when);
    return [{ key: `lost ${lost.epoch}`, urgency: "now", text, to: "/log" }];
  });
}
