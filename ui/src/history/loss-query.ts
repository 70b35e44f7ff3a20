/** What this server follows, as it last said: of what its store has lost. */
import { queryOptions } from "@tanstack/react-query";
import { admin } from "../server-connection.ts";

/** Milliseconds. A new epoch has everything asked again; the server may need a moment to say what was lost. */
const every = 60_000;

/** Not among the server's queries, which are asked again at each commit: a loss is rare. */
export const lossQuery = queryOptions({
  queryKey: ["loss"],
  queryFn: async () => (await admin.status()).sources,
  staleTime: every,
  refetchInterval: every,
});
