/** Edges that need attention, with links, for the Now screen. */

import type { Edge } from "drawbridge-rules/wire/edge.ts";
import type { AttentionContext, AttentionItem, Urgency } from "../overview/attention-source.ts";
import { formatRelative } from "../texts/formats.ts";
import { type EdgeState, edgeKey, edgeState, type SeenEdges } from "./edge-state.ts";
import { edgeTexts } from "./edge-texts.ts";

/** Milliseconds. Edges report within ten seconds of a change, and every minute; a restart takes longer. */
const mayBeBehind = 30_000;
const mayBeAway = 120_000;
/** Edges of a kind that are listed one by one; more are summed up. */
const fewEnough = 3;

/** Urgency by state. `ended` is intended, so it is not listed. */
const urgencyOf = { problem: "now", away: "soon", nothing: "soon", behind: "soon" } as const satisfies Partial<
  Record<EdgeState, Urgency>
>;
type Needy = keyof typeof urgencyOf;

export function edgeAttention(
  seen: SeenEdges,
  context: Omit<AttentionContext, "project" | "maintenance">,
): readonly AttentionItem[] {
  const kinds = Object.keys(urgencyOf) as Needy[];
  return kinds.flatMap((kind) => {
    const edges = seen.edges.filter((edge) => edgeState(edge, seen.ended) === kind && isLong(edge, kind, seen, context.now));
    return edges.length > fewEnough ? [all(kind, edges.length)] : edges.map((edge) => one(kind, edge, context));
  });
}

/** Returns whether the state has lasted long enough to report; short ones pass by themselves. */
function isLong(edge: Edge, kind: Needy, { behindSince }: SeenEdges, now: number): boolean {
  if (kind === "problem") return true;
  if (kind === "away") return now - Date.parse(edge.seen_at) > mayBeAway;
  return now - (behindSince[edgeKey(edge)] ?? now) > mayBeBehind;
}

function one(kind: Needy, edge: Edge, { now }: Parameters<typeof edgeAttention>[1]): AttentionItem {
  const { host, id, token_name: token, seen_at, behind } = edge;
  const texts = edgeTexts.now;
  const name = `${host || id} (${token})`;
  const text = {
    problem: () => texts.problem(name),
    away: () => texts.away(name, formatRelative(seen_at, now)),
    nothing: () => texts.nothing(name),
    behind: () => texts.behind(name, texts.revisions(behind ?? 0)),
  }[kind]();
  return { key: `edge ${edgeKey(edge)}`, urgency: urgencyOf[kind], text, to: "/edges", search: { edge: edgeKey(edge) } };
}

function all(kind: Needy, count: number): AttentionItem {
  const texts = edgeTexts.now;
  const text = { problem: texts.problems, away: texts.aways, nothing: texts.nothings, behind: texts.behinds }[kind](count);
  return { key: `edges ${kind}`, urgency: urgencyOf[kind], text, to: "/edges", search: { state: kind } };
}

/** Since when each was seen to be behind, as it is to be kept. @param now epoch ms */
export function behindSince(
  edges: readonly Edge[],
  before: SeenEdges["behindSince"],
  now: number,
): Readonly<Record<string, number>> {
  const behind = edges.filter((edge) => edge.connected_since !== null && edge.behind !== 0).map(edgeKey);
  return Object.fromEntries(behind.map((key) => [key, before[key] ?? now]));
}

/** Returns whether an edge fell behind too recently to report; it should catch up shortly. @param now epoch ms */
export function isSettling(seen: SeenEdges | undefined, now: number): boolean {
  return Object.values(seen?.behindSince ?? {}).some((since) => now - since <= mayBeBehind);
}
