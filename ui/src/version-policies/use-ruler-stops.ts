import { useState } from "react";
import { hasAllStops, type RulerStop, rulerStops } from "./ruler-stop.ts";
import type { AppVersion, VersionPolicy } from "./version-rules.ts";

/**
 * Stops of a ruler during editing: nothing moves under a dragged mark, and a stop that a mark has left stays available. They are
 * computed again only when a new version is named, or when the versions in use are known; not when their order changes.
 */
export function useRulerStops(draft: VersionPolicy, published: VersionPolicy, seen: readonly AppVersion[]): readonly RulerStop[] {
  const found = () => ({ stops: rulerStops([draft, published], seen), isSeen: seen.length > 0 });
  const [shown, setShown] = useState(found);
  const isComplete = hasAllStops(shown.stops, draft) && hasAllStops(shown.stops, published);
  if (isComplete && (shown.isSeen || seen.length === 0)) return shown.stops;
  const next = found();
  setShown(next);
  return next.stops;
}
