/** Attention items for lost commits, for administrators on Overview. */

import type { Status } from "drawbridge-rules/wire/status.ts";
import { formatRelative } from "../texts/formats.ts";
import { overviewTexts as texts } from "./overview-texts.ts";
import type { ServerNeed } from "./server-need.ts";

/** Milliseconds for which a loss is shown after it was noticed. */
const attentionPeriod = 7 * 86_400_000;

/** @param now epoch ms */
export function lossAttention(sources: Status["sources"], now: number): readonly ServerNeed[] {
  return sources.flatMap(({ lost }) => {
    if (!lost || now - Date.parse(lost.at) > attentionPeriod) return [];
    const { after, through, at, epoch } = lost;
    const revisions = after === null ? texts.revisionsUpTo(through) : texts.revisions(after + 1, through);
    return [{ key: `lost ${epoch}`, urgency: "now", text: texts.lost(revisions, formatRelative(at, now)), to: "/log" }];
  });
}
