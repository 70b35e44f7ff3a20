/** Edges that follow this process, and, where it is an edge itself, what it has taken in of its origin. */
import type { EdgeFollower } from "../edge/edge-follower.ts";
import type { EdgeHub } from "../edge/edge-hub.ts";
import type { EdgeList, KnownEdge } from "../edge/edge-list.ts";
import type { Metric } from "./metric.ts";

export interface EdgeParts {
  readonly edges: { readonly hub: Pick<EdgeHub, "size" | "cut">; readonly list: Pick<EdgeList, "list"> };
  /** Epoch ms. */
  readonly now: () => number;
}

/** Of an edge, as it last said it: it has all that there is, has not, cannot take in or keep what it is told, or is away. */
const states = ["current", "behind", "problem", "away"] as const;
/** Milliseconds: each says each minute how it stands. */
const awayAfter = 120_000;

export function edgeMetrics({ edges: { hub, list }, now }: EdgeParts): Metric[] {
  return [
    {
      name: "drawbridge_edge_streams",
      help: "Streams of edges that follow this process.",
      type: "gauge",
      read: () => hub.size,
    },
    {
      name: "drawbridge_edges",
      help: "Edges of this process that were there within the last day, by what they last said of themselves.",
      type: "gauge",
      labels: { state: states },
      read: () => {
        const found = list.list(now()).map((edge) => stateOf(edge, now()));
        return states.map((state) => ({ labels: [state], value: found.filter((one) => one === state).length }));
      },
    },
    {
      name: "drawbridge_edge_streams_cut_total",
      help: "Streams of edges that were cut, since they took too little.",
      type: "counter",
      read: () => hub.cut,
    },
  ];
}

function stateOf({ connectedSince, seenAt, isCurrent, report }: KnownEdge, now: number): (typeof states)[number] {
  // One that refuses what it is told ends its stream, and comes back to say why; one that went to another node does not.
  if (connectedSince === null && now - seenAt > awayAfter) return "away";
  if (report.problem !== null) return "problem";
  return isCurrent ? "current" : "behind";
}

/** Of an edge alone. */
export function edgeFollowerMetrics(
  follower: Pick<EdgeFollower, "copies" | "commits" | "refusals" | "differences" | "status">,
): Metric[] {
  return [
    {
      name: "drawbridge_edge_copies_total",
      help: "Whole copies that this edge has taken in.",
      type: "counter",
      read: () => follower.copies,
    },
    {
      name: "drawbridge_edge_commits_total",
      help: "Commits of its origin that this edge has taken in.",
      type: "counter",
      read: () => follower.commits,
    },
    {
      name: "drawbridge_edge_refusals_total",
      help: "What this edge has refused, of its origin and of its disk: empty, too large, damaged, older or newer.",
      type: "counter",
      read: () => follower.refusals,
    },
    {
      name: "drawbridge_edge_differences_total",
      help: "How often this edge had other rows than its origin, and took in everything again.",
      type: "counter",
      read: () => follower.differences,
    },
    {
      name: "drawbridge_edge_problem",
      help: "Whether this edge has a problem, which its status tells: 1 or 0.",
      type: "gauge",
      read: () => (follower.status().problem === null ? 0 : 1),
    },
  ];
}
