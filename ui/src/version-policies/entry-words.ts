/** Meaning of an entry where its text does not show it: the start and end of a family or a span. */

import { parseVersionEntry } from "drawbridge-rules/versions/version-entry.ts";
import { entrySpan, isPossible } from "./entry-span.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";

export function useEntryWords(): (text: string) => string | undefined {
  return (text) => {
    const entry = parseVersionEntry(text);
    if (!entry || entry.form === "exact") return undefined;
    const span = entrySpan(entry);
    if (!isPossible(span)) return texts.meansNone;
    const { from, to } = span;
    const parts = [
      ...(from ? [(from.isIncluded ? texts.span.from : texts.span.above)(from.version.text)] : []),
      ...(to ? [(to.isIncluded ? texts.span.upTo : texts.span.below)(to.version.text)] : []),
    ];
    return texts.means(parts.join(", "));
  };
}
