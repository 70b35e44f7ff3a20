/**
 * Versions that have no place in a table yet, in a sketch of fixed size: Space-Saving (Metwally et al., 2005) in each of a few
 * sets, so that an addition costs the same however many versions there are. It only decides who gets a place; nothing is
 * reported from it.
 */
import { ownText } from "../base/own-text.ts";
import { textHash } from "../base/text-hash.ts";
import { reportedHours } from "./hourly-counts.ts";

const sets = 16;
const ways = 8;

interface Guarantee {
  /** Requests counted since `since`: never more than the version sent. */
  guaranteed: number;
  /** Hour of the first request in `guaranteed`, within the last 24. */
  since: number;
}

interface Candidate extends Guarantee {
  readonly version: string;
  /** Estimate that decides which candidate is replaced: includes the count of the one replaced before. */
  rank: number;
}

export class Probation {
  readonly #seed: number;
  readonly #sets: Candidate[][] = Array.from({ length: sets }, () => []);

  /** @param seed unknown to clients, so that they cannot choose versions of one set */
  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Adds `count` requests, and returns a lower bound of the version's requests in the last 24 hours. */
  add(version: string, hour: number, count: number): Readonly<Guarantee> {
    const set = this.#setOf(version);
    for (let i = 0; i < set.length; i++) {
      const known = set[i] as Candidate;
      if (known.version === version) return addTo(known, hour, count);
    }
    const fresh = { version: ownText(version), guaranteed: count, since: hour, rank: count };
    if (set.length < ways) set.push(fresh);
    else {
      const lowest = indexOfLowest(set);
      fresh.rank += (set[lowest] as Candidate).rank;
      set[lowest] = fresh;
    }
    return fresh;
  }

  delete(version: string): void {
    const set = this.#setOf(version);
    const index = set.findIndex((candidate) => candidate.version === version);
    if (index >= 0) set.splice(index, 1);
  }

  #setOf(version: string): Candidate[] {
    return this.#sets[textHash(version, this.#seed) % sets] as Candidate[];
  }
}

function addTo(candidate: Candidate, hour: number, count: number): Readonly<Guarantee> {
  // After 24 hours the count begins again: a lower bound of what is left of it would need the count of each hour.
  if (hour >= candidate.since + reportedHours || hour < candidate.since) {
    candidate.guaranteed = 0;
    candidate.since = hour;
    candidate.rank = 0;
  }
  candidate.guaranteed += count;
  candidate.rank += count;
  return candidate;
}

function indexOfLowest(set: readonly Candidate[]): number {
  let lowest = 0;
  for (let i = 1; i < set.length; i++) if ((set[i] as Candidate).rank < (set[lowest] as Candidate).rank) lowest = i;
  return lowest;
}
