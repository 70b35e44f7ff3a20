import { Alert, Text } from "@mantine/core";
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { InstantText } from "../elements/instant-text.tsx";
import { useNow } from "../elements/use-now.ts";
import { formatRelative } from "../texts/formats.ts";
import { adviceColors, adviseOnKey, type KeyAdvice } from "./key-advice.ts";
import { usageTexts as texts, usageTexts } from "./usage-texts.ts";

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

/** When a key was last sent, and how often of late, in a cell. */
export function KeyUseText({ value }: { readonly value: ListedReadKey }) {
  const { never } = credentialTexts;
  const { last_used_at: last, requests_24h: requests, refused_24h: refused } = value;
  return (
    <>
      {last === null ? never : <InstantText at={last} show="relative" />}
      {requests > 0 && (
        <Text span size="sm" c="dimmed">
          {` · ${texts.requests(requests)}`}
        </Text>
      )}
      {refused > 0 && (
        <Text span size="sm" c="var(--mantine-color-error)">
          {` · ${texts.refused(refused)}`}
        </Text>
      )}
    </>
  );
}
