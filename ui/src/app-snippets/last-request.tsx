import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { KeyUsage } from "drawbridge-rules/wire/usage.ts";
import { useNow } from "../elements/use-now.ts";
import { formatNumber, formatRelative } from "../texts/formats.ts";
import { keyUsageQuery, projectUsageQuery } from "../usage/usage-list.ts";
import { appSnippetTexts as texts } from "./app-snippet-texts.ts";

/** Milliseconds: developers watch this line while they start their app. */
const every = 3_000;
/** Usual spelling of platforms whose ids are lower case. */
const platformNames: Readonly<Record<string, string>> = { ios: "iOS", android: "Android" };

interface LastRequestProps {
  readonly project: string;
  /** Id; absent: all keys of the project. */
  readonly id?: string;
}

/** The app that asked last, and when. */
export function LastRequest({ project, id }: LastRequestProps) {
  const options = id === undefined ? projectUsageQuery(project) : keyUsageQuery(project, id);
  const { data, dataUpdatedAt } = useQuery({ ...options, refetchInterval: every });
  const now = Math.max(useNow(), dataUpdatedAt);
  if (!data) return null;
  const last = findLast(data.keys);
  const requests = data.keys.reduce((sum, key) => sum + key.requests, 0);
  return (
    <>
      <Text size="sm" fw={500} c={requests === 0 ? "dimmed" : ""}>
        {requests === 0 ? texts.waiting : last ? lastRequestText(last, now) : texts.requests(requests)}
      </Text>
      <span role="status" className="visually-hidden">
        {requests === 0 ? "" : texts.received}
      </span>
    </>
  );
}

function lastRequestText({ platform, version, at }: NonNullable<KeyUsage["last"]>, now: number): string {
  // The clock of the server may be ahead.
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1_000));
  const when = seconds < 60 ? texts.secondsAgo(formatNumber(seconds)) : formatRelative(at, now);
  return texts.asked(`${platformNames[platform] ?? platform} ${version}`, when);
}

/** Null: no key has been used since the server started. */
export function findLast(keys: readonly Pick<KeyUsage, "last">[]): KeyUsage["last"] {
  const lasts = keys.flatMap(({ last }) => (last ? [last] : []));
  return lasts.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0] ?? null;
}
