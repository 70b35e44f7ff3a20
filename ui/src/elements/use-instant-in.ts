import { useCallback } from "react";
import { useFormats } from "../texts/formats.ts";

/** An instant on the clock of a zone, which it names. */
export function useInstantIn(zone: string): (at: string | number) => string {
  const { instant } = useFormats();
  return useCallback((at) => `${instant(at, zone)} ${zone}`, [instant, zone]);
}
