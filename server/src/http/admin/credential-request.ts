/** What requests for keys and tokens have in common. */

import type { Problem } from "drawbridge-rules/values/errors.ts";
import { z } from "zod";
import { instantRule, parseInstant } from "./instant.ts";
import { reason } from "./wire-schema.ts";

export const verbQuery = z.strictObject({ reason: reason.optional() });

/** Of a verb that takes nothing: an empty object may be sent, and anything in it is a mistake. */
export const noFields = z.strictObject({}, { error: "expected an object" });

export const expiresAt = z
  .string({ error: `expected ${instantRule}, or null for never` })
  .nullable()
  .optional()
  .meta({ description: "From then on it opens nothing; null: never", examples: ["2027-06-30T00:00:00+02:00"] });

/** Epoch ms; null: never. */
export function readExpiry(text: string | null | undefined, now: number, problems: Problem[]): number | null {
  if (text === undefined || text === null) return null;
  const at = parseInstant(text);
  if (at === null) problems.push({ path: "expires_at", message: `expected ${instantRule}, or null for never` });
  else if (at <= now) problems.push({ path: "expires_at", message: "expected an instant in the future, or null for never" });
  return at;
}
