/**
 * Bounds the time of operations on an object store, and explains their errors. A volume whose server is away can block a call forever,
 * and with it one of the four threads that Node has for files and passwords: after two such calls, further ones fail without waiting.
 */
import { type ObjectFault, ObjectStoreError } from "./object-store.ts";

const maxBlocked = 2;

/**
 * Runs an operation.
 * @param operation for messages, such as "reading head"
 * @param work gets a signal that ends it, and a function that restarts its time, with another millisecond for each 1,000 bytes
 * @throws ObjectStoreError, and the reason of `signal`
 */
export type BoundedRun = <T>(
  operation: string,
  signal: AbortSignal | undefined,
  work: (end: AbortSignal, restart: (bytes?: number) => void) => Promise<T>,
) => Promise<T>;

/**
 * @param explain returns the kind and the cause of an error, such as "HTTP 500 InternalError"
 * @param maxTime milliseconds
 */
export function boundedRun(
  place: string,
  explain: (error: unknown) => readonly [ObjectFault, string],
  maxTime: number,
): BoundedRun {
  let blocked = 0;
  return async (operation, signal, work) => {
    const failed = (kind: ObjectFault, why: string, cause?: unknown) =>
      new ObjectStoreError(kind, `${place} failed while ${operation}: ${why}.`, cause);
    if (blocked >= maxBlocked) throw failed("unavailable", "earlier operations have not returned");
    const late = new AbortController();
    const end = AbortSignal.any([late.signal, ...(signal ? [signal] : [])]);
    end.throwIfAborted();
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const restart = (bytes = 0) => {
      clearTimeout(timer);
      // Work that was abandoned goes on, and must not keep the process.
      if (isOver) return;
      timer = setTimeout(() => late.abort(failed("unavailable", "no answer in time")), maxTime + bytes / 1_000);
    };
    restart();
    const ended = Promise.withResolvers<never>();
    const expire = () => ended.reject(end.reason);
    end.addEventListener("abort", expire);
    const done = (async () => work(end, restart))();
    try {
      return await Promise.race([done, ended.promise]);
    } catch (error) {
      if (end.aborted) {
        blocked++;
        void done.catch(() => {}).then(() => blocked--);
        throw end.reason;
      }
      throw error instanceof ObjectStoreError ? error : failed(...explain(error), error);
    } finally {
      isOver = true;
      clearTimeout(timer);
      // While it has a listener, a combined signal lives as long as the caller's.
      end.removeEventListener("abort", expire);
    }
  };
}
