/** The query of every edit: how it is to be carried out, and whether it is at all. */
import { z } from "@hono/zod-openapi";
import { guards } from "drawbridge-rules/changes/guard.ts";
import { flag, reason } from "./wire-schema.ts";

const hash = z.string().regex(/^[A-Za-z0-9_-]{43}$/, { error: "expected the member `reviewed` of a dry run" });

export const changeQuery = {
  dry_run: flag.optional().openapi({ description: "Plans, and changes nothing" }),
  reason: reason.optional(),
  override: z
    .string()
    .optional()
    .openapi({
      description: `Guards to pass, separated by commas (${guards.join(", ")}); needs a reason`,
      example: "store_link",
    }),
  reviewed: hash.optional().openapi({
    description: "`reviewed` of a dry run: what is done must be what was looked at, whatever If-Match says",
    example: "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg",
  }),
};

/** Of edits of the configuration. */
export const editQuery = {
  ...changeQuery,
  propose: z
    .string()
    .regex(/^(true|p_[a-z0-9]+)$/, { error: "expected true, or the id of a proposal of one's own" })
    .optional()
    .openapi({
      description: "Stores the change as a proposal and does not make it; an id: in place of that one's",
      example: "true",
    }),
};

export const changeQuerySchema = z.strictObject(changeQuery);
export const editQuerySchema = z.strictObject(editQuery);

export type ChangeQuery = z.infer<typeof changeQuerySchema>;
export type EditQuery = z.infer<typeof editQuerySchema>;

/** `override=a,b`; an empty name is a name that no guard has. */
export function namesIn(list: string | undefined): string[] {
  return list === undefined ? [] : [...new Set(list.split(",").map((name) => name.trim()))];
}
