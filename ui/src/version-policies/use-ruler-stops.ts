import { useState } from "react";
import { hasAllStops, type RulerStop, rulerStops } from "./ruler-stop.ts";
import type { VersionPolicy } from "./version-rules.ts";

/**
 * Stops of a ruler during editing: nothing moves under a dragged mark, and a stop that a mark has left stays available. They are
 * computed again only when a new version is named.
 */
export function useRulerStops(draft: VersionPolicy, published: VersionPolicy): readonly RulerStop[] {
  const [stops, setStops] = useState(() => rulerStops([draft, published]));
  if (hasAllStops(stops, draft) && hasAllStops(stops, published)) return stops;
  const found = rulerStops([draft, published]);
  setStops(found);
  return found;
}
