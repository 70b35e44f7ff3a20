import type { OutcomeCounts } from "../../store/usage.ts";
import { HourlyCounts, reportedHours } from "./request-counter.ts";

/** Forced also during a maintenance, as users see that message. */
export const versionOutcome = { allowed: 0, recommended: 1, forced: 2, maintenance: 3 } as const;

export interface CountedKey {
  readonly key: string;
}

export interface TakenHour {
  readonly hour: number;
  readonly counts: OutcomeCounts;
}

export class VersionCell {
  /** Requests of the current hour that `settle` has not seen. */
  readonly fresh: [number, number, number, number] = [0, 0, 0, 0];
  /** Epoch ms of the last request since the start. */
  last = Number.NEGATIVE_INFINITY;
  readonly #day = new HourlyCounts();
  #untaken: Map<number, [number, number, number, number]> | null = null;

  /** Adds counts from before the start, which were saved. */
  addReported(hour: number, count: number): void {
    this.#day.add(hour, count);
  }

  settle(hour: number): void {
    const { fresh } = this;
    if (sumOf(fresh) === 0) return;
    this.addReported(hour, sumOf(fresh));
    this.#addUntaken(hour, fresh);
    fresh.fill(0);
  }

  take(): TakenHour[] {
    const taken = this.untaken;
    this.#untaken = null;
    return taken;
  }

  get untaken(): TakenHour[] {
    return [...(this.#untaken ?? [])].map(([hour, counts]) => ({ hour, counts }));
  }

  /** Requests of `hour` and the 23 before it. Call `settle` first. */
  sum(hour: number): number {
    return this.#day.sum(hour);
  }

  /** Adds all counts until `hour`, and takes those that were not taken. Call `settle` on the other cell first. */
  absorb(other: VersionCell, hour: number): void {
    for (const taken of other.take()) this.#addUntaken(taken.hour, taken.counts);
    for (const [index, count] of other.#day.until(hour).entries()) {
      if (count > 0) this.addReported(hour - reportedHours + 1 + index, count);
    }
  }

  #addUntaken(hour: number, counts: OutcomeCounts): void {
    this.#untaken ??= new Map();
    const own = this.#untaken.get(hour) ?? [0, 0, 0, 0];
    this.#untaken.set(hour, own);
    for (let i = 0; i < counts.length; i++) (own[i] as number) += counts[i] as number;
  }
}

export class VersionPlace {
  /** Canonical text; "" for all versions without a place. */
  readonly version: string;
  /** The version as the app wrote it first. */
  readonly spelling: string;
  /** The policy names the version, so it always has a place. */
  isNamed: boolean;
  /** Texts under which the table finds this place without parsing them, beside the canonical one. */
  readonly spellings: string[] = [];
  /** By key. Null means requests for whose key there was no room. */
  readonly cells = new Map<CountedKey | null, VersionCell>();
  /** Requests with an operating system, by `osInterval`. */
  readonly systems = new Map<string, HourlyCounts>();
  #lastKey: CountedKey | null = null;
  #lastCell: VersionCell | null = null;

  constructor(version: string, spelling: string, isNamed: boolean) {
    this.version = version;
    this.spelling = spelling;
    this.isNamed = isNamed;
  }

  cell(key: CountedKey | null): VersionCell | null {
    if (this.#lastCell !== null && key === this.#lastKey) return this.#lastCell;
    const cell = this.cells.get(key) ?? null;
    [this.#lastKey, this.#lastCell] = [key, cell];
    return cell;
  }

  open(key: CountedKey | null): VersionCell {
    const cell = new VersionCell();
    this.cells.set(key, cell);
    [this.#lastKey, this.#lastCell] = [key, cell];
    return cell;
  }

  close(key: CountedKey): void {
    this.cells.delete(key);
    [this.#lastKey, this.#lastCell] = [null, null];
  }

  sum(hour: number): number {
    return this.cells.values().reduce((sum, cell) => sum + cell.sum(hour), 0);
  }
}

export function sumOf(counts: OutcomeCounts): number {
  return counts[0] + counts[1] + counts[2] + counts[3];
}
