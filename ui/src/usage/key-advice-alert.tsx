import { Alert } from "@mantine/core";
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import { useNow } from "../elements/use-now.ts";
import { formatRelative } from "../texts/formats.ts";
import { adviceColors, adviseOnKey, type KeyAdvice } from "./key-advice.ts";
import { usageTexts } from "./usage-texts.ts";

/** Tells in one sentence whether a key can be revoked, or whether apps still send a revoked one. */
export function KeyAdviceAlert({ value }: { readonly value: ListedReadKey }) {
  const advice = adviseOnKey(value, useNow());
  return <Alert color={adviceColors[advice.kind]}>{useAdviceText(advice)}</Alert>;
}

function useAdviceText(advice: KeyAdvice): string {
  const { advice: texts } = usageTexts;
  const now = useNow();
  switch (advice.kind) {
    case "inUse":
    case "refused":
      return texts[advice.kind](advice.requests);
    case "justQuiet":
    case "quiet":
      return texts[advice.kind](formatRelative(advice.last, now));
    default:
      return texts[advice.kind];
  }
}
