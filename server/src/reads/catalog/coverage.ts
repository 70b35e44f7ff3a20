/** Windows with the same rule share a day's expansion; the cache is bounded. */

import { nextBoundary, previousBoundary } from "drawbridge-rules/occurrence/interruption.ts";
import { aroundUntil, type Occurrence, type Override, occurrencesAround } from "drawbridge-rules/occurrence/occurrence.ts";
import { stateAt } from "drawbridge-rules/occurrence/occurrence-state.ts";
import { DAY } from "drawbridge-rules/values/duration.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import type { MaintenanceWindow } from "drawbridge-rules/windows/maintenance-window.ts";
import { LRUCache } from "lru-cache";

interface CoveringWindow {
  readonly id: string;
  readonly window: MaintenanceWindow;
  readonly overrides: readonly Override[];
}

/** Times at which an answer may change. */
export interface Transitions {
  next(now: number): number;
  previous(now: number): number;
}

interface Expanded {
  /** Valid for `from ≤ now < until`. */
  readonly from: number;
  readonly until: number;
  readonly occurrences: readonly Occurrence[];
}

/** Cached occurrences of a project, about 200 bytes each, and entries in its lists. */
const maxCachedOccurrences = 20_000;
const maxCachedPlaces = 100_000;

export interface ActiveWindows {
  readonly onTime: number;
  /** Held open after their planned end, until an operator completes them. */
  readonly pastEnd: number;
}

export class Coverage {
  readonly #all: readonly CoveringWindow[];
  readonly #ofProject: readonly CoveringWindow[];
  readonly #byInstance = new Map<string, CoveringWindow[]>();
  readonly #byPlatform = new Map<string, CoveringWindow[]>();
  /** By window, shared by all that it covers. */
  readonly #windows = new LRUCache<string, Expanded>({ maxSize: maxCachedOccurrences, sizeCalculation: sizeOf });
  readonly #askers = new LRUCache<string, Expanded>({ maxSize: maxCachedPlaces, sizeCalculation: sizeOf });

  /** The last instance found open is tried first. */
  lastOpen: string | null = null;

  constructor(windows: readonly CoveringWindow[]) {
    this.#all = windows;
    this.#ofProject = windows.filter(({ window }) => !window.platforms && !window.instances);
    for (const covering of windows) {
      for (const name of covering.window.platforms ?? []) add(this.#byPlatform, name, covering);
      for (const id of covering.window.instances ?? []) add(this.#byInstance, id, covering);
    }
  }

  /** A window costs up to a tenth of a millisecond, once a day. @param now epoch ms */
  *activeWindows(now: number): Steps<ActiveWindows> {
    const found = { onTime: 0, pastEnd: 0 };
    for (const covering of this.#all) {
      yield;
      const active = this.#ofWindow(covering, now).filter((occurrence) => stateAt(occurrence, now) === "active");
      if (active.length > 0) found[active.every(({ end }) => now >= end) ? "pastEnd" : "onTime"]++;
    }
    return found;
  }

  /** All occurrences that can matter at `now`, epoch ms. */
  ofInstance(id: string, now: number): readonly Occurrence[] {
    return this.#at(`i${id}`, this.#byInstance.get(id), now).occurrences;
  }

  /** @param name in lower case */
  ofPlatform(name: string, now: number): readonly Occurrence[] {
    return this.#at(`p${name}`, this.#byPlatform.get(name), now).occurrences;
  }

  instanceTransitions(id: string): Transitions {
    return transitions((now) => this.#at(`i${id}`, this.#byInstance.get(id), now));
  }

  platformTransitions(name: string): Transitions {
    return transitions((now) => this.#at(`p${name}`, this.#byPlatform.get(name), now));
  }

  #at(asker: string, own: readonly CoveringWindow[] | undefined, now: number): Expanded {
    const windows = own ? [...this.#ofProject, ...own] : this.#ofProject;
    if (windows.length === 0) return nothing;
    return servingAt(this.#askers, asker, now, () => windows.flatMap((covering) => this.#ofWindow(covering, now)));
  }

  #ofWindow({ id, window, overrides }: CoveringWindow, now: number): readonly Occurrence[] {
    return servingAt(this.#windows, id, now, () => occurrencesAround(id, window, overrides, now)).occurrences;
  }
}

function servingAt(kept: LRUCache<string, Expanded>, name: string, now: number, expand: () => Occurrence[]): Expanded {
  const known = kept.get(name);
  if (known && known.from <= now && now < known.until) return known;
  const until = aroundUntil(now);
  const expanded = { from: until - DAY, until, occurrences: expand() };
  kept.set(name, expanded);
  return expanded;
}

function sizeOf({ occurrences }: Expanded): number {
  return occurrences.length + 1;
}

const nothing: Expanded = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY, occurrences: [] };

/** The end of the expansion is a transition too: occurrences may follow. */
function transitions(at: (now: number) => Expanded): Transitions {
  return {
    next(now) {
      const { occurrences, until } = at(now);
      return Math.min(nextBoundary(occurrences, now), until);
    },
    previous(now) {
      const { occurrences, from } = at(now);
      return Math.max(previousBoundary(occurrences, now), from);
    },
  };
}

function add(lists: Map<string, CoveringWindow[]>, name: string, covering: CoveringWindow): void {
  const list = lists.get(name);
  if (list) list.push(covering);
  else lists.set(name, [covering]);
}
