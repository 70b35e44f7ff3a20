/** Sheds admin requests and feeds first, then unknown keys, never valid ones. */
import { ShareCount } from "../../base/fair-queue.ts";

/** Milliseconds with an arbitrary origin. */
type Monotonic = () => number;

/** Called when a turn of `ms` ends at `now`; returns whether to measure the next one. */
type TurnWatcher = (ms: number, now: number) => boolean;

/** Measured on request, from one check phase to the next, and on while turns are long. */
class EventLoopLag {
  readonly #watcher: TurnWatcher;
  readonly #now: Monotonic;
  /** Start of the turn being measured, or of the wait for it. */
  #since: number | null = null;

  constructor(watcher: TurnWatcher, now: Monotonic) {
    this.#watcher = watcher;
    this.#now = now;
  }

  measure(): void {
    if (this.#since !== null) return;
    this.#since = this.#now();
    setImmediate(() => this.#begin());
  }

  /** Milliseconds since the start of the current turn; 0 means none is measured. */
  soFar(now: number): number {
    return this.#since === null ? 0 : now - this.#since;
  }

  #begin(): void {
    const begun = this.#now();
    this.#since = begun;
    setImmediate(() => this.#end(begun));
  }

  #end(begun: number): void {
    const now = this.#now();
    this.#since = null;
    if (!this.#watcher(now - begun, now)) return;
    this.#since = now;
    setImmediate(() => this.#end(now));
  }
}

const quiet = 10_000;

export interface ClientActivity {
  /** "" if unknown. */
  readonly address: string;
  readonly reads: number;
}

/** If a single address sends requests, refusing its slow work protects no other. */
export class SoleClient {
  readonly #now: Monotonic;
  #last: (ClientActivity & { readonly at: number }) | null = null;
  #othersAt = Number.NEGATIVE_INFINITY;

  constructor(now: Monotonic) {
    this.#now = now;
  }

  /** No other client has sent a request for a while. Records this one. */
  isAlone(client: ClientActivity): boolean {
    const now = this.#now();
    const last = this.#last;
    if (last && last.address !== client.address) this.#othersAt = last.at;
    // The time of the last app read is unknown: it may have been a moment ago.
    if ((last?.reads ?? 0) !== client.reads) this.#othersAt = now;
    this.#last = { ...client, at: now };
    return now - this.#othersAt >= quiet;
  }
}

type Sheddable = "admin" | "unknown keys";

/** Milliseconds of an event-loop turn at which shedding starts. */
export type Thresholds = Readonly<Record<Sheddable, number>>;

export const thresholds: Thresholds = { admin: 250, "unknown keys": 500 };

/** One long turn is a large change. Overload is this many in a row, of this many milliseconds together. */
const turnsInARow = 3;
const rowFrom = 1_000;

/** Milliseconds that shedding lasts after the last turn over half the threshold, against flapping. */
const sheddingHoldTime = 1_000;

/** In flight, without event streams; beyond the first limit, only requests that start or end maintenance. */
const maxAdminRequests = 100;
const maxUrgentRequests = 120;
/** In flight without a credential, counted apart: their bodies may arrive slowly. */
const maxPublicRequests = 60;
const maxPublicRequestsOfAddress = 20;

/** Seconds. */
export const retryAfterShedding = 2;

class Stage {
  readonly #threshold: number;
  #turns = 0;
  /** Milliseconds of these turns together. */
  #row = 0;
  #until = Number.NEGATIVE_INFINITY;

  constructor(threshold: number) {
    this.#threshold = threshold;
  }

  /** @param soFar milliseconds of the current turn, whose first state lasts until its end */
  isOn(now: number, soFar: number): boolean {
    return now < this.#until || (this.#isLong(soFar) && now - soFar < this.#until);
  }

  /** Returns whether to measure the next turn too. */
  turned(ms: number, now: number): boolean {
    const wasOn = now - ms < this.#until;
    const goesOn = ms >= this.#threshold;
    this.#turns = goesOn ? this.#turns + 1 : 0;
    this.#row = goesOn ? this.#row + ms : 0;
    const isLong = this.#isLong(ms);
    const isTooMuch = this.#turns >= turnsInARow && this.#row >= rowFrom;
    if (isTooMuch || (wasOn && isLong)) this.#until = now + sheddingHoldTime;
    return isLong;
  }

  #isLong(ms: number): boolean {
    return ms >= this.#threshold / 2;
  }
}

export class Shedding {
  readonly #stages: Readonly<Record<Sheddable, Stage>>;
  readonly #turns: EventLoopLag;
  readonly #sole: SoleClient;
  readonly #now: Monotonic;
  readonly #shed: Record<Sheddable, number> = { admin: 0, "unknown keys": 0 };
  adminInFlight = 0;
  #publicInFlight = 0;
  readonly #publicByAddress = new ShareCount();

  constructor(from: Thresholds = thresholds, now: Monotonic = () => performance.now()) {
    const stages = { admin: new Stage(from.admin), "unknown keys": new Stage(from["unknown keys"]) };
    this.#stages = stages;
    this.#now = now;
    this.#sole = new SoleClient(now);
    // Both stages must see every turn.
    const turned: TurnWatcher = (ms, at) => [stages.admin.turned(ms, at), stages["unknown keys"].turned(ms, at)].includes(true);
    this.#turns = new EventLoopLag(turned, now);
  }

  /** Each call starts a measurement. */
  isShedding(what: Sheddable): boolean {
    const now = this.#now();
    const isOn = this.#stages[what].isOn(now, this.#turns.soFar(now));
    this.#turns.measure();
    return isOn;
  }

  shedsUnknownKey(): boolean {
    const isShed = this.isShedding("unknown keys");
    if (isShed) this.#shed["unknown keys"]++;
    return isShed;
  }

  /** Returns the function that ends the request; null means shed. @param isUrgent starts or ends maintenance */
  admitAdmin(isUrgent: boolean, client: ClientActivity): (() => void) | null {
    const isAlone = this.#sole.isAlone(client);
    const isShed = this.isShedding("admin") && !isUrgent && !isAlone;
    if (isShed || this.adminInFlight >= (isUrgent ? maxUrgentRequests : maxAdminRequests)) {
      this.#shed.admin++;
      return null;
    }
    this.adminInFlight++;
    return () => {
      this.adminInFlight--;
    };
  }

  admitPublic({ address }: ClientActivity): (() => void) | null {
    const isFull = this.#publicInFlight >= maxPublicRequests || this.#publicByAddress.of(address) >= maxPublicRequestsOfAddress;
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

  shed(what: Sheddable): number {
    return this.#shed[what];
  }
}
