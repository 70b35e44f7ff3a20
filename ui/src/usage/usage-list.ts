/** Who asks with which key, as the server counts it. Nobody publishes that, so it is read again by the minute while it shows. */
import { queryOptions } from "@tanstack/react-query";
import { keyOf, serverKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";

/** Milliseconds. */
export const usageEvery = 60_000;

/** Of all its keys. */
export function projectUsageQuery(project: string) {
  return queryOptions({
    queryKey: keyOf(project, "usage"),
    queryFn: () => admin.getUsage({ project }),
    refetchInterval: usageEvery,
  });
}

/** @param key id */
export function keyUsageQuery(project: string, key: string) {
  return queryOptions({
    queryKey: keyOf(project, "usage", key),
    queryFn: () => admin.getUsage({ project, key }),
    refetchInterval: usageEvery,
  });
}

/** For administrators: what belongs to no project. */
export const installationUsageQuery = queryOptions({
  queryKey: serverKey("usage"),
  queryFn: () => admin.getInstallationUsage(),
  refetchInterval: usageEvery,
});
