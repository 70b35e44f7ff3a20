import { z } from "@hono/zod-openapi";
import type * as wire from "../../../../client/src/wire.ts";
import type { AdminRoute, Workings } from "./admin-route.ts";
import { revision } from "./wire-schema.ts";

const address = "http://127.0.0.1:8080";
const statusSchema = z
  .strictObject({
    version: z.string(),
    epoch: z.string(),
    revision,
    store: z.string(),
    read_urls: z
      .strictObject({ config: z.string(), maintenance: z.string() })
      .openapi({ description: "Where apps ask, as the program itself listens; behind a proxy they ask elsewhere" }),
  })
  .openapi("Status", {
    example: {
      version: "0.1.0",
      epoch: "8f2c0e1b6a7d4c35",
      revision: 42,
      store: "sqlite",
      read_urls: { config: address, maintenance: address },
    },
  });

/** What is running, for whoever looks after it. */
export function statusRoutes({ store, storeKind, version, readUrls }: Workings): AdminRoute[] {
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
        const body: wire.Status = { version, ...(await store.head()), store: storeKind, read_urls: readUrls() };
        return { status: 200, body };
      },
    },
  ];
}
