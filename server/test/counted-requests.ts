/** Requests of apps, counted by the server under test in its present hour. */

import type { VersionTable } from "../src/reads/usage/version-table.ts";
import type { OutcomeCounts } from "../src/store/usage.ts";
import type { AdminServer } from "./admin-server.ts";

/** @param requests by version; "": versions that are not counted separately. A number is of allowed requests */
export function countRequests(
  { catalog, now }: Pick<AdminServer, "catalog" | "now">,
  platform: string,
  requests: Readonly<Record<string, number | OutcomeCounts>>,
  project = "acme",
): void {
  const table = catalog.usage.versions(project, platform);
  for (const [version, counts] of Object.entries(requests))
    countOutcomes(table, version, typeof counts === "number" ? [counts, 0, 0, 0] : counts, now);
}

/** @param now epoch ms */
export function countOutcomes(table: VersionTable, version: string, counts: OutcomeCounts, now: number): void {
  for (const [outcome, times] of counts.entries()) for (let i = 0; i < times; i++) table.count(version, null, outcome, now);
}
