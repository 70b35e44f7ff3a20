import { formatInstant, formatRelative } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { useNow } from "./use-now.ts";

interface InstantTextProps {
  /** RFC 3339, or epoch ms. */
  readonly at: string | number;
  /** IANA; default: the browser's. Any other zone is named. */
  readonly zone?: string;
  /** Default: `both`, `21 Nov 2026, 13:05 (in 3 hours)`. The tooltip has the rest. */
  readonly show?: "absolute" | "relative" | "both";
}

/** An instant: its time, and its distance from now. */
export function InstantText({ at, zone, show = "both" }: InstantTextProps) {
  const { time } = sharedTexts;
  const absolute = `${formatInstant(at, zone)}${zone === undefined ? "" : ` ${zone}`}`;
  const relative = formatRelative(at, useNow(), zone);
  const text = { absolute, relative, both: `${absolute} (${relative})` }[show];
  const title = `${show === "relative" ? absolute : relative} · ${time.utc} ${formatInstant(at, "UTC")}`;
  return (
    <time dateTime={new Date(at).toISOString()} title={title}>
      {text}
    </time>
  );
}
