/** Bounds operations on an object store. A dead volume blocks a thread forever: after two such calls, others fail. */
import { type ObjectFault, ObjectStoreError } from "./object-store.ts";

const maxBlocked = 2;

/** @param operation `reading head` @param work gets a signal, and a function that restarts its time, 1 ms more per 1,000 bytes */
export type BoundedRun = <T>(
  operation: string,
  signal: AbortSignal | undefined,
  work: (end: AbortSignal, restart: (bytes?: number) => void) => Promise<T>,
) => Promise<T>;

/** @param explain kind and cause of an error, such as "HTTP 500 InternalError" @param maxTime milliseconds */
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
