/** Edges that follow this process and, on an edge, its progress in following its origin. */

import type { Metric } from "../base/metrics.ts";
import type { EdgeFollower } from "../replicas/edge-follower.ts";
import type { EdgeHub } from "../replicas/edge-hub.ts";
import type { EdgeList, KnownEdge } from "../replicas/edge-list.ts";

export interface EdgeParts {
  readonly edges: { readonly hub: Pick<EdgeHub, "size" | "cut">; readonly list: Pick<EdgeList, "list"> };
  /** Epoch ms. */
  readonly now: () => number;
}

/**
 * State of an edge by its last report: up to date, behind its origin, unable to apply or save what it receives, or disconnected.
 */
const states = ["current", "behind", "problem", "away"] as const;
/** Milliseconds; edges report their state each minute. */
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
      help: "Edges connected to this process within the last day, by their last reported state.",
      type: "gauge",
      labels: { state: states },
      read: () => {
        const found = list.list(now()).map((edge) => stateOf(edge, now()));
        return states.map((state) => ({ labels: [state], value: found.filter((one) => one === state).length }));
      },
    },
    {
      name: "drawbridge_edge_streams_cut_total",
      help: "Streams of edges that were disconnected because they read too slowly.",
      type: "counter",
      read: () => hub.cut,
    },
  ];
}

function stateOf({ connectedSince, seenAt, isCurrent, report }: KnownEdge, now: number): (typeof states)[number] {
  // An edge that refuses an event reconnects to report why; an edge that moved to another node stays disconnected.
  if (connectedSince === null && now - seenAt > awayAfter) return "away";
  if (report.problem !== null) return "problem";
  return isCurrent ? "current" : "behind";
}

/** Metrics that only edges have. */
export function edgeFollowerMetrics(
  follower: Pick<EdgeFollower, "replicas" | "commits" | "refusals" | "differences" | "status">,
): Metric[] {
  return [
    {
      name: "drawbridge_edge_copies_total",
      help: "Whole copies that this edge has applied.",
      type: "counter",
      read: () => follower.replicas,
    },
    {
      name: "drawbridge_edge_commits_total",
      help: "Commits of its origin that this edge has applied.",
      type: "counter",
      read: () => follower.commits,
    },
    {
      name: "drawbridge_edge_refusals_total",
      help: "Content that this edge refused, from its origin and its disk: empty, too large, damaged, older or newer.",
      type: "counter",
      read: () => follower.refusals,
    },
    {
      name: "drawbridge_edge_differences_total",
      help: "Reloads of all rows because this edge's rows differed from its origin's.",
      type: "counter",
      read: () => follower.differences,
    },
    {
      name: "drawbridge_edge_problem",
      help: "Whether this edge has a problem, which its status describes: 1 or 0.",
      type: "gauge",
      read: () => (follower.status().problem === null ? 0 : 1),
    },
  ];
}
