import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";

const DAY = 86_400_000;
/** Milliseconds without a request: many apps are started once a week. */
const longQuiet = 7 * DAY;

/** `inUse`: sent now; `justQuiet`: within a week; `refused`: ended, but still sent; `over`: ended. */
type KeyAdvice = "unused" | "inUse" | "justQuiet" | "quiet" | "refused" | "over";

/** @param now epoch ms */
export function adviseOnKey(
  key: Pick<ListedReadKey, "state" | "last_used_at" | "requests_24h" | "refused_24h">,
  now: number,
): KeyAdvice {
  const { state, last_used_at: last, requests_24h: requests, refused_24h: refused } = key;
  if (state !== "active") return refused > 0 ? "refused" : "over";
  // Requests outside its scope come from apps with the key, too.
  if (requests + refused > 0) return "inUse";
  if (last === null) return "unused";
  return now - Date.parse(last) < longQuiet ? "justQuiet" : "quiet";
}
