import { type Metric, metricList, type Sample } from "../base/metrics.ts";
import type { EdgeFollower } from "../edges/edge-follower.ts";
import type { EdgeHub } from "../edges/edge-hub.ts";
import type { EdgeList, KnownEdge } from "../edges/edge-list.ts";
import type { ObjectsStatus, SourceStatus } from "../log/source-status.ts";

export interface SourceParts {
  readonly sources: () => readonly SourceStatus[];
  /** Epoch ms. */
  readonly now: () => number;
}

const sourceStates = ["starting", "following", "interrupted"] as const satisfies readonly SourceStatus["state"][];
const most = 16;
/** Milliseconds. */
const lostFor = 3_600_000;

export function sourceMetrics({ sources, now }: SourceParts): Metric[] {
  const each = (value: (source: SourceStatus) => number | null): Sample[] =>
    sources().flatMap((source) => {
      const found = value(source);
      return found === null ? [] : [{ labels: [source.name], value: found }];
    });
  return metricList({
    drawbridge_source_state: {
      help: "State of a source: 1 for the current one. If the connection is interrupted, reads are answered from its last state.",
      labels: { source: null, state: sourceStates },
      most: most * sourceStates.length,
      read: () =>
        sources().flatMap(({ name, state }) =>
          sourceStates.map((one) => ({ labels: [name, one], value: one === state ? 1 : 0 })),
        ),
    },
    drawbridge_source_age_seconds: {
      help: "Time since the content was last known to be up to date with the source.",
      labels: { source: null },
      most,
      read: () => each(({ checkedAt }) => (checkedAt === null ? null : Math.max(0, now() - checkedAt) / 1000)),
    },
    drawbridge_source_lost: {
      help: "Whether, within the last hour, a source was found to have lost commits that this process had: 1 or 0.",
      labels: { source: null },
      most,
      read: () => each(({ lost }) => (lost !== null && now() - lost.at < lostFor ? 1 : 0)),
    },
    drawbridge_rebuilt_rows: {
      help: "Rows that differed from the log when a source was opened, and were rebuilt from it.",
      labels: { source: null },
      most,
      read: () => each(({ rebuilt }) => rebuilt),
    },
  });
}

export function objectsMetrics({ objects }: { readonly objects: () => ObjectsStatus | null }): Metric[] {
  const one = (value: (status: ObjectsStatus) => number): Sample[] => {
    const status = objects();
    return status === null ? [] : [{ labels: [], value: value(status) }];
  };
  return metricList({
    drawbridge_objects_problem: {
      help: "Whether the object store has a problem, which the status describes: 1 or 0.",
      read: () => one(({ problem }) => (problem === null ? 0 : 1)),
    },
    drawbridge_objects_behind_seconds: {
      help: "Time since the first change that reads are answered from and the object store lacks; 0: it lacks none.",
      read: () => one(({ behind }) => behind / 1000),
    },
  });
}

export interface EdgeParts {
  readonly edges: { readonly hub: Pick<EdgeHub, "size" | "cut">; readonly list: Pick<EdgeList, "list"> };
  /** Epoch ms. */
  readonly now: () => number;
}

const edgeStates = ["current", "behind", "problem", "away"] as const;
/** Milliseconds; edges report their state each minute. */
const awayAfter = 120_000;

export function edgeMetrics({ edges: { hub, list }, now }: EdgeParts): Metric[] {
  return metricList({
    drawbridge_edge_streams: {
      help: "Streams of edges that follow this process.",
      read: () => hub.size,
    },
    drawbridge_edges: {
      help: "Edges connected to this process within the last day, by their last reported state.",
      labels: { state: edgeStates },
      read: () => {
        const found = list.list(now()).map((edge) => stateOf(edge, now()));
        return edgeStates.map((state) => ({ labels: [state], value: found.filter((one) => one === state).length }));
      },
    },
    drawbridge_edge_streams_cut_total: {
      help: "Streams of edges that were disconnected because they read too slowly.",
      read: () => hub.cut,
    },
  });
}

function stateOf({ connectedSince, seenAt, isCurrent, report }: KnownEdge, now: number): (typeof edgeStates)[number] {
  // An edge that refuses an event reconnects to report why; an edge that moved to another node stays disconnected.
  if (connectedSince === null && now - seenAt > awayAfter) return "away";
  if (report.problem !== null) return "problem";
  return isCurrent ? "current" : "behind";
}

export function edgeFollowerMetrics(
  follower: Pick<EdgeFollower, "replicas" | "commits" | "refusals" | "differences" | "status">,
): Metric[] {
  return metricList({
    drawbridge_edge_copies_total: {
      help: "Whole copies that this edge has applied.",
      read: () => follower.replicas,
    },
    drawbridge_edge_commits_total: {
      help: "Commits of its origin that this edge has applied.",
      read: () => follower.commits,
    },
    drawbridge_edge_refusals_total: {
      help: "Content that this edge refused, from its origin and its disk: empty, too large, damaged, older or newer.",
      read: () => follower.refusals,
    },
    drawbridge_edge_differences_total: {
      help: "Reloads of all rows because this edge's rows differed from its origin's.",
      read: () => follower.differences,
    },
    drawbridge_edge_problem: {
      help: "Whether this edge has a problem, which its status describes: 1 or 0.",
      read: () => (follower.status().problem === null ? 0 : 1),
    },
  });
}
