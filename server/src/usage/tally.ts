/**
 * Counts requests of one kind. It stands in the way of every read, so counting is a comparison and an addition; once an hour, and
 * after it was written, it is opened anew, which is when everything else is done.
 */
import { HourRing, hourMs, hourOf } from "./hour-ring.ts";

/** What a request was, as far as it is counted apart. "": it belongs to no project or key; nothing is said of a version. */
export interface Counted {
  readonly project: string;
  readonly key: string;
  readonly outcome: UsageOutcome;
  readonly platform: string;
  readonly version: string;
}

/** `let_in`: the key was good, whatever became of the question. Any other: it was refused, and why. */
export type UsageOutcome = "let_in" | Refusal;
/** 401; `not_allowed` is 403: the key's scope leaves out what was asked. */
export type Refusal = KeyRefusal | AnonymousRefusal;
export type KeyRefusal = "expired" | "revoked" | "not_allowed";
/** `malformed`: no key of anybody's by its form, or mistyped. */
export type AnonymousRefusal = "missing" | "malformed" | "unknown";

/** Where a tally stands. */
export interface TallyBook {
  /** At its first request, and again at the first after `close` and of each hour. False: it is not to count that one. */
  opened(tally: Tally, now: number): boolean;
  /** What it knew is not told any more. */
  dropped(tally: Tally): void;
}

export class Tally {
  readonly counted: Counted;
  readonly #book: TallyBook;
  /** Made when it is first needed: of most tallies that strangers could make, nobody ever asks. */
  #ring: HourRing | null = null;
  /** It counts for `from ≤ now < until`, an hour; epoch ms. */
  #from = Number.POSITIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;
  #count = 0;
  /** Of this process, before `#count`. */
  #before = 0;
  #last = Number.NEGATIVE_INFINITY;
  /** By its hour, what was counted since it was taken. */
  #untaken = new Map<number, number>();

  constructor(counted: Counted, book: TallyBook) {
    this.counted = counted;
    this.#book = book;
  }

  /** @param now epoch ms */
  count(now: number): void {
    if ((now < this.#from || now >= this.#until) && !this.#open(now)) return;
    this.#count++;
    this.#last = now;
  }

  /** So many in the hour of `last`, counted by another process. @param last epoch ms, of the last of them */
  countMany(count: number, last: number): void {
    if ((last < this.#from || last >= this.#until) && !this.#open(last)) return;
    this.#count += count;
    this.#last = Math.max(this.#last, last);
  }

  /** Epoch ms of the last one; null: not since it was made. */
  get last(): number | null {
    return this.#last === Number.NEGATIVE_INFINITY ? null : this.#last;
  }

  /** Of this process, since it began: it only grows. */
  get total(): number {
    return this.#before + this.#count;
  }

  /** Of the last 24 hours, oldest first. */
  hours(now: number): number[] {
    this.#settle();
    return (this.#ring ?? empty).until(hourOf(now));
  }

  /** Of the last 24 hours. */
  sum(now: number): number {
    this.#settle();
    return this.#ring?.sum(hourOf(now)) ?? 0;
  }

  /** Takes in what was counted before, by this process or another. */
  add(hour: number, count: number): void {
    this.#ring ??= new HourRing();
    this.#ring.add(hour, count);
  }

  /** By its hour, what was counted since the last time that this was asked. */
  take(): { readonly hour: number; readonly count: number }[] {
    this.close();
    const taken = [...this.#untaken].map(([hour, count]) => ({ hour, count }));
    this.#untaken.clear();
    return taken;
  }

  /** It was taken, and could not be written. */
  putBack(hour: number, count: number): void {
    this.#untaken.set(hour, (this.#untaken.get(hour) ?? 0) + count);
  }

  /** The next request opens it again. */
  close(): void {
    this.#settle();
    this.#from = Number.POSITIVE_INFINITY;
  }

  /** Gives back its memory: what it knew is not told any more. */
  drop(): void {
    this.close();
    this.#ring = null;
    this.#untaken.clear();
    this.#book.dropped(this);
  }

  #open(now: number): boolean {
    this.close();
    if (!this.#book.opened(this, now)) return false;
    this.#from = hourOf(now) * hourMs;
    this.#until = this.#from + hourMs;
    return true;
  }

  #settle(): void {
    if (this.#count === 0) return;
    const hour = this.#until / hourMs - 1;
    this.add(hour, this.#count);
    this.putBack(hour, this.#count);
    this.#before += this.#count;
    this.#count = 0;
  }
}

const empty = new HourRing();
