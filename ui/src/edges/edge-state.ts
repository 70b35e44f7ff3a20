/** State of an edge, derived from its last report. */
import type { Edge } from "drawbridge-rules/wire/edge.ts";

export interface SeenEdges {
  readonly edges: readonly Edge[];
  /** Ids of revoked tokens: edges that use one are expected to be away. */
  readonly ended: readonly string[];
  /** Epoch ms when this page first saw each edge behind, by `edgeKey`. */
  readonly behindSince: Readonly<Record<string, number>>;
}

/** `ended`: away with a revoked token; `nothing`: connected, but without data yet, or with data of another epoch. */
export const edgeStates = ["problem", "away", "nothing", "behind", "following", "ended"] as const;
export type EdgeState = (typeof edgeStates)[number];

/** @param ended ids of revoked edge tokens */
export function edgeState({ token, connected_since, problem, behind }: Edge, ended: readonly string[]): EdgeState {
  if (connected_since === null) return ended.includes(token) ? "ended" : problem === null ? "away" : "problem";
  if (problem !== null) return "problem";
  if (behind === null) return "nothing";
  return behind > 0 ? "behind" : "following";
}

/** Sorts edges that need attention first; within a state they keep the server's order, by names of tokens and hosts. */
export function inOrder(edges: readonly Edge[], ended: readonly string[]): readonly Edge[] {
  const rank = (edge: Edge) => edgeStates.indexOf(edgeState(edge, ended));
  return edges.toSorted((a, b) => rank(a) - rank(b));
}

/** Key of an edge. The token is part of it: an edge that connects with another token counts as another edge. */
export function edgeKey({ token, id }: Pick<Edge, "token" | "id">): string {
  return `${token}/${id}`;
}

export function matchesSearch(edge: Edge, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  return [edge.host, edge.token_name, edge.address, edge.id].some((text) => text.toLowerCase().includes(wanted));
}
