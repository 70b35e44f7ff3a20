/** Deletes old superseded values. Commits keep their author, time and reason. */

import { parseDuration } from "drawbridge-rules/values/duration.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type * as wire from "drawbridge-rules/wire/compaction.ts";
import type { compactionQuery } from "drawbridge-rules/wire/compaction.ts";
import { noFields } from "drawbridge-rules/wire/values.ts";
import type { Wire } from "drawbridge-rules/wire/wire.ts";
import type { Store } from "../../store/store.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "../request/admin-route.ts";
import { readBodyFields, refuseIfAny } from "../request/request-fields.ts";

interface CompactionServices {
  readonly store: Store;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Milliseconds: the longest time that a connection stays without a byte. */
const timeout = 15_000;

const minRetention = 86_400_000;
const defaultRetention = 400 * minRetention;

type CompactionRequest = AdminRequest<Wire<typeof compactionQuery>>;

export function compactionRoutes(services: CompactionServices): AdminRoute[] {
  return [
    route("compact", {
      permission: "administrator",
      tag: "Store",
      summary: "Delete superseded values older than the retention",
      description:
        "Deletes values superseded before `older_than`. Present values stay, and each commit with author, time and reason, without its changes. Revisions before `compacted` can no longer be restored. Safe to repeat.",
      answers: { 200: { description: "Number and size of the deleted values; in a dry run, of those that would be deleted" } },
      handle: (request) => compact(services, request),
    }),
  ];
}

async function compact(
  { store, now }: CompactionServices,
  { query: { dry_run, older_than }, body }: CompactionRequest,
): Promise<AdminAnswer> {
  refuseIfAny(readBodyFields(noFields, body).problems, body, "the request");
  const retention = older_than === undefined ? defaultRetention : parseDuration(older_than);
  // Changes of today are never compacted away by mistake.
  if (retention === null || retention < minRetention) {
    const message = `expected a time span of a day or more, such as P400D, not ${JSON.stringify(older_than)}`;
    throw new DrawbridgeError("invalid", "The query has 1 problem.", [{ path: "older_than", parameter: "older_than", message }]);
  }
  const dryRun = dry_run === true;
  const { floor, ...found } = await store.compact(now() - retention, { dryRun, within: timeout });
  const answer: wire.Compaction = { dry_run: dryRun, compacted: floor === 0 ? null : floor, ...found };
  return { status: 200, body: answer };
}
