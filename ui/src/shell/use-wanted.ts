/** Loads a part of the frame before it is opened: when the pointer comes near, and some seconds after the first screen. */
import { useEffect } from "react";

/** Milliseconds after the first screen. The frame has to open its parts also when the server is away by then. */
const later = 3000;

/** @returns properties of the element that opens the part */
export function useWanted(load: () => Promise<unknown>): { readonly onPointerEnter: () => void } {
  // Loads again when it opens, after a failure.
  const fetchNow = () => void load().catch(() => undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const timer = setTimeout(fetchNow, later);
    return () => clearTimeout(timer);
  }, []);
  return { onPointerEnter: fetchNow };
}
