/** Computed from the clock, which may step back. */
import type { Transitions } from "./coverage.ts";

export interface Phase<State> {
  /** Holds for `from ≤ now < until`; epoch ms. */
  readonly from: number;
  readonly until: number;
  readonly state: State;
  /** Equal for equal phases of the same project state. */
  readonly name: string;
  next(): Phase<State>;
}

export interface TimelineSource<State> {
  readonly transitions: Transitions;
  stateAt(now: number): State;
  nameOf(state: State): string;
  /** Milliseconds that join transitions without a change. */
  readonly look: number;
}

export function withInstant(transitions: Transitions, instant: number | null): Transitions {
  if (instant === null) return transitions;
  return {
    next: (now) => (now < instant ? Math.min(instant, transitions.next(now)) : transitions.next(now)),
    previous: (now) => (now < instant ? transitions.previous(now) : Math.max(instant, transitions.previous(now))),
  };
}

export class Timeline<State> {
  readonly #source: TimelineSource<State>;
  #present: Phase<State> | null = null;

  constructor(source: TimelineSource<State>) {
    this.#source = source;
  }

  at(now: number): Phase<State> {
    const known = this.#present;
    if (known && isWithin(known, now)) return known;
    const next = known && now >= known.until ? known.next() : null;
    this.#present = next && isWithin(next, now) ? next : this.#phaseAt(now);
    return this.#present;
  }

  #phaseAt(now: number): Phase<State> {
    const { transitions, stateAt, nameOf, look } = this.#source;
    const state = stateAt(now);
    const name = nameOf(state);
    let until = transitions.next(now);
    while (until < now + look && nameOf(stateAt(until)) === name) until = transitions.next(until);
    let next: Phase<State> | null = null;
    return {
      from: transitions.previous(now),
      until,
      state,
      name,
      next: () => {
        next ??= this.#phaseAt(until);
        return next;
      },
    };
  }
}

function isWithin({ from, until }: Phase<unknown>, now: number): boolean {
  return from <= now && now < until;
}

/** Ends at the horizon. @param isSame whether a phase has the same answer */
export function nextChange<State>(phase: Phase<State>, horizon: number, isSame: (later: Phase<State>) => boolean): number {
  let last = phase;
  while (last.until < horizon) {
    const next = last.next();
    if (!isSame(next)) return last.until;
    last = next;
  }
  return last.until;
}
