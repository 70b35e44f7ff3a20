/** Reports are no commits, so they are polled. */

import { queryOptions } from "@tanstack/react-query";
import { admin, serverQueryKey } from "../server-connection.ts";
import { behindSince, isSettling, type SeenEdges } from "./edge-state.ts";

/** Milliseconds. An edge reports within ten seconds of a change, and seconds after its start. */
const every = 10_000;
const soon = 3_000;

const queryKey = serverQueryKey("edges");

export const edgeListQuery = queryOptions({
  queryKey,
  queryFn: ({ client }): Promise<SeenEdges> => readEdges(client.getQueryData<SeenEdges>(queryKey)),
  refetchInterval: ({ state }) => (isSettling(state.data, Date.now()) ? soon : every),
});

async function readEdges(before: SeenEdges | undefined): Promise<SeenEdges> {
  const edges = await admin.listAll("listEdges");
  const isAnyAway = edges.some(({ connected_since }) => connected_since === null);
  const revoked = isAnyAway ? await admin.listAll("listTokens", { kind: "edge", state: "revoked" }) : [];
  return { edges, ended: revoked.map(({ id }) => id), behindSince: behindSince(edges, before?.behindSince ?? {}, Date.now()) };
}
