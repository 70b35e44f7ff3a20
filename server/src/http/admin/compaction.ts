/** Dropping what was superseded long ago. Commits stay, with who, when and why. */
import { z } from "@hono/zod-openapi";
import type * as wire from "../../../../client/src/wire.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route, type Workings } from "./admin-route.ts";
import { noFields } from "./credential-request.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";
import { flag } from "./wire-schema.ts";

const schema = z
  .strictObject({
    dry_run: z.boolean(),
    compacted: z
      .int()
      .nullable()
      .openapi({ description: "History is whole after this revision; null: it always was", example: 1200 }),
    changes: z.int().openapi({ description: "Superseded values that went, or would", example: 5321 }),
    bytes: z.int().openapi({ description: "Of their texts", example: 1840233 }),
    freed: z
      .int()
      .nullable()
      .openapi({ description: "Bytes that the disk has back; null: none, or the store keeps the space and fills it again" }),
    more: z.boolean().openapi({ description: "There was no time for all of it: ask again" }),
  })
  .openapi("Compaction");

/** Milliseconds: nobody's connection is to be without a byte for longer. */
const patience = 15_000;

const query = z.strictObject({ dry_run: flag.optional().openapi({ description: "Counts, and drops nothing" }) });

type CompactionRequest = AdminRequest<z.infer<typeof query>>;

export function compactionRoutes(workings: Workings): AdminRoute[] {
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
  { store, now, logRetention }: Workings,
  { query: { dry_run }, body }: CompactionRequest,
): Promise<AdminAnswer> {
  refuseIfAny(readBodyFields(noFields, body).problems, body, "the request");
  const dryRun = dry_run === "true";
  const { floor, ...found } = await store.compact(now() - logRetention, { dryRun, within: patience });
  const answer: wire.Compaction = { dry_run: dryRun, compacted: floor === 0 ? null : floor, ...found };
  return { status: 200, body: answer };
}
