/** Bounds of a zone on the ruler in words: `from 2.4.0, below 2.5.0`. */
import { sharedTexts } from "../texts/shared-texts.ts";
import type { Cell, Zone } from "./ruler-scale.ts";
import { versionPolicyTexts } from "./version-policy-texts.ts";

interface ZoneWords {
  readonly spanOf: (zone: Zone) => string;
  /** The span, and the decision that apps get there. */
  readonly titleOf: (zone: Zone) => string;
}

export function useZoneWords(cells: readonly Cell[]): ZoneWords {
  const { span } = versionPolicyTexts;
  const { decided } = sharedTexts.review;
  const stopText = (index: number) => cells[index]?.stop?.version.text;
  const begin = (index: number) => {
    if (index === 0) return "";
    const own = stopText(index);
    if (own !== undefined) return span.from(own);
    const before = stopText(index - 1);
    return before === undefined ? span.fromPre(releaseAfter(cells, index)) : span.above(before);
  };
  const end = (index: number) => {
    if (index === cells.length - 1) return "";
    const next = stopText(index + 1);
    if (next !== undefined) return span.below(next);
    const own = stopText(index);
    return own === undefined ? span.belowPre(releaseAfter(cells, index + 1)) : span.upTo(own);
  };
  const spanOf = ({ first, last }: Zone) => {
    const only = first === last ? stopText(first) : undefined;
    if (only !== undefined) return only;
    const parts = [begin(first), end(last)].filter((text) => text !== "");
    return parts.length > 0 ? parts.join(", ") : span.every;
  };
  return { spanOf, titleOf: (zone) => `${spanOf(zone)}: ${decided[zone.rule]}` };
}

/** The release of which the cell holds the pre-releases that stand before all that are named. */
function releaseAfter(cells: readonly Cell[], index: number): string {
  const release = cells.slice(index).find(({ stop }) => stop?.version.pre === null);
  return release?.stop?.version.text ?? cells[index]?.version.text ?? "";
}
