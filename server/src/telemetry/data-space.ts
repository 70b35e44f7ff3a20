/** Free bytes on the disk of the data directory, read at intervals: a network drive that hangs must not block a scrape. */
import { freeBytes } from "../store/disk-space.ts";

/** Milliseconds. */
const every = 10_000;

export class DataSpace {
  /** Bytes that this process can use; null: the file system does not report them. */
  free: number | null = null;
  readonly #directory: string;
  readonly #timer: NodeJS.Timeout;
  #isLooking = false;

  constructor(directory: string) {
    this.#directory = directory;
    this.#timer = setInterval(() => void this.look(), every).unref();
    void this.look();
  }

  /** Resolves when `free` is current. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.free = await freeBytes(this.#directory);
    this.#isLooking = false;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
