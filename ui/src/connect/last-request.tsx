import { Text } from "@mantine/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ProjectUsage } from "drawbridge-rules/wire/usage.ts";
import { useNow } from "../elements/use-now.ts";
import { formatNumber, formatRelative } from "../texts/formats.ts";
import { projectUsageQuery } from "../usage/usage-list.ts";
import { usePlatformNames } from "../version-policies/version-policy-list.ts";
import { connectTexts as texts } from "./connect-texts.ts";

export function useLiveUsage(project: string): UseQueryResult<ProjectUsage, Error> {
  // Developers watch the page while they start their app.
  return useQuery({ ...projectUsageQuery(project), refetchInterval: 3_000 });
}

/** @param id absent means all keys of the project */
export function LastRequest({ project, id }: { readonly project: string; readonly id?: string }) {
  const { data, dataUpdatedAt } = useLiveUsage(project);
  const now = Math.max(useNow(), dataUpdatedAt);
  const nameOf = usePlatformNames(project);
  if (!data) return null;
  const keys = data.keys.filter(({ key }) => id === undefined || key === id);
  const [last] = keys.flatMap((key) => key.last ?? []).toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const requests = keys.reduce((sum, each) => sum + each.requests, 0);
  return (
    <>
      <Text fw={500} c={requests === 0 ? "dimmed" : "var(--mantine-color-text)"}>
        {requests === 0
          ? texts.waiting
          : last
            ? texts.asked(`${nameOf(last.platform)} ${last.version}`, shortAgo(last.at, now))
            : texts.requests(requests)}
      </Text>
      <span role="status" className="visually-hidden">
        {requests === 0 ? "" : texts.received}
      </span>
    </>
  );
}

/** The clock of the server may be ahead. */
function shortAgo(at: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1_000));
  return seconds < 60 ? texts.secondsAgo(formatNumber(seconds)) : formatRelative(at, now);
}
