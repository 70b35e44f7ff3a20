/** The edges as they last said of themselves. No commit tells of that, so it is asked again while it shows. */
import { queryOptions } from "@tanstack/react-query";
import type { Edge } from "drawbridge-rules/wire/edge.ts";
import { serverKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import { behindSince, isSettling } from "./edge-attention.ts";

/** Milliseconds: an edge says within ten seconds of a change that it has it, and one that was just started within some. */
const every = 10_000;
const soon = 3_000;

export interface SeenEdges {
  readonly edges: readonly Edge[];
  /** Ids of tokens that were revoked: of edges that are away with one, nothing else is to be expected. */
  readonly ended: readonly string[];
  /** Epoch ms since when each of those that are behind has been so, as it was seen here; by `edgeKey`. */
  readonly behindSince: Readonly<Record<string, number>>;
}

const queryKey = serverKey("edges");

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
