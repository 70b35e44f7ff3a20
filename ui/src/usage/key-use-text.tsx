import { Text } from "@mantine/core";
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { InstantText } from "../elements/instant-text.tsx";
import { usageTexts as texts } from "./usage-texts.ts";

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
