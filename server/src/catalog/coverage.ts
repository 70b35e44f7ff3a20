/**
 * Who is covered by which occurrences. Rules are expanded for the day that is asked about and shared by every window that
 * has the same rule; what is kept is bounded, whatever is asked.
 */

import { nextBoundary, previousBoundary } from "drawbridge-rules/windows/interruption.ts";
import type { MaintenanceWindow } from "drawbridge-rules/windows/maintenance-window.ts";
import { aroundUntil, type Occurrence, type Override, occurrencesAround } from "drawbridge-rules/windows/occurrence.ts";
import { LRUCache } from "lru-cache";

export interface CoveringWindow {
  readonly id: string;
  readonly window: MaintenanceWindow;
  readonly overrides: readonly Override[];
}

/** What an answer is made from, and the instants next to one at which it may be another. */
export interface Moments {
  next(now: number): number;
  previous(now: number): number;
}

interface Expanded {
  /** They serve for `from ≤ now < until`. */
  readonly from: number;
  readonly until: number;
  readonly occurrences: readonly Occurrence[];
}

/** Occurrences that are kept of a project, some 200 bytes each, and places in the lists of its askers. */
const keptOccurrences = 20_000;
const keptPlaces = 100_000;
const day = 86_400_000;

export class Coverage {
  readonly #everybody: readonly CoveringWindow[];
  readonly #byInstance = new Map<string, CoveringWindow[]>();
  readonly #byPlatform = new Map<string, CoveringWindow[]>();
  /** By window, shared by all whom it covers. */
  readonly #windows = new LRUCache<string, Expanded>({ maxSize: keptOccurrences, sizeCalculation: sizeOf });
  readonly #askers = new LRUCache<string, Expanded>({ maxSize: keptPlaces, sizeCalculation: sizeOf });

  /** The instance that was found open last: it is looked at first. */
  lastOpen: string | null = null;

  constructor(windows: readonly CoveringWindow[]) {
    this.#everybody = windows.filter(({ window }) => !window.platforms && !window.instances);
    for (const covering of windows) {
      for (const name of covering.window.platforms ?? []) add(this.#byPlatform, name, covering);
      for (const id of covering.window.instances ?? []) add(this.#byInstance, id, covering);
    }
  }

  /** All that can matter to the instance at `now`, epoch ms. */
  ofInstance(id: string, now: number): readonly Occurrence[] {
    return this.#at(`i${id}`, this.#byInstance.get(id), now).occurrences;
  }

  /** @param name in lower case */
  ofPlatform(name: string, now: number): readonly Occurrence[] {
    return this.#at(`p${name}`, this.#byPlatform.get(name), now).occurrences;
  }

  momentsOfInstance(id: string): Moments {
    return moments((now) => this.#at(`i${id}`, this.#byInstance.get(id), now));
  }

  momentsOfPlatform(name: string): Moments {
    return moments((now) => this.#at(`p${name}`, this.#byPlatform.get(name), now));
  }

  #at(asker: string, own: readonly CoveringWindow[] | undefined, now: number): Expanded {
    const windows = own ? [...this.#everybody, ...own] : this.#everybody;
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
  const expanded = { from: until - day, until, occurrences: expand() };
  kept.set(name, expanded);
  return expanded;
}

function sizeOf({ occurrences }: Expanded): number {
  return occurrences.length + 1;
}

const nothing: Expanded = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY, occurrences: [] };

/** The end of what was expanded is a moment too: beyond it something may come into sight. */
function moments(at: (now: number) => Expanded): Moments {
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
