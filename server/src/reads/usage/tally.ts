/**
 * Counts requests of one kind. On the path of every read, counting is one comparison and one addition; everything else happens
 * when the tally is opened, once an hour and after each write.
 */
import { HourlyCounts, hourMs, hourNumber } from "./hourly-counts.ts";

/** The dimensions by which requests are counted. "": no project or key. */
interface Counted {
  readonly project: string;
  readonly key: string;
  readonly outcome: UsageOutcome;
}

/** `let_in`: the key was accepted, whatever the answer. Otherwise the reason for the refusal. */
export type UsageOutcome = "let_in" | Refusal;
/** Answered 401, or 403 for `not_allowed`: outside the key's scope. */
type Refusal = KeyRefusal | AnonymousRefusal;
export type KeyRefusal = "expired" | "revoked" | "not_allowed";
/** `malformed`: not in the form of a key, or mistyped. */
export type AnonymousRefusal = "missing" | "malformed" | "unknown";

/** The owner of tallies. */
export interface TallyBook {
  /** Called at the first request, and at the first of each hour and after `close`. */
  opened(tally: Tally): void;
  /** Called when a tally drops its counts. */
  dropped(tally: Tally): void;
}

export class Tally {
  readonly counted: Counted;
  readonly #book: TallyBook;
  /** Created on first use: most tallies that strangers could cause are never read. */
  #ring: HourlyCounts | null = null;
  /** Counts requests with `from ≤ now < until`, one hour; epoch ms. */
  #from = Number.POSITIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;
  #count = 0;
  /** Requests counted by this process before `#count`. */
  #before = 0;
  #last = Number.NEGATIVE_INFINITY;
  /** Counts by hour since the last `take`. */
  #untaken = new Map<number, number>();

  constructor(counted: Counted, book: TallyBook) {
    this.counted = counted;
    this.#book = book;
  }

  /** @param now epoch ms */
  count(now: number): void {
    if (now < this.#from || now >= this.#until) this.#open(now);
    this.#count++;
    this.#last = now;
  }

  /** Epoch ms of the last request; null: none since the start. */
  get last(): number | null {
    return this.#last === Number.NEGATIVE_INFINITY ? null : this.#last;
  }

  /** Requests counted by this process since its start; never decreases. */
  get total(): number {
    return this.#before + this.#count;
  }

  /** Counts of the last 24 hours, oldest first. */
  hours(now: number): number[] {
    this.#settle();
    return (this.#ring ?? empty).until(hourNumber(now));
  }

  /** Total of the last 24 hours. */
  sum(now: number): number {
    this.#settle();
    return this.#ring?.sum(hourNumber(now)) ?? 0;
  }

  /** Adds counts from before, by this process or another. */
  add(hour: number, count: number): void {
    this.#ring ??= new HourlyCounts();
    this.#ring.add(hour, count);
  }

  /** Returns the counts by hour since the last call. */
  take(): { readonly hour: number; readonly count: number }[] {
    this.close();
    const taken = [...this.#untaken].map(([hour, count]) => ({ hour, count }));
    this.#untaken.clear();
    return taken;
  }

  /** The next request opens the tally again. */
  close(): void {
    this.#settle();
    this.#from = Number.POSITIVE_INFINITY;
  }

  /** Frees its memory and drops its counts. */
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
