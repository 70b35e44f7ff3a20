/** The server's last report on its sources, with their lost commits. */
import { queryOptions } from "@tanstack/react-query";
import { admin } from "../server-connection.ts";

/** Milliseconds. A new epoch refetches everything, but the server may need a moment to report the loss. */
const every = 60_000;

/** Not one of the server queries, which are refetched at each commit: a loss is rare. */
export const lossQuery = queryOptions({
  queryKey: ["loss"],
  queryFn: async () => (await admin.getStatus()).sources,
  staleTime: every,
  refetchInterval: every,
});
