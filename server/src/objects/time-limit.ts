/**
 * Bounds the time of operations on an object store, and explains their errors. A volume whose server is away can block a call forever,
 * and with it one of the four threads that Node has for files and passwords: after two such calls, further ones fail without waiting.
 */
import { type ObjectFault, ObjectStoreError } from "./object-store.ts";

const maxBlocked = 2;

/** Returns the kind and the cause of an error, such as "HTTP 500 InternalError". */
type Explain = (error: unknown) => readonly [ObjectFault, string];

export class TimeLimit {
  readonly #place: string;
  readonly #explain: Explain;
  readonly #maxTime: number;
  #blocked = 0;

  /** @param maxTime milliseconds */
  constructor(place: string, explain: Explain, maxTime: number) {
    this.#maxTime = maxTime;
    this.#place = place;
    this.#explain = explain;
  }

  /**
   * @param operation for messages, such as "reading head"
   * @param work gets a signal that ends it, and a function that restarts its time, with another millisecond for each 1,000 bytes
   * @throws ObjectStoreError, and the reason of `signal`
   */
  async run<T>(
    operation: string,
    signal: AbortSignal | undefined,
    work: (end: AbortSignal, restart: (bytes?: number) => void) => Promise<T>,
  ): Promise<T> {
    const failed = (kind: ObjectFault, why: string, cause?: unknown) =>
      new ObjectStoreError(kind, `${this.#place} failed while ${operation}: ${why}.`, cause);
    if (this.#blocked >= maxBlocked) throw failed("unavailable", "earlier operations have not returned");
    const late = new AbortController();
    const end = AbortSignal.any([late.signal, ...(signal ? [signal] : [])]);
    end.throwIfAborted();
    let timer: NodeJS.Timeout | undefined;
    const restart = (bytes = 0) => {
      clearTimeout(timer);
      timer = setTimeout(() => late.abort(failed("unavailable", "no answer in time")), this.#maxTime + bytes / 1_000);
    };
    restart();
    const ended = Promise.withResolvers<never>();
    const expire = () => ended.reject(end.reason);
    end.addEventListener("abort", expire);
    const done = work(end, restart);
    try {
      return await Promise.race([done, ended.promise]);
    } catch (error) {
      if (end.aborted) {
        this.#blocked++;
        void done.catch(() => {}).then(() => this.#blocked--);
        throw end.reason;
      }
      throw error instanceof ObjectStoreError ? error : failed(...this.#explain(error), error);
    } finally {
      clearTimeout(timer);
      // While it has a listener, a combined signal lives as long as the caller's.
      end.removeEventListener("abort", expire);
    }
  }
}
