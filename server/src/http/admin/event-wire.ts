import { z } from "zod";
import { shownKinds } from "./history-wire.ts";
import { instant, revision } from "./wire-schema.ts";

/** `data` of a `commit`; the document has it by name, since the schema of a stream is only text. */
export const commitEventSchema = z
  .strictObject({
    revision,
    at: instant,
    actor: z.string().meta({ examples: ["t_k3v7q2zd5m"] }),
    actor_name: z
      .string()
      .nullable()
      .meta({ examples: ["deploy script"] }),
    reason: z.string().meta({ examples: ["release 2.4 is in both stores"] }),
    changes: z.array(
      z.strictObject({
        project: z
          .string()
          .optional()
          .meta({ description: "Only in the stream of all projects; empty: the installation", examples: ["acme-shop"] }),
        kind: z.enum(shownKinds).meta({ examples: ["platform"] }),
        id: z.string().meta({ examples: ["ios"] }),
      }),
    ),
    more: z.literal(true).optional().meta({ description: "There are more changes than are named" }),
  })
  .meta({ id: "CommitEvent" });
