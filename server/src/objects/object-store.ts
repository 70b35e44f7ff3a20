/** Keys are ASCII. Methods throw ObjectStoreError, or the signal's reason, within seconds. */

export interface StoredObject {
  readonly bytes: Buffer;
  /** Version of the bytes, which `put` compares. */
  readonly tag: string;
}

export interface ReadOptions {
  /** More bytes are an error of the kind "invalid", and are not read. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
}

export interface ObjectStore {
  /** For people: `s3://bucket/prefix` or `file:///folder`, without credentials. */
  readonly place: string;

  get(key: string, options?: ReadOptions): Promise<StoredObject | null>;

  /**
   * Writes the object if it does not exist (`ifTag` is null), or has that tag. Returns its new tag; null means that the condition
   * does not hold. The very same bytes, if already there, count as written, so that a put can be repeated. Writers of which only
   * one may succeed write different bytes. After an error, the bytes may still arrive.
   */
  put(key: string, bytes: Uint8Array, ifTag: string | null, signal?: AbortSignal): Promise<string | null>;

  /** In the order of the keys: `lastSegment` takes the last one. */
  list(prefix: string, signal?: AbortSignal): AsyncIterable<ListedObject>;

  /** Keys without an object are no error. A put at the same time can come before or after. */
  delete(keys: readonly string[], signal?: AbortSignal): Promise<void>;

  close(): void;
}

/** `missing` is the bucket, `invalid` the request. */
export type ObjectFault = "denied" | "missing" | "unavailable" | "invalid";

/** The message is a sentence for operators with the place, the operation and the cause. */
export class ObjectStoreError extends Error {
  readonly kind: ObjectFault;

  constructor(kind: ObjectFault, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ObjectStoreError";
    this.kind = kind;
  }
}

/** Every file system and store accepts these; no part begins with a dot, as other files' names do. */
const keyForm = /^(?:[\w=-][\w=.-]{0,199}\/)*[\w=-][\w=.-]{0,199}$/;

export function isKey(text: string): boolean {
  return text.length <= 800 && keyForm.test(text);
}

/** @throws ObjectStoreError */
export function checkKey(text: string): string {
  if (isKey(text)) return text;
  throw new ObjectStoreError("invalid", `${JSON.stringify(text)} cannot be the key of an object.`);
}

export function tooLarge(place: string, key: string, maxBytes: number): ObjectStoreError {
  return new ObjectStoreError("invalid", `${place}: ${key} has more than ${maxBytes} bytes.`);
}

const maxBlocked = 2;

export type BoundedRun = ReturnType<typeof boundedRun>;

/**
 * A dead volume blocks a thread forever: after two such calls, others fail.
 * @param explain kind and cause of an error, such as "HTTP 500 InternalError" @param maxTime milliseconds
 */
export function boundedRun(place: string, explain: (error: unknown) => readonly [ObjectFault, string], maxTime: number) {
  let blocked = 0;
  /** @param operation `reading head` @param work gets a signal, and a function that restarts its time, 1 ms more per 1,000 bytes */
  return async <T>(
    operation: string,
    signal: AbortSignal | undefined,
    work: (end: AbortSignal, restart: (bytes?: number) => void) => Promise<T>,
  ): Promise<T> => {
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
