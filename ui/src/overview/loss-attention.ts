import type { Status } from "drawbridge-rules/wire/status.ts";
import { formatRelative } from "../texts/formats.ts";
import { overviewTexts as texts } from "./overview-texts.ts";
import type { ServerNeed } from "./server-need.ts";

const attentionMs = 7 * 86_400_000;

/** @param now epoch ms */
export function lossAttention(sources: Status["sources"], now: number): readonly ServerNeed[] {
  return sources.flatMap(({ lost }) => {
    if (!lost || now - Date.parse(lost.at) > attentionMs) return [];
    const { after, through, at, epoch } = lost;
    return [
      {
        key: `lost ${epoch}`,
        urgency: "now",
        text: texts.lost(lostRevisions(after, through), formatRelative(at, now)),
        to: "/log",
      },
    ];
  });
}

function lostRevisions(after: number | null, through: number | null): string {
  if (through === null) return texts.revisionsAfter(after ?? 0);
  return after === null ? texts.revisionsUpTo(through) : texts.revisions(after + 1, through);
}
