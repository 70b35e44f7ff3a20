import { formatInstant, formatRelative } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { useNow } from "./use-now.ts";

interface InstantTextProps {
  /** RFC 3339, or epoch ms. */
  readonly at: string | number;
  /** Default: `21 Nov 2026, 13:05 (in 3 hours)`. The tooltip has the rest. */
  readonly show?: "absolute" | "relative" | "both";
}

export function InstantText({ at, show = "both" }: InstantTextProps) {
  const { time } = sharedTexts;
  const absolute = formatInstant(at);
  const relative = formatRelative(at, useNow());
  const text = { absolute, relative, both: `${absolute} (${relative})` }[show];
  const title = `${show === "relative" ? absolute : relative} · ${time.utc} ${formatInstant(at, "UTC")}`;
  return (
    <time dateTime={new Date(at).toISOString()} title={title}>
      {text}
    </time>
  );
}
