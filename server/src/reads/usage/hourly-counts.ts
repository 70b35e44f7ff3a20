/** Ring buffer of counts for the last 24 hours. Hours are whole UTC hours since 1970. */

export const hourMs = 3_600_000;
/** Hours reported: the current one and those before it. */
export const reportedHours = 24;

/** @param at epoch ms */
export function hourNumber(at: number): number {
  return Math.floor(at / hourMs);
}

/**
 * Each slot records its hour, so nothing has to be cleared on time: a slot that is too old, or from before the clock was set
 * back, is ignored when read and overwritten when needed.
 */
export class HourlyCounts {
  readonly #hours: number[] = new Array(reportedHours).fill(Number.NEGATIVE_INFINITY);
  readonly #counts: number[] = new Array(reportedHours).fill(0);

  add(hour: number, count: number): void {
    const slot = slotOf(hour);
    const before = this.#hours[slot] === hour ? (this.#counts[slot] ?? 0) : 0;
    this.#hours[slot] = hour;
    this.#counts[slot] = before + count;
  }

  /** The count of one hour; 0 if it is not stored. */
  at(hour: number): number {
    const slot = slotOf(hour);
    return this.#hours[slot] === hour ? (this.#counts[slot] ?? 0) : 0;
  }

  /** Oldest first; the last is `hour`. */
  until(hour: number): number[] {
    return Array.from({ length: reportedHours }, (_, index) => this.at(hour - reportedHours + 1 + index));
  }

  /** Total of `hour` and the 23 before it. */
  sum(hour: number): number {
    let sum = 0;
    for (let slot = 0; slot < reportedHours; slot++) {
      const held = this.#hours[slot] ?? Number.NEGATIVE_INFINITY;
      if (held <= hour && held > hour - reportedHours) sum += this.#counts[slot] ?? 0;
    }
    return sum;
  }
}

function slotOf(hour: number): number {
  return ((hour % reportedHours) + reportedHours) % reportedHours;
}
