/** Where apps ask, as the program itself listens; behind a proxy they ask elsewhere. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Status } from "drawbridge-rules/wire/status.ts";
import { serverQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";

export const statusQuery = queryOptions({ queryKey: serverQueryKey("status"), queryFn: () => admin.getStatus() });

/** Until the server has said it, this address: on most servers it is the same. */
export function useReadUrls(): Status["read_urls"] {
  const { origin } = location;
  return useQuery(statusQuery).data?.read_urls ?? { config: origin, maintenance: origin };
}
