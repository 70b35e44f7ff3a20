/** Usage counts by key. They are not commits, so they are polled every minute while shown. */
import { queryOptions } from "@tanstack/react-query";
import { projectQueryKey, serverQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";

/** Milliseconds. */
export const usageEvery = 60_000;

export function projectUsageQuery(project: string) {
  return queryOptions({
    queryKey: projectQueryKey(project, "usage"),
    queryFn: () => admin.getUsage({ project }),
    refetchInterval: usageEvery,
  });
}

/** @param key id */
export function keyUsageQuery(project: string, key: string) {
  return queryOptions({
    queryKey: projectQueryKey(project, "usage", key),
    queryFn: () => admin.getUsage({ project, key }),
    refetchInterval: usageEvery,
  });
}

/** Requests that belong to no project, for administrators. */
export const installationUsageQuery = queryOptions({
  queryKey: serverQueryKey("usage"),
  queryFn: () => admin.getInstallationUsage(),
  refetchInterval: usageEvery,
});
