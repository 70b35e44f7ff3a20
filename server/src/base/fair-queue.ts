import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";

export class ShareCount {
  readonly #counts = new Map<string, number>();

  of(holder: string): number {
    return this.#counts.get(holder) ?? 0;
  }

  add(holder: string): void {
    this.#counts.set(holder, this.of(holder) + 1);
  }

  remove(holder: string): void {
    const left = this.of(holder) - 1;
    if (left > 0) this.#counts.set(holder, left);
    else this.#counts.delete(holder);
  }
}

/** The turn goes to the sender served longest ago, however many requests others send. */
interface Waiter {
  readonly sender: string;
  readonly begin: () => void;
}

/** A sender beyond these ranks as never served. */
const maxRemembered = 1_000;

const busy = "The server is busy with other large documents. Nothing was changed; try again.";

export class FairQueue {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #timeout: number;
  readonly #waiting: Waiter[] = [];
  readonly #inside = new ShareCount();
  /** By sender, the one served longest ago first. */
  readonly #served = new Map<string, number>();
  #count = 0;
  #turns = 0;

  /** @param timeout milliseconds */
  constructor(most: number, mostOfOne: number, timeout: number) {
    this.#most = most;
    this.#mostOfOne = mostOfOne;
    this.#timeout = timeout;
  }

  /** Returns what ends the turn, idempotently. @throws unavailable */
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
      const timer = setTimeout(() => refuse(new DrawbridgeError("unavailable", busy)), this.#timeout);
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

/** Only metrics show it. */
export function clientLeft(): DrawbridgeError {
  return new DrawbridgeError("unavailable", "The client closed the connection. Nothing was changed.");
}
