import { Alert } from "@mantine/core";
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import { useNow } from "../elements/use-now.ts";
import { useFormats } from "../texts/formats.ts";
import { locale } from "../texts/locale.ts";
import { adviceColors, adviseOnKey, type KeyAdvice } from "./key-advice.ts";
import { usageTexts } from "./usage-texts.ts";

/** Tells in one sentence whether a key can be revoked, or whether apps still send a revoked one. */
export function KeyAdviceAlert({ value }: { readonly value: ListedReadKey }) {
  const advice = adviseOnKey(value, useNow());
  return <Alert color={adviceColors[advice.kind]}>{useAdviceText(advice)}</Alert>;
}

function useAdviceText(advice: KeyAdvice): string {
  const { advice: texts } = usageTexts;
  const { relative } = useFormats();
  const now = useNow();
  switch (advice.kind) {
    case "inUse":
    case "refused":
      return texts[advice.kind](advice.requests, locale);
    case "justQuiet":
    case "quiet":
      return texts[advice.kind](relative(advice.last, now));
    default:
      return texts[advice.kind];
  }
}
