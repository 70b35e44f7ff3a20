/** Advice on whether a key can be revoked, from what is known about who sends it. */
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";

const DAY = 86_400_000;
/** Milliseconds without a request after which a key is probably unused: many apps are started once a week. */
const longQuiet = 7 * DAY;

export type KeyAdvice =
  /** Never sent. */
  | { readonly kind: "unused" }
  /** Apps still use it and would get no answer. */
  | { readonly kind: "inUse"; readonly requests: number }
  /** Not sent within a day, but within a week. */
  | { readonly kind: "justQuiet"; readonly last: string }
  | { readonly kind: "quiet"; readonly last: string }
  /** It has ended, and apps still use it. */
  | { readonly kind: "refused"; readonly requests: number }
  /** It has ended and is no longer sent. */
  | { readonly kind: "over" };

/** @param now epoch ms */
export function adviseOnKey(
  key: Pick<ListedReadKey, "state" | "last_used_at" | "requests_24h" | "refused_24h">,
  now: number,
): KeyAdvice {
  const { state, last_used_at: last, requests_24h: requests, refused_24h: refused } = key;
  if (state !== "active") return refused > 0 ? { kind: "refused", requests: refused } : { kind: "over" };
  // Requests outside its scope come from apps that have the key too.
  if (requests + refused > 0) return { kind: "inUse", requests: requests + refused };
  if (last === null) return { kind: "unused" };
  return { kind: now - Date.parse(last) < longQuiet ? "justQuiet" : "quiet", last };
}

export const adviceColors = {
  unused: "gray",
  inUse: "caution",
  justQuiet: "caution",
  quiet: "gray",
  refused: "caution",
  over: "gray",
} as const;
