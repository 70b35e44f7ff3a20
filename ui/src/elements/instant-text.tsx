import { useFormats } from "../texts/formats.ts";
import { useSharedTexts } from "../texts/language.tsx";
import { useNow } from "./use-now.ts";

interface InstantTextProps {
  /** RFC 3339, or epoch ms. */
  readonly at: string | number;
  /** IANA; the browser's unless said. It is named where it is another than the browser's. */
  readonly zone?: string;
  /** `both` unless said: `21 Nov 2026, 13:05 (in 3 hours)`. The other one is in the tooltip. */
  readonly show?: "absolute" | "relative" | "both";
}

/** A moment: when it is on the clock, and how far away. */
export function InstantText({ at, zone, show = "both" }: InstantTextProps) {
  const formats = useFormats();
  const { time } = useSharedTexts();
  const absolute = `${formats.instant(at, zone)}${zone === undefined ? "" : ` ${zone}`}`;
  const relative = formats.relative(at, useNow(), zone);
  const text = { absolute, relative, both: `${absolute} (${relative})` }[show];
  const title = `${show === "relative" ? absolute : relative} · ${time.utc} ${formats.instant(at, "UTC")}`;
  return (
    <time dateTime={new Date(at).toISOString()} title={title}>
      {text}
    </time>
  );
}
