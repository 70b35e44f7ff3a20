/** Updates occurrences by the clock: one that has begun or ended becomes active or ended without another query. */

import { listedState } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import { nextTransition } from "drawbridge-rules/occurrence/occurrence-state.ts";
import type { OccurrenceState } from "drawbridge-rules/wire/maintenance.ts";
import { useEffect, useState } from "react";
import type { OccurrenceBar } from "./occurrence-bar.ts";

const later = new WeakMap<OccurrenceBar, Map<OccurrenceState, OccurrenceBar>>();

/**
 * Returns the same object while its state is unchanged.
 * @param now epoch ms
 */
export function refreshBarState(bar: OccurrenceBar, now: number): OccurrenceBar {
  const state = listedState(bar.listed, now, bar);
  if (state === bar.state) return bar;
  const known = later.get(bar) ?? new Map<OccurrenceState, OccurrenceBar>();
  later.set(bar, known);
  const changed = known.get(state) ?? { ...bar, state, listed: { ...bar.listed, state } };
  known.set(state, changed);
  return changed;
}

/** Epoch ms; advances when one of them begins or ends. */
export function useTransitionTime(bars: readonly OccurrenceBar[]): number {
  const [now, setNow] = useState(Date.now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a transition, waits for the next one
  useEffect(() => {
    const next = bars.reduce((least, bar) => Math.min(least, nextTransition(bar, Date.now())), Number.POSITIVE_INFINITY);
    if (next === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(next - Date.now() + 50, longestTimer));
    return () => clearTimeout(timer);
  }, [bars, now]);
  return now;
}

/** Maximum milliseconds of a timer. */
const longestTimer = 2 ** 31 - 1;
