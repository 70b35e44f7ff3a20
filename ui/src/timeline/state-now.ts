/** What was read, by the clock: one that has begun or ended since is in force or over, without being read again. */
import type { OccurrenceState } from "drawbridge-rules/wire/maintenance.ts";
import { useEffect, useState } from "react";
import type { OccurrenceBar } from "./occurrence-bar.ts";

const later = new WeakMap<OccurrenceBar, Map<OccurrenceState, OccurrenceBar>>();

/** The same one while its state is what was read, or what it was at the last look. @param now epoch ms */
export function asItIs(bar: OccurrenceBar, now: number): OccurrenceBar {
  const state = stateAt(bar, now);
  if (state === bar.state) return bar;
  const known = later.get(bar) ?? new Map<OccurrenceState, OccurrenceBar>();
  later.set(bar, known);
  const changed = known.get(state) ?? { ...bar, state, listed: { ...bar.listed, state } };
  known.set(state, changed);
  return changed;
}

/** A clock that is wrong does not take back what the server said. */
function stateAt({ state, start, end, listed: { overrun } }: OccurrenceBar, now: number): OccurrenceState {
  if (state === "cancelled" || state === "over" || now < start) return state;
  // The end of one that holds moves on: the server says by how much.
  return overrun === "end" && end <= now ? "over" : "in_force";
}

/** Epoch ms, that moves on when one of them begins or ends. */
export function useBoundary(bars: readonly OccurrenceBar[]): number {
  const [now, setNow] = useState(Date.now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a boundary has passed, the next one is waited for
  useEffect(() => {
    const next = nextBoundary(bars, Date.now());
    if (next === null) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(next - Date.now() + 50, longestTimer));
    return () => clearTimeout(timer);
  }, [bars, now]);
  return now;
}

/** Milliseconds that a timer can wait. */
const longestTimer = 2 ** 31 - 1;

export function nextBoundary(bars: readonly OccurrenceBar[], now: number): number | null {
  let next = Number.POSITIVE_INFINITY;
  for (const { start, end } of bars) {
    if (start > now && start < next) next = start;
    if (end > now && end < next) next = end;
  }
  return Number.isFinite(next) ? next : null;
}
