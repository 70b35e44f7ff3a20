/** A database that several nodes share: this node's connections to it, and the nodes. */
import type { Cluster } from "../cluster.ts";
import type { Metric } from "./metric.ts";

export interface DatabaseParts {
  readonly cluster: Pick<Cluster, "connections" | "living">;
}

const states = ["busy", "idle"] as const;

export function databaseMetrics({ cluster }: DatabaseParts): Metric[] {
  // The embedded store has no connections, and one node.
  if (cluster.connections === null) return [];
  return [
    {
      name: "drawbridge_database_connections",
      help: "Connections to the database, without the listener's own.",
      type: "gauge",
      labels: { state: states },
      read: () => {
        const { total = 0, idle = 0 } = cluster.connections ?? {};
        return [total - idle, idle].map((value, i) => ({ labels: [states[i] ?? ""], value }));
      },
    },
    {
      name: "drawbridge_database_waiting",
      help: "Requests waiting for a connection to the database.",
      type: "gauge",
      read: () => cluster.connections?.waiting ?? 0,
    },
    {
      name: "drawbridge_database_listening",
      help: "Whether the database notifies this node of other nodes' commits immediately, without waiting for the next poll: 1 or 0.",
      type: "gauge",
      read: () => (cluster.connections?.isListening ? 1 : 0),
    },
    {
      name: "drawbridge_nodes",
      help: "Live nodes according to the database, including this one; 0 if the database is unavailable.",
      type: "gauge",
      read: () => cluster.living?.nodes ?? 0,
    },
    {
      name: "drawbridge_nodes_lowest_schema",
      help: "Newest form of stored values that every live node reads; 0 if the database is unavailable.",
      type: "gauge",
      read: () => cluster.living?.lowestSchema ?? 0,
    },
  ];
}
