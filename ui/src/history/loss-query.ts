/** What this server follows, asked again while it shows: no commit tells of a loss. */
import { queryOptions } from "@tanstack/react-query";
import { serverKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";

/** Milliseconds. */
const every = 30_000;

export const lossQuery = queryOptions({
  queryKey: serverKey("loss"),
  queryFn: async () => (await admin.status()).sources,
  refetchInterval: every,
});
