import { z } from "@hono/zod-openapi";
import type * as wire from "../../../../client/src/wire.ts";
import type { AdminRoute, Workings } from "./admin-route.ts";
import { revision } from "./wire-schema.ts";

const statusSchema = z
  .strictObject({ version: z.string(), epoch: z.string(), revision, store: z.string() })
  .openapi("Status", { example: { version: "0.1.0", epoch: "8f2c0e1b6a7d4c35", revision: 42, store: "sqlite" } });

/** What is running, for whoever looks after it. */
export function statusRoutes({ store, storeKind, version }: Workings): AdminRoute[] {
  return [
    {
      permission: "signed_in",
      method: "get",
      path: "/admin/v1/status",
      operationId: "getStatus",
      tag: "Status",
      summary: "What is running, and where its log stands",
      answers: { 200: { description: "The program and its store", schema: statusSchema } },
      handle: async () => {
        const body: wire.Status = { version, ...(await store.head()), store: storeKind };
        return { status: 200, body };
      },
    },
  ];
}
