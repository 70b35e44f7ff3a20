import { useState } from "react";
import { hasAll, type RulerStop, stopsOf } from "./ruler-stop.ts";
import type { VersionPolicy } from "./version-rules.ts";

/**
 * What stands on a ruler while it is worked with: nothing moves under a mark that is dragged, and what a mark has left stays there
 * to go back to. Only where a version is named that is not there yet, they are found anew.
 */
export function useRulerStops(draft: VersionPolicy, published: VersionPolicy): readonly RulerStop[] {
  const [stops, setStops] = useState(() => stopsOf([draft, published]));
  if (hasAll(stops, draft) && hasAll(stops, published)) return stops;
  const found = stopsOf([draft, published]);
  setStops(found);
  return found;
}
