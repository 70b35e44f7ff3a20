/**
 * Bounds the time of file operations. A volume whose server is away can block a call forever, and with it one of the four threads that
 * Node has for files and passwords: after two such calls, further ones fail without waiting.
 */
import { ObjectStoreError } from "./object-store.ts";

const maxTime = 10_000;
const maxBlocked = 2;
const deniedCodes = ["EACCES", "EPERM", "EROFS"];

export class FileLimit {
  readonly #place: string;
  #blocked = 0;

  constructor(place: string) {
    this.#place = place;
  }

  /**
   * @param operation for messages, such as "reading head"
   * @param bytes allows another millisecond for each 1,000
   * @param work gets a signal: once it is aborted, the result is no longer wanted
   * @throws ObjectStoreError, and the reason of `signal`
   */
  async run<T>(
    operation: string,
    bytes: number,
    signal: AbortSignal | undefined,
    work: (end: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const failed = (why: string, cause?: unknown) =>
      new ObjectStoreError("unavailable", `${this.#place} failed while ${operation} (${why}).`, cause);
    if (this.#blocked >= maxBlocked) throw failed("earlier calls have not returned");
    const [end, ended] = [new AbortController(), Promise.withResolvers<never>()];
    end.signal.addEventListener("abort", () => ended.reject(end.signal.reason));
    const timer = setTimeout(() => end.abort(failed(`no answer within ${maxTime / 1_000} s`)), maxTime + bytes / 1_000);
    const aborted = () => end.abort(signal?.reason);
    signal?.addEventListener("abort", aborted);
    const done = work(end.signal);
    try {
      return await Promise.race([done, ended.promise]);
    } catch (error) {
      if (end.signal.aborted) {
        this.#blocked++;
        void done.catch(() => {}).then(() => this.#blocked--);
      }
      if (end.signal.aborted || error instanceof ObjectStoreError) throw error;
      const { code = String(error) } = error as NodeJS.ErrnoException;
      if (!deniedCodes.includes(code)) throw failed(code, error);
      throw new ObjectStoreError("denied", `${this.#place} denied ${operation} (${code}).`, error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", aborted);
    }
  }
}
