/** The edges as they last said of themselves. No commit tells of that, so it is asked again while it shows. */

import { queryOptions } from "@tanstack/react-query";
import { serverQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import { behindSince, isSettling } from "./edge-attention.ts";
import type { SeenEdges } from "./edge-state.ts";

/** Milliseconds: an edge says within ten seconds of a change that it has it, and one that was just started within some. */
const every = 10_000;
const soon = 3_000;

const queryKey = serverQueryKey("edges");

/** For administrators. */
export const edgeListQuery = queryOptions({
  queryKey,
  queryFn: ({ client }): Promise<SeenEdges> => readEdges(client.getQueryData<SeenEdges>(queryKey)),
  refetchInterval: ({ state }) => (isSettling(state.data, Date.now()) ? soon : every),
});

async function readEdges(before: SeenEdges | undefined): Promise<SeenEdges> {
  const edges = await admin.listAll("listEdges");
  const isAnyAway = edges.some(({ connected_since }) => connected_since === null);
  const revoked = isAnyAway ? await admin.listAll("listEdgeTokens", { state: "revoked" }) : [];
  return { edges, ended: revoked.map(({ id }) => id), behindSince: behindSince(edges, before?.behindSince ?? {}, Date.now()) };
}
