/** Usage counts by key. They are not commits, so they are polled every minute while shown. */
import { queryOptions } from "@tanstack/react-query";
import { projectQuery, serverQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";

/** Milliseconds. */
export const usageEvery = 60_000;

const polled = { refetchInterval: usageEvery };

export const projectUsageQuery = projectQuery("usage", (project) => admin.getUsage({ project }), polled);
/** Usage of a key by its id. */
export const keyUsageQuery = projectQuery("usage", (project, key: string) => admin.getUsage({ project, key }), polled);

/** Requests that belong to no project, for administrators. */
export const installationUsageQuery = queryOptions({
  queryKey: serverQueryKey("usage"),
  queryFn: () => admin.getInstallationUsage(),
  ...polled,
});
