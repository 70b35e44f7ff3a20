/** How an edge stands, in a word. */
import type { Edge } from "drawbridge-rules/wire/edge.ts";

export interface SeenEdges {
  readonly edges: readonly Edge[];
  /** Ids of tokens that were revoked: of edges that are away with one, nothing else is to be expected. */
  readonly ended: readonly string[];
  /** Epoch ms since when each of those that are behind has been so, as it was seen here; by `edgeKey`. */
  readonly behindSince: Readonly<Record<string, number>>;
}

/** `ended`: its token is revoked; `nothing`: it follows, and answers from nothing yet or from another epoch. */
export const edgeStates = ["problem", "away", "nothing", "behind", "following", "ended"] as const;
export type EdgeState = (typeof edgeStates)[number];

/** @param ended ids of edge tokens that were revoked */
export function edgeState({ token, connected_since, problem, behind }: Edge, ended: readonly string[]): EdgeState {
  if (connected_since === null) return ended.includes(token) ? "ended" : problem === null ? "away" : "problem";
  if (problem !== null) return "problem";
  if (behind === null) return "nothing";
  return behind > 0 ? "behind" : "following";
}

/** What needs somebody first; then by the names of tokens and machines, as the server has them. */
export function inOrder(edges: readonly Edge[], ended: readonly string[]): readonly Edge[] {
  const rank = (edge: Edge) => edgeStates.indexOf(edgeState(edge, ended));
  return edges.toSorted((a, b) => rank(a) - rank(b));
}

/** Of one edge: it may come with another token, and is another one then. */
export function edgeKey({ token, id }: Pick<Edge, "token" | "id">): string {
  return `${token}/${id}`;
}

export function isFound(edge: Edge, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  return [edge.host, edge.token_name, edge.address, edge.id].some((text) => text.toLowerCase().includes(wanted));
}
