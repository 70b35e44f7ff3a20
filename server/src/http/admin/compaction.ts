/** Dropping what was superseded long ago. Commits stay, with who, when and why. */
import { z } from "zod";
import type * as wire from "../../../../client/src/wire.ts";
import type { Store } from "../../store/store.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { noFields } from "./credential-request.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";
import { flag } from "./wire-schema.ts";

interface CompactionServices {
  readonly store: Store;
  /** Epoch ms. */
  readonly now: () => number;
  /** Milliseconds for which a compaction keeps superseded values. */
  readonly logRetention: number;
}

const schema = z
  .strictObject({
    dry_run: z.boolean(),
    compacted: z
      .int()
      .nullable()
      .meta({ description: "History is whole after this revision; null: it always was", examples: [1200] }),
    changes: z.int().meta({ description: "Superseded values that went, or would", examples: [5321] }),
    bytes: z.int().meta({ description: "Of their texts", examples: [1840233] }),
    freed: z
      .int()
      .nullable()
      .meta({ description: "Bytes that the disk has back; null: none, or the store keeps the space and fills it again" }),
    more: z.boolean().meta({ description: "There was no time for all of it: ask again" }),
  })
  .meta({ id: "Compaction" });

/** Milliseconds: nobody's connection is to be without a byte for longer. */
const patience = 15_000;

const query = z.strictObject({ dry_run: flag.optional().meta({ description: "Counts, and drops nothing" }) });

type CompactionRequest = AdminRequest<z.infer<typeof query>>;

export function compactionRoutes(workings: CompactionServices): AdminRoute[] {
  return [
    route("compact", {
      permission: "administrator",
      tag: "Care of the data",
      summary: "Drops what was superseded before the retention (DRAWBRIDGE_LOG_RETENTION)",
      description:
        "What is in force stays, and so does each commit: who, when and why, but not what it changed. Below the revision that is answered as `compacted`, nothing can be rolled back to. May be sent twice.",
      query,
      body: { types: ["application/json"], schema: noFields, required: false },
      answers: { 200: { description: "What went, or would", schema } },
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
