import type { AppVersion } from "drawbridge-rules/versions/app-version.ts";
import type { VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";
import { useState } from "react";
import { type RulerStop, respelled, rulerStops } from "./ruler-stop.ts";

/**
 * Stops of a ruler during editing: nothing moves under a dragged mark, and a stop that a mark has left stays available. They are
 * computed again only when a new version is named, or when the versions in use are known; not when their order changes. A stop is
 * always spelled as the form has it: `2.7.0` is `2.7` first while it is typed.
 */
export function useRulerStops(draft: VersionPolicy, published: VersionPolicy, seen: readonly AppVersion[]): readonly RulerStop[] {
  const policies = [draft, published];
  const found = () => ({ stops: rulerStops(policies, seen), isSeen: seen.length > 0 });
  const [shown, setShown] = useState(found);
  const kept = shown.isSeen || seen.length === 0 ? respelled(shown.stops, policies) : null;
  const next = kept ? { ...shown, stops: kept } : found();
  if (next.stops !== shown.stops) setShown(next);
  return next.stops;
}
