import type { Edge } from "drawbridge-rules/wire/edge.ts";
import { overviewTexts } from "../overview/overview-texts.ts";
import type { ServerNeed } from "../overview/server-need.ts";
import { formatRelative } from "../texts/formats.ts";

export interface SeenEdges {
  readonly edges: readonly Edge[];
  /** Ids of revoked tokens, whose edges are expected to be away. */
  readonly ended: readonly string[];
  /** Epoch ms by `edgeKey`: when this page first saw each edge behind. */
  readonly behindSince: Readonly<Record<string, number>>;
}

/** `ended`: away with a revoked token; `nothing`: connected, with no data or another epoch's. */
export const edgeStates = ["problem", "away", "nothing", "behind", "following", "ended"] as const;
export type EdgeState = (typeof edgeStates)[number];

/** @param ended ids of revoked edge tokens */
export function edgeState({ token, connected_since, problem, behind }: Edge, ended: readonly string[]): EdgeState {
  if (connected_since === null) return ended.includes(token) ? "ended" : problem === null ? "away" : "problem";
  if (problem !== null) return "problem";
  if (behind === null) return "nothing";
  return behind > 0 ? "behind" : "following";
}

export type ShownEdge = Edge & { readonly state: EdgeState };

export function shownEdges({ edges, ended }: SeenEdges): readonly ShownEdge[] {
  const rank = ({ state }: ShownEdge) => edgeStates.indexOf(state);
  return edges.map((edge) => ({ ...edge, state: edgeState(edge, ended) })).toSorted((a, b) => rank(a) - rank(b));
}

export function edgeKey({ token, id }: Pick<Edge, "token" | "id">): string {
  return `${token}/${id}`;
}

/** Milliseconds. Edges report within ten seconds of a change, and every minute; a restart takes longer. */
const mayBeBehind = 30_000;
const mayBeAway = 120_000;
const fewEnough = 3;

/** `ended` is intended, so it is not listed. */
const urgencyOf = { problem: "now", away: "soon", nothing: "soon", behind: "soon" } as const satisfies Partial<
  Record<EdgeState, ServerNeed["urgency"]>
>;
type Needy = keyof typeof urgencyOf;

/** @param now epoch ms */
export function edgeAttention(seen: SeenEdges, now: number): readonly ServerNeed[] {
  const kinds = Object.keys(urgencyOf) as Needy[];
  return kinds.flatMap((kind) => {
    const edges = seen.edges.filter((edge) => edgeState(edge, seen.ended) === kind && isLong(edge, kind, seen, now));
    return edges.length > fewEnough ? [allOf(kind, edges.length)] : edges.map((edge) => oneOf(kind, edge, now));
  });
}

/** Short problems pass by themselves. */
function isLong(edge: Edge, kind: Needy, { behindSince }: SeenEdges, now: number): boolean {
  if (kind === "problem") return true;
  if (kind === "away") return now - Date.parse(edge.seen_at) > mayBeAway;
  return now - (behindSince[edgeKey(edge)] ?? now) > mayBeBehind;
}

function oneOf(kind: Needy, edge: Edge, now: number): ServerNeed {
  const { host, id, token_name: token, seen_at, behind } = edge;
  const texts = overviewTexts.edges;
  const name = `${host || id} (${token})`;
  const text = {
    problem: () => texts.problem(name),
    away: () => texts.away(name, formatRelative(seen_at, now)),
    nothing: () => texts.nothing(name),
    behind: () => texts.behind(name, texts.revisions(behind ?? 0)),
  }[kind]();
  return { key: `edge ${edgeKey(edge)}`, urgency: urgencyOf[kind], text, to: "/edges", search: { edge: edgeKey(edge) } };
}

function allOf(kind: Needy, count: number): ServerNeed {
  const texts = overviewTexts.edges;
  const text = { problem: texts.problems, away: texts.aways, nothing: texts.nothings, behind: texts.behinds }[kind](count);
  return { key: `edges ${kind}`, urgency: urgencyOf[kind], text, to: "/edges", search: { state: kind } };
}

/** @param now epoch ms */
export function behindSince(
  edges: readonly Edge[],
  before: SeenEdges["behindSince"],
  now: number,
): Readonly<Record<string, number>> {
  const behind = edges.filter((edge) => edge.connected_since !== null && edge.behind !== 0).map(edgeKey);
  return Object.fromEntries(behind.map((key) => [key, before[key] ?? now]));
}

/** True means an edge fell behind too recently to report. @param now epoch ms */
export function isSettling(seen: SeenEdges | undefined, now: number): boolean {
  return Object.values(seen?.behindSince ?? {}).some((since) => now - since <= mayBeBehind);
}
