import { z } from "@hono/zod-openapi";
import { shownKinds } from "./history-wire.ts";
import { instant, revision } from "./wire-schema.ts";

/** `data` of a `commit`; the document has it by name, since the schema of a stream is only text. */
export const commitEventSchema = z
  .strictObject({
    revision,
    at: instant,
    actor: z.string().openapi({ example: "t_k3v7q2zd5m" }),
    actor_name: z.string().nullable().openapi({ example: "deploy script" }),
    reason: z.string().openapi({ example: "release 2.4 is in both stores" }),
    changes: z.array(
      z.strictObject({
        project: z
          .string()
          .optional()
          .openapi({ description: "Only in the stream of all projects; empty: the installation", example: "acme-shop" }),
        kind: z.enum(shownKinds).openapi({ example: "platform" }),
        id: z.string().openapi({ example: "ios" }),
      }),
    ),
    more: z.literal(true).optional().openapi({ description: "There are more changes than are named" }),
  })
  .openapi("CommitEvent");
