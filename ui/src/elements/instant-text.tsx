import { formatInstant, formatRelative } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { useNow } from "./use-now.ts";

/** `21 Nov 2026, 13:05 (in 3 hours)`. The tooltip has the rest. @param at RFC 3339, or epoch ms */
export function InstantText({ at, isRelative = false }: { readonly at: string | number; readonly isRelative?: boolean }) {
  const absolute = formatInstant(at);
  const relative = formatRelative(at, useNow());
  const title = `${isRelative ? absolute : relative} · ${sharedTexts.time.utc} ${formatInstant(at, "UTC")}`;
  return (
    <time dateTime={new Date(at).toISOString()} title={title}>
      {isRelative ? relative : `${absolute} (${relative})`}
    </time>
  );
}
