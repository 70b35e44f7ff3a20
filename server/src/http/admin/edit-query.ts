/** The query of every edit: how it is to be carried out, and whether it is at all. */

import { type Guard, guards } from "drawbridge-rules/changes/refusal.ts";
import { z } from "zod";
import { flag, reason } from "./wire-schema.ts";

const hash = z.string().regex(/^[A-Za-z0-9_-]{43}$/, { error: "expected the member `reviewed` of a dry run" });

export const changeQuery = {
  dry_run: flag.optional().meta({ description: "Plans, and changes nothing" }),
  reason: reason.optional(),
  override: z
    .array(z.custom<Guard>((name) => typeof name === "string").meta({ type: "string", enum: guards }))
    .optional()
    .meta({ description: "Guards to override; needs `reason`", examples: [["store_link"]] }),
  reviewed: hash.optional().meta({
    description: "`reviewed` of a dry run: what is done must be what was looked at, whatever If-Match says",
    examples: ["n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"],
  }),
};

/** Of edits of the configuration. */
export const editQuery = {
  ...changeQuery,
  propose: z
    .string()
    .regex(/^(true|p_[a-z0-9]+)$/, { error: "expected true, or the id of a proposal of one's own" })
    .optional()
    .meta({
      description: "Stores the change as a proposal and does not make it; an id: in place of that one's",
      examples: ["true"],
    }),
};

export const changeQuerySchema = z.strictObject(changeQuery);
export const editQuerySchema = z.strictObject(editQuery);

export type ChangeQuery = z.infer<typeof changeQuerySchema>;
export type EditQuery = z.infer<typeof editQuerySchema>;
