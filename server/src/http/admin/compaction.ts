/** Dropping what was superseded long ago. Commits stay, with who, when and why. */

import type * as wire from "drawbridge-rules/wire/compaction.ts";
import type { compactionQuery } from "drawbridge-rules/wire/compaction.ts";
import { noFields } from "drawbridge-rules/wire/values.ts";
import type { Wire } from "drawbridge-rules/wire/wire.ts";
import type { Store } from "../../store/store.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";

interface CompactionServices {
  readonly store: Store;
  /** Epoch ms. */
  readonly now: () => number;
  /** Milliseconds for which a compaction keeps superseded values. */
  readonly logRetention: number;
}

/** Milliseconds: nobody's connection is to be without a byte for longer. */
const patience = 15_000;

type CompactionRequest = AdminRequest<Wire<typeof compactionQuery>>;

export function compactionRoutes(workings: CompactionServices): AdminRoute[] {
  return [
    route("compact", {
      permission: "administrator",
      tag: "Care of the data",
      summary: "Delete superseded values older than the retention",
      description:
        "Deletes values superseded before `DRAWBRIDGE_LOG_RETENTION`. Present values stay, and so does each commit with author, time and reason, but without its changes. Revisions before `compacted` can no longer be restored. Safe to repeat.",
      answers: { 200: { description: "What was deleted, or would be" } },
      handle: (request) => compact(workings, request),
    }),
  ];
}

async function compact(
  { store, now, logRetention }: CompactionServices,
  { query: { dry_run }, body }: CompactionRequest,
): Promise<AdminAnswer> {
  refuseIfAny(readBodyFields(noFields, body).problems, body, "the request");
  const dryRun = dry_run === true;
  const { floor, ...found } = await store.compact(now() - logRetention, { dryRun, within: patience });
  const answer: wire.Compaction = { dry_run: dryRun, compacted: floor === 0 ? null : floor, ...found };
  return { status: 200, body: answer };
}
