/** On the path of a read, counting is one comparison and one addition. */

export const hourMs = 3_600_000;
export const reportedHours = 24;

/** @param at epoch ms */
export function hourNumber(at: number): number {
  return Math.floor(at / hourMs);
}

/** A ring of 24 whole hours since 1970 in UTC. A slot of another hour is ignored, or overwritten when needed. */
export class HourlyCounts {
  readonly #hours: number[] = new Array(reportedHours).fill(Number.NEGATIVE_INFINITY);
  readonly #counts: number[] = new Array(reportedHours).fill(0);

  add(hour: number, count: number): void {
    const slot = slotOf(hour);
    const before = this.#hours[slot] === hour ? (this.#counts[slot] ?? 0) : 0;
    this.#hours[slot] = hour;
    this.#counts[slot] = before + count;
  }

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

/** "" means no project or key. */
interface Counted {
  readonly project: string;
  readonly key: string;
  readonly outcome: UsageOutcome;
}

/** `let_in` means the key was accepted, whatever the answer. */
export type UsageOutcome = "let_in" | Refusal;
/** Answered 401, or 403 for `not_allowed`: outside the key's scope. */
type Refusal = KeyRefusal | AnonymousRefusal;
export type KeyRefusal = "expired" | "revoked" | "not_allowed";
/** `malformed` is not in the form of a key, or mistyped. */
export type AnonymousRefusal = "missing" | "malformed" | "unknown";

export interface CounterOwner {
  /** Called at the first request, and at the first of each hour and after `close`. */
  opened(counter: RequestCounter): void;
  dropped(counter: RequestCounter): void;
}

export class RequestCounter {
  readonly counted: Counted;
  readonly #book: CounterOwner;
  /** Created on first use: most counters that strangers could cause are never read. */
  #ring: HourlyCounts | null = null;
  /** Counts requests with `from ≤ now < until`, one hour; epoch ms. */
  #from = Number.POSITIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;
  #count = 0;
  #before = 0;
  #last = Number.NEGATIVE_INFINITY;
  /** By hour, since the last `take`. */
  #untaken = new Map<number, number>();

  constructor(counted: Counted, book: CounterOwner) {
    this.counted = counted;
    this.#book = book;
  }

  count(now: number): void {
    if (now < this.#from || now >= this.#until) this.#open(now);
    this.#count++;
    this.#last = now;
  }

  /** Epoch ms; null means none since the start. */
  get last(): number | null {
    return this.#last === Number.NEGATIVE_INFINITY ? null : this.#last;
  }

  /** Since the start of this process; never decreases. */
  get total(): number {
    return this.#before + this.#count;
  }

  hours(now: number): number[] {
    this.#settle();
    return (this.#ring ?? empty).until(hourNumber(now));
  }

  sum(now: number): number {
    this.#settle();
    return this.#ring?.sum(hourNumber(now)) ?? 0;
  }

  /** Adds counts from before, by this process or another. */
  add(hour: number, count: number): void {
    this.#ring ??= new HourlyCounts();
    this.#ring.add(hour, count);
  }

  take(): { readonly hour: number; readonly count: number }[] {
    this.close();
    const taken = [...this.#untaken].map(([hour, count]) => ({ hour, count }));
    this.#untaken.clear();
    return taken;
  }

  /** The next request opens the counter again. */
  close(): void {
    this.#settle();
    this.#from = Number.POSITIVE_INFINITY;
  }

  drop(): void {
    this.close();
    this.#ring = null;
    this.#untaken.clear();
    this.#book.dropped(this);
  }

  #open(now: number): void {
    this.close();
    this.#book.opened(this);
    this.#from = hourNumber(now) * hourMs;
    this.#until = this.#from + hourMs;
  }

  #settle(): void {
    if (this.#count === 0) return;
    const hour = this.#until / hourMs - 1;
    this.add(hour, this.#count);
    this.#untaken.set(hour, (this.#untaken.get(hour) ?? 0) + this.#count);
    this.#before += this.#count;
    this.#count = 0;
  }
}

const empty = new HourlyCounts();
