/** URLs of the read API, as the program listens; behind a proxy, apps use others. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Status } from "drawbridge-rules/wire/status.ts";
import { serverQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";

export const statusQuery = queryOptions({ queryKey: serverQueryKey("status"), queryFn: () => admin.getStatus() });

/** This page's origin until the server has reported its URLs: they are usually the same. */
export function useReadUrls(): Status["read_urls"] {
  const { origin } = location;
  return useQuery(statusQuery).data?.read_urls ?? { config: origin, maintenance: origin };
}
