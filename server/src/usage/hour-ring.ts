/** How often something happened in each of the last 24 hours. Hours are whole ones of UTC, counted from 1970. */

export const hourMs = 3_600_000;
/** Hours that are told: the present one and those before it. */
export const toldHours = 24;

/** @param at epoch ms */
export function hourOf(at: number): number {
  return Math.floor(at / hourMs);
}

/**
 * Each slot says which hour it holds, so nothing has to be cleared in time: what is too old, or of a clock that has been set back
 * since, is passed over when somebody asks, and makes room when its slot is needed.
 */
export class HourRing {
  readonly #hours: number[] = new Array(toldHours).fill(Number.NEGATIVE_INFINITY);
  readonly #counts: number[] = new Array(toldHours).fill(0);

  add(hour: number, count: number): void {
    const slot = slotOf(hour);
    const before = this.#hours[slot] === hour ? (this.#counts[slot] ?? 0) : 0;
    this.#hours[slot] = hour;
    this.#counts[slot] = before + count;
  }

  /** 0 of one that is not held. */
  at(hour: number): number {
    const slot = slotOf(hour);
    return this.#hours[slot] === hour ? (this.#counts[slot] ?? 0) : 0;
  }

  /** Oldest first; the last is `hour`. */
  until(hour: number): number[] {
    return Array.from({ length: toldHours }, (_, index) => this.at(hour - toldHours + 1 + index));
  }

  /** Of `hour` and the 23 before it. */
  sum(hour: number): number {
    let sum = 0;
    for (let slot = 0; slot < toldHours; slot++) {
      const held = this.#hours[slot] ?? Number.NEGATIVE_INFINITY;
      if (held <= hour && held > hour - toldHours) sum += this.#counts[slot] ?? 0;
    }
    return sum;
  }
}

function slotOf(hour: number): number {
  return ((hour % toldHours) + toldHours) % toldHours;
}
