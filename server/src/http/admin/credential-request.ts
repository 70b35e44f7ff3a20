/** What requests for keys and tokens have in common. */

import type { Problem } from "drawbridge-rules/values/errors.ts";
import { instantRule, parseInstant } from "drawbridge-rules/values/instant.ts";

/** Epoch ms; null: never. */
export function readExpiry(text: string | null | undefined, now: number, problems: Problem[]): number | null {
  if (text === undefined || text === null) return null;
  const at = parseInstant(text);
  if (at === null) problems.push({ path: "expires_at", message: `expected ${instantRule}, or null for never` });
  else if (at <= now) problems.push({ path: "expires_at", message: "expected an instant in the future, or null for never" });
  return at;
}
