/**
 * Fair turns for a scarce resource. Each sender has a share, and no sender gets two turns in a row while another waits, however
 * many requests they send.
 */
import { DrawbridgeError } from "../domain/errors.ts";

interface Waiter {
  readonly sender: string;
  readonly begin: () => void;
}

export class FairQueue {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #patience: number;
  readonly #waiting: Waiter[] = [];
  readonly #inside = new Map<string, number>();
  #count = 0;
  #last = "";

  /** @param most turns at the same time, in total and per sender @param patience milliseconds that a request waits */
  constructor(most: number, mostOfOne: number, patience: number) {
    this.#most = most;
    this.#mostOfOne = mostOfOne;
    this.#patience = patience;
  }

  /** Waits for a turn; the returned function ends it, and can be called twice. @throws unavailable: the wait is too long */
  enter(sender: string): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const waiter = {
        sender,
        begin: () => {
          clearTimeout(timer);
          resolve(this.#turnOf(sender));
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(
          new DrawbridgeError("unavailable", "The server is busy with other large documents. Nothing was changed; try again."),
        );
      }, this.#patience);
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
      const left = (this.#inside.get(sender) ?? 1) - 1;
      if (left === 0) this.#inside.delete(sender);
      else this.#inside.set(sender, left);
      this.#admit();
    };
  }

  #admit(): void {
    while (this.#count < this.#most) {
      const ready = this.#waiting.filter(({ sender }) => (this.#inside.get(sender) ?? 0) < this.#mostOfOne);
      const next = ready.find(({ sender }) => sender !== this.#last) ?? ready[0];
      if (!next) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#last = next.sender;
      this.#count++;
      this.#inside.set(next.sender, (this.#inside.get(next.sender) ?? 0) + 1);
      next.begin();
    }
  }
}
