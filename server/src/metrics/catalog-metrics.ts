/** What reads are answered from. */
import type { Catalog } from "../catalog/catalog.ts";
import type { UsageWriter } from "../usage/usage-writer.ts";
import type { Metric } from "./metric.ts";

export interface CatalogParts {
  readonly catalog: Catalog;
}

export interface UsageParts {
  readonly usage: Pick<UsageWriter, "failures" | "writtenAt">;
}

export function catalogMetrics({ catalog }: CatalogParts): Metric[] {
  return [
    {
      name: "drawbridge_catalog_loaded",
      help: "Whether there is a catalog to answer from, as /readyz says it: 1 or 0.",
      type: "gauge",
      read: () => (catalog.head === null ? 0 : 1),
    },
    {
      name: "drawbridge_catalog_revision",
      help: "Revision that reads are answered from; 0 before there is any.",
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
      help: "Projects that somebody has asked about, and that are compiled.",
      type: "gauge",
      read: () => catalog.size.compiled,
    },
    {
      name: "drawbridge_catalog_read_keys",
      help: "Read keys in the catalog, also those that open nothing any more.",
      type: "gauge",
      read: () => catalog.size.keys,
    },
    {
      name: "drawbridge_memo_bytes",
      help: "Memory of remembered answers, estimated from above.",
      type: "gauge",
      read: () => catalog.bytes,
    },
    {
      name: "drawbridge_memo_lookups_total",
      help: "Questions with a key that were looked up among the remembered answers, by what was found.",
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

/** Of who asks with which read key, where it is written. */
export function usageMetrics({ usage }: UsageParts): Metric[] {
  return [
    {
      name: "drawbridge_usage_write_failures_total",
      help: "Times that the usage of read keys could not be written; it is kept and tried again.",
      type: "counter",
      read: () => usage.failures,
    },
    {
      name: "drawbridge_usage_written_timestamp_seconds",
      help: "When the usage of read keys was last written, in seconds since 1970; 0 before that.",
      type: "gauge",
      read: () => (usage.writtenAt ?? 0) / 1000,
    },
  ];
}
