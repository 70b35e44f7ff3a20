import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";

export const unstorable = "Expected Unicode text without NUL and without half a surrogate pair.";

/** PostgreSQL has no NUL in text, and UTF-8 has no bytes for a lone surrogate. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** An engine might convert the text to a stored one. @throws invalid */
export function checkName(text: string): void {
  if (!isStorable(text)) throw new DrawbridgeError("invalid", unstorable);
}

/** @throws invalid: too large for memory */
export function checkLimit(limit: number, most: number, what = "commits"): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= most) return;
  throw new DrawbridgeError("invalid", `A page has 1 to ${most} ${what}.`);
}
