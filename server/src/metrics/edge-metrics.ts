/** Edges that follow this process, and, where it is an edge itself, what it has taken in of its origin. */
import type { EdgeFollower } from "../edge/edge-follower.ts";
import type { EdgeHub } from "../edge/edge-hub.ts";
import type { Metric } from "./metric.ts";

export interface EdgeParts {
  readonly edges: { readonly hub: Pick<EdgeHub, "size" | "cut"> };
}

export function edgeMetrics({ edges: { hub } }: EdgeParts): Metric[] {
  return [
    {
      name: "drawbridge_edge_streams",
      help: "Streams of edges that follow this process.",
      type: "gauge",
      read: () => hub.size,
    },
    {
      name: "drawbridge_edge_streams_cut_total",
      help: "Streams of edges that were cut, since they took too little.",
      type: "counter",
      read: () => hub.cut,
    },
  ];
}

/** Of an edge alone. */
export function edgeFollowerMetrics(follower: Pick<EdgeFollower, "copies" | "commits" | "refusals" | "status">): Metric[] {
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
      name: "drawbridge_edge_problem",
      help: "Whether this edge has a problem, which its status tells: 1 or 0.",
      type: "gauge",
      read: () => (follower.status().problem === null ? 0 : 1),
    },
  ];
}
