import { Alert } from "@mantine/core";
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import { useNow } from "../elements/use-now.ts";
import { formatRelative } from "../texts/formats.ts";
import { adviseOnKey } from "./key-advice.ts";
import { usageTexts } from "./usage-texts.ts";

export function KeyAdviceAlert({ value }: { readonly value: ListedReadKey }) {
  const now = useNow();
  const { requests_24h: requests, refused_24h: refused, last_used_at: last } = value;
  const advice = adviseOnKey(value, now);
  const texts = usageTexts.advice;
  const text = {
    unused: texts.unused,
    inUse: texts.inUse(requests + refused),
    justQuiet: texts.justQuiet(formatRelative(last ?? now, now)),
    quiet: texts.quiet(formatRelative(last ?? now, now)),
    refused: texts.refused(refused),
    over: texts.over,
  }[advice];
  return <Alert color={["unused", "quiet", "over"].includes(advice) ? "gray" : "caution"}>{text}</Alert>;
}
