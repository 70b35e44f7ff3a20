/** Metrics of the catalog, which answers reads. */

import type { Metric } from "../base/metrics.ts";
import type { Catalog } from "../reads/catalog/catalog.ts";
import { maxOpenings, type Opening } from "../reads/opening.ts";
import type { UsageWriter } from "../reads/usage/usage-writer.ts";

export interface CatalogParts {
  readonly catalog: Catalog;
  readonly openings: () => readonly Opening[];
}

export interface UsageParts {
  readonly usage: Pick<UsageWriter, "failures" | "writtenAt">;
}

export function catalogMetrics({ catalog, openings }: CatalogParts): Metric[] {
  return [
    {
      name: "drawbridge_catalog_loaded",
      help: "Whether reads can be answered, as in /readyz: 1 or 0.",
      type: "gauge",
      read: () => (catalog.head === null ? 0 : 1),
    },
    {
      name: "drawbridge_catalog_revision",
      help: "Revision that reads are answered from; 0 before the first one.",
      type: "gauge",
      read: () => catalog.head?.revision ?? 0,
    },
    {
      name: "drawbridge_catalog_projects",
      help: "Projects in the catalog.",
      type: "gauge",
      read: () => catalog.size.projects,
    },
    {
      name: "drawbridge_catalog_compiled_projects",
      help: "Projects that were read at least once and are compiled.",
      type: "gauge",
      read: () => catalog.size.compiled,
    },
    {
      name: "drawbridge_catalog_read_keys",
      help: "Read keys in the catalog, including expired and revoked ones.",
      type: "gauge",
      read: () => catalog.size.keys,
    },
    {
      name: "drawbridge_opened_until_timestamp_seconds",
      help: "End of an opening by hand (`drawbridge open`) by project, in seconds since 1970. Absent: none is open.",
      type: "gauge",
      labels: { project: null },
      most: maxOpenings,
      read: () => openings().map(({ project, until }) => ({ labels: [project], value: until / 1000 })),
    },
    {
      name: "drawbridge_memo_bytes",
      help: "Upper bound of the memory for finished answers, recent questions and parsed language headers.",
      type: "gauge",
      read: () => catalog.bytes,
    },
    {
      name: "drawbridge_memo_lookups_total",
      help: "Lookups of finished answers for reads with a valid key, by result.",
      type: "counter",
      labels: { result: ["hit", "miss"] },
      read: () => {
        const { hits, misses } = catalog.memo;
        return [
          { labels: ["hit"], value: hits },
          { labels: ["miss"], value: misses },
        ];
      },
    },
  ];
}

/** Metrics of writing the usage of read keys. */
export function usageMetrics({ usage }: UsageParts): Metric[] {
  return [
    {
      name: "drawbridge_usage_write_failures_total",
      help: "Failed writes of read key usage; counts are kept and the write is retried.",
      type: "counter",
      read: () => usage.failures,
    },
    {
      name: "drawbridge_usage_written_timestamp_seconds",
      help: "Time of the last write of read key usage, in seconds since 1970; 0 before the first.",
      type: "gauge",
      read: () => (usage.writtenAt ?? 0) / 1000,
    },
  ];
}
