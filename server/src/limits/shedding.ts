/**
 * What is turned away while the process cannot keep up: first the work of admins and feeds, then requests with keys that are
 * nobody's. Whoever has a good read key is never turned away. Whether it can keep up is measured (see `loop-turns.ts`), and how
 * long that counts is computed from the clock: no timer has to fire for it to end.
 */

import { LoopTurns, type Monotonic } from "./loop-turns.ts";
import { ShareCount } from "./share-count.ts";
import { type Asker, SoleAsker } from "./sole-asker.ts";

export type Sheddable = "admin" | "unknown keys";

/** Milliseconds of a turn of the event loop from which on something is shed. */
export type Thresholds = Readonly<Record<Sheddable, number>>;

export const thresholds: Thresholds = { admin: 250, "unknown keys": 500 };

/** One long turn is a change of something large. So many in a row, of so many milliseconds together, are more than it can do. */
const turnsInARow = 3;
const rowFrom = 1_000;

/** Milliseconds that it goes on after the last turn that was over half the threshold, so that it does not come and go. */
const heldFor = 1_000;

/** Admin requests in flight, streams of events aside; beyond the first, those that have to do with maintenance alone. */
const mostAdmin = 100;
const mostUrgent = 120;
/** Requests in flight that need no credential, in all and of one address: their bodies may come slowly. They count apart from the others. */
const mostPublic = 60;
const mostPublicOfAddress = 20;

/** Seconds: what is said to whoever is shed. */
export const retryAfterShedding = 2;

class Stage {
  readonly #threshold: number;
  #turns = 0;
  /** Milliseconds of these. */
  #row = 0;
  /** Until then it sheds, if it does. */
  #until = Number.NEGATIVE_INFINITY;

  constructor(threshold: number) {
    this.#threshold = threshold;
  }

  /** @param soFar milliseconds of a turn that is not over: while it lasts, what was on at its beginning is on */
  isOn(now: number, soFar: number): boolean {
    return now < this.#until || (this.#isLong(soFar) && now - soFar < this.#until);
  }

  /** Whether it is to look at the next turn too. */
  turned(ms: number, now: number): boolean {
    const wasOn = now - ms < this.#until;
    const goesOn = ms >= this.#threshold;
    this.#turns = goesOn ? this.#turns + 1 : 0;
    this.#row = goesOn ? this.#row + ms : 0;
    const isLong = this.#isLong(ms);
    const isTooMuch = this.#turns >= turnsInARow && this.#row >= rowFrom;
    if (isTooMuch || (wasOn && isLong)) this.#until = now + heldFor;
    return isLong;
  }

  #isLong(ms: number): boolean {
    return ms >= this.#threshold / 2;
  }
}

export class Shedding {
  readonly #stages: Readonly<Record<Sheddable, Stage>>;
  readonly #turns: LoopTurns;
  readonly #sole: SoleAsker;
  readonly #now: Monotonic;
  readonly #shed: Record<Sheddable, number> = { admin: 0, "unknown keys": 0 };
  #adminInFlight = 0;
  #publicInFlight = 0;
  readonly #publicByAddress = new ShareCount();

  constructor(from: Thresholds = thresholds, now: Monotonic = () => performance.now()) {
    const stages = { admin: new Stage(from.admin), "unknown keys": new Stage(from["unknown keys"]) };
    this.#stages = stages;
    this.#now = now;
    this.#sole = new SoleAsker(now);
    this.#turns = new LoopTurns(
      {
        turned(ms, at) {
          // Both are told.
          const goesOn = [stages.admin.turned(ms, at), stages["unknown keys"].turned(ms, at)];
          return goesOn.includes(true);
        },
      },
      now,
    );
  }

  /** Of now; asking begins to measure. */
  isShedding(what: Sheddable): boolean {
    const now = this.#now();
    const isOn = this.#stages[what].isOn(now, this.#turns.soFar(now));
    this.#turns.measure();
    return isOn;
  }

  /** Whether a request with a key of nobody's is to be turned away; it is counted then. */
  shedsUnknownKey(): boolean {
    const isShed = this.isShedding("unknown keys");
    if (isShed) this.#shed["unknown keys"]++;
    return isShed;
  }

  /**
   * Admits an admin or feed request: returns a function that ends it, or null if it must be refused. A sole asker is never
   * refused for the time that their own requests take.
   * @param isUrgent it begins or ends maintenance: people wait for it, and it is little work
   */
  admitAdmin(isUrgent: boolean, asker: Asker): (() => void) | null {
    const isAlone = this.#sole.isAlone(asker);
    const isShed = this.isShedding("admin") && !isUrgent && !isAlone;
    if (isShed || this.#adminInFlight >= (isUrgent ? mostUrgent : mostAdmin)) {
      this.#shed.admin++;
      return null;
    }
    this.#adminInFlight++;
    return () => {
      this.#adminInFlight--;
    };
  }

  /** The same for what needs no credential: null where it is shed. */
  admitPublic({ address }: Asker): (() => void) | null {
    const isFull = this.#publicInFlight >= mostPublic || this.#publicByAddress.of(address) >= mostPublicOfAddress;
    if (isFull || this.isShedding("admin")) {
      this.#shed.admin++;
      return null;
    }
    this.#publicInFlight++;
    this.#publicByAddress.add(address);
    return () => {
      this.#publicInFlight--;
      this.#publicByAddress.remove(address);
    };
  }

  get adminInFlight(): number {
    return this.#adminInFlight;
  }

  /** Requests that were turned away since the start. */
  shed(what: Sheddable): number {
    return this.#shed[what];
  }

  /** Those that other processes turned away. */
  addShed(what: Sheddable, count: number): void {
    this.#shed[what] += count;
  }
}
