import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";

/** Counts how many of a resource each holder has; the caller decides each holder's limit. */
export class ShareCount {
  readonly #counts = new Map<string, number>();

  of(holder: string): number {
    return this.#counts.get(holder) ?? 0;
  }

  add(holder: string): void {
    this.#counts.set(holder, this.of(holder) + 1);
  }

  /** Removes one of the holder's. */
  remove(holder: string): void {
    const left = this.of(holder) - 1;
    if (left > 0) this.#counts.set(holder, left);
    else this.#counts.delete(holder);
  }
}

/** A sender that waits for its turn, which goes to the one served longest ago, however many requests others send. */
interface Waiter {
  readonly sender: string;
  readonly begin: () => void;
}

/** Senders whose last turn is remembered. A sender beyond them ranks as never served, which is ahead of all that are remembered. */
const maxRemembered = 1_000;

export class FairQueue {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #timeout: number;
  /** In the order of their arrival. */
  readonly #waiting: Waiter[] = [];
  readonly #inside = new ShareCount();
  /** The number of the last turn of each sender; the sender served longest ago is first. */
  readonly #served = new Map<string, number>();
  #count = 0;
  #turns = 0;

  /** @param most concurrent turns, in total and per sender @param timeout milliseconds until a waiting request is refused */
  constructor(most: number, mostOfOne: number, timeout: number) {
    this.#most = most;
    this.#mostOfOne = mostOfOne;
    this.#timeout = timeout;
  }

  /** Waits for a turn; returns what ends it, idempotently. @param signal removes it from the queue @throws unavailable */
  enter(sender: string, signal?: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const cleanUp = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
      };
      const refuse = (error: DrawbridgeError) => {
        cleanUp();
        const index = this.#waiting.indexOf(waiter);
        if (index >= 0) this.#waiting.splice(index, 1);
        reject(error);
      };
      const leave = () => refuse(clientLeft());
      const waiter = {
        sender,
        begin: () => {
          cleanUp();
          resolve(this.#turnOf(sender));
        },
      };
      const timer = setTimeout(() => refuse(tooBusy()), this.#timeout);
      if (signal?.aborted) return leave();
      signal?.addEventListener("abort", leave, { once: true });
      this.#waiting.push(waiter);
      this.#admit();
    });
  }

  #turnOf(sender: string): () => void {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#count--;
      this.#inside.remove(sender);
      this.#admit();
    };
  }

  #admit(): void {
    while (this.#count < this.#most) {
      const next = this.#next();
      if (!next) return;
      const { sender } = next;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#count++;
      this.#inside.add(sender);
      this.#remember(sender);
      next.begin();
    }
  }

  /** The first request of the sender served longest ago, among the senders with a share left. */
  #next(): Waiter | undefined {
    let next: Waiter | undefined;
    let longestAgo = Number.POSITIVE_INFINITY;
    for (const waiter of this.#waiting) {
      const served = this.#served.get(waiter.sender) ?? 0;
      if (served >= longestAgo || this.#inside.of(waiter.sender) >= this.#mostOfOne) continue;
      next = waiter;
      longestAgo = served;
    }
    return next;
  }

  #remember(sender: string): void {
    this.#served.delete(sender);
    this.#served.set(sender, ++this.#turns);
    const [oldest] = this.#served.keys();
    if (this.#served.size > maxRemembered && oldest !== undefined) this.#served.delete(oldest);
  }
}

function tooBusy(): DrawbridgeError {
  return new DrawbridgeError("unavailable", "The server is busy with other large documents. Nothing was changed; try again.");
}

/** Seen in metrics only: its connection is closed. */
export function clientLeft(): DrawbridgeError {
  return new DrawbridgeError("unavailable", "The client closed the connection. Nothing was changed.");
}
