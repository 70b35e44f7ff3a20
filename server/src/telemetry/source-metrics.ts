/** Metrics of a catalog's source: a database or an origin. */

import type { Metric, Sample } from "../base/metrics.ts";
import type { SourceStatus } from "../log/source-status.ts";

export interface SourceParts {
  readonly sources: () => readonly SourceStatus[];
  /** Epoch ms. */
  readonly now: () => number;
}

const states = ["starting", "following", "interrupted"] as const satisfies readonly SourceStatus["state"][];
/** Sources of one process. */
const most = 16;
/** Milliseconds. */
const lostFor = 3_600_000;

export function sourceMetrics({ sources, now }: SourceParts): Metric[] {
  const each = (value: (source: SourceStatus) => number | null): Sample[] =>
    sources().flatMap((source) => {
      const found = value(source);
      return found === null ? [] : [{ labels: [source.name], value: found }];
    });
  return [
    {
      name: "drawbridge_source_info",
      help: "Sources of the catalog, by kind and epoch: the value is always 1.",
      type: "gauge",
      labels: { source: null, kind: ["sqlite", "postgresql", "edge"], epoch: null },
      most,
      read: () => sources().map(({ name, kind, epoch }) => ({ labels: [name, kind, epoch ?? ""], value: 1 })),
    },
    {
      name: "drawbridge_source_state",
      help: "State of a source: 1 for the current one. If the connection is interrupted, reads are answered from its last state.",
      type: "gauge",
      labels: { source: null, state: states },
      most: most * states.length,
      read: () =>
        sources().flatMap(({ name, state }) => states.map((one) => ({ labels: [name, one], value: one === state ? 1 : 0 }))),
    },
    {
      name: "drawbridge_source_state_since_timestamp_seconds",
      help: "Time of the last state change of a source, in seconds since 1970.",
      type: "gauge",
      labels: { source: null },
      most,
      read: () => each(({ since }) => since / 1000),
    },
    {
      name: "drawbridge_source_revision",
      help: "Revision of a source that this process has applied.",
      type: "gauge",
      labels: { source: null },
      most,
      read: () => each(({ revision }) => revision),
    },
    {
      name: "drawbridge_source_age_seconds",
      help: "Time since the content was last known to be up to date with the source.",
      type: "gauge",
      labels: { source: null },
      most,
      read: () => each(({ checkedAt }) => (checkedAt === null ? null : Math.max(0, now() - checkedAt) / 1000)),
    },
    {
      name: "drawbridge_source_lost",
      help: "Whether, within the last hour, a source was found to have lost commits that this process had: 1 or 0.",
      type: "gauge",
      labels: { source: null },
      most,
      read: () => each(({ lost }) => (lost !== null && now() - lost.at < lostFor ? 1 : 0)),
    },
    {
      name: "drawbridge_rebuilt_rows",
      help: "Rows that differed from the log when a source was opened, and were rebuilt from it.",
      type: "gauge",
      labels: { source: null },
      most,
      read: () => each(({ rebuilt }) => rebuilt),
    },
  ];
}
