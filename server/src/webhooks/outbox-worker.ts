/** One process turns commits and the clock into events. Another continues when its lease ends. */
import type { Webhook } from "drawbridge-rules/webhooks/webhook.ts";
import type { Outbox, OutboxPosition } from "../store/sql/sql-outbox.ts";
import type { EventSource, EventStep } from "./event-source.ts";
import { RepeatedWork } from "./repeated-work.ts";

export interface OutboxWorkerServices {
  readonly outbox: Outbox;
  readonly source: EventSource;
  /** Random, for one process; the same for every process of a store that only one can open. */
  readonly owner: string;
  readonly lease: number;
  readonly now: () => number;
  /** By the clock that processes share. @throws unavailable */
  readonly sharedNow: () => Promise<number>;
  /** Where a first position begins. */
  readonly start: () => OutboxPosition;
  readonly webhooks: () => ReadonlyMap<string, Webhook>;
  /** Called by the process that has the work, with the ids of webhooks that have new deliveries. */
  readonly onWork: (ids: ReadonlySet<string>) => Promise<void>;
  readonly onIdle: () => Promise<void>;
  /** Null means it works again. */
  readonly onProblem: (error: unknown) => void;
}

/** Milliseconds between two looks without a reason, and at shares of forced requests. */
const lookEvery = 5_000;
const sharesEvery = 300_000;
/** Events stored in one turn of the embedded store: reads of apps wait for it. */
const eventsPerWrite = 200;
/** Milliseconds by which a clock can step back without being the present. */
const tolerance = 2_000;

export class OutboxWorker {
  readonly #services: OutboxWorkerServices;
  #position: OutboxPosition | null = null;
  /** Epoch ms by the shared clock. */
  #leaseEnds = 0;
  #nextShares = 0;
  #nextLease = 0;
  readonly #work: RepeatedWork;

  constructor(services: OutboxWorkerServices) {
    this.#services = services;
    this.#work = new RepeatedWork(() => this.#run(), services.now);
  }

  wake(): void {
    this.#work.wake();
  }

  /** The log may have gone back, and the position with it: it is read again. */
  forget(): void {
    this.#position = null;
    this.#nextLease = 0;
  }

  async stop(): Promise<void> {
    await this.#work.stop();
    if (this.#position) await this.#services.outbox.release(this.#services.owner).catch(() => undefined);
  }

  async #run(): Promise<number> {
    const { source, now, onWork, onIdle, onProblem } = this.#services;
    let next = now() + lookEvery;
    try {
      if (await this.#hasWork()) {
        await this.#look();
        await onWork(new Set());
        next = Math.min(next, source.nextAt);
      } else await onIdle();
      onProblem(null);
    } catch (error) {
      this.#position = null;
      onProblem(error);
    }
    return next;
  }

  async #hasWork(): Promise<boolean> {
    const { outbox, owner, lease, sharedNow, start, source } = this.#services;
    const wait = this.#nextLease - this.#services.now();
    // A longer wait is none: the clock stepped back.
    if (wait > 0 && wait <= lookEvery) return false;
    const now = await sharedNow();
    if (this.#position && now < this.#leaseEnds - lease / 2 && now > this.#leaseEnds - lease - tolerance) return true;
    const until = now + lease;
    const position = await outbox.lease(owner, { now, until }, start());
    this.#leaseEnds = until;
    // Another process has it. Its lease ends later than the next commits.
    this.#nextLease = position === null ? this.#services.now() + lookEvery : 0;
    if (position === null) this.#position = null;
    else if (this.#position?.revision !== position.revision) {
      await source.load(position);
      this.#position = position;
    }
    return position !== null;
  }

  async #look(): Promise<void> {
    const { source, now } = this.#services;
    for (let step: EventStep | null; ; ) {
      step = (await this.#hasWork()) && this.#position ? await source.commits(this.#position, now()) : null;
      if (step === null || this.#work.isStopped) break;
      await this.#advance(step);
    }
    const position = this.#position;
    if (position === null || this.#work.isStopped) return;
    const at = now();
    // The clock was ahead: what it made happen happens again, with the same ids.
    if (at < position.at - tolerance) {
      const corrected = { ...position, at };
      await this.#advance({ position: corrected, events: [] });
      await source.load(corrected);
      return;
    }
    const clock = await source.clock(position, at, at);
    if (clock.events.length > 0) await this.#advance(clock);
    else this.#position = clock.position;
    if (at < this.#nextShares || !this.#wantsShares()) return;
    this.#nextShares = at + sharesEvery;
    const shares = await source.shares(clock.position, at);
    if (shares.events.length > 0 || shares.position.conditions.length !== clock.position.conditions.length)
      await this.#advance(shares);
  }

  #wantsShares(): boolean {
    return [...this.#services.webhooks().values()].some(
      ({ events }) => events === null || events.some((type) => type.startsWith("forced_share.")),
    );
  }

  /** @throws an error: another process has the work now */
  async #advance({ position, events }: EventStep): Promise<void> {
    const { outbox, owner } = this.#services;
    const from = this.#position;
    for (let first = 0; first === 0 || first < events.length; first += eventsPerWrite) {
      const part = events.slice(first, first + eventsPerWrite);
      // The position moves with the last part: after a crash, the others are made again, with the same ids.
      const reached = first + eventsPerWrite < events.length ? from : position;
      if (reached === null || !(await outbox.advance(owner, reached, part)))
        throw new Error("another process has continued the outbox");
    }
    this.#position = position;
    if (events.length > 0) await this.#services.onWork(new Set(events.flatMap(({ webhooks }) => webhooks)));
  }
}
