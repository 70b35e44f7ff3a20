/** An object store in memory with the conditions of a real one, and faults on demand: runs of readers and writers in one process. */
import { createHash } from "node:crypto";
import {
  type ListedObject,
  type ObjectStore,
  ObjectStoreError,
  type ReadOptions,
  type StoredObject,
} from "../src/objects/object-store.ts";

export type Operation = "get" | "put" | "list" | "delete";

export class MemoryObjects implements ObjectStore {
  readonly place = "s3://memory/drawbridge";
  readonly objects = new Map<string, Buffer>();
  readonly requests: Record<Operation, number> = { get: 0, put: 0, list: 0, delete: 0 };
  /** Called before each request: it may throw, wait, or change the objects. */
  before: (operation: Operation, key: string) => Promise<void> | void = () => {};
  /** Called after each request that was done: it may throw, as for a reply that was lost. */
  after: (operation: Operation, key: string) => Promise<void> | void = () => {};

  async get(key: string, { maxBytes = Number.POSITIVE_INFINITY, signal }: ReadOptions = {}): Promise<StoredObject | null> {
    return this.#request("get", key, signal, () => {
      const bytes = this.objects.get(key);
      if (bytes === undefined) return null;
      if (bytes.length > maxBytes) throw new ObjectStoreError("invalid", `${key} is too large`);
      return { bytes: Buffer.from(bytes), tag: tagOf(bytes) };
    });
  }

  async put(key: string, bytes: Uint8Array, ifTag: string | null, signal?: AbortSignal): Promise<string | null> {
    return this.#request("put", key, signal, () => {
      const present = this.objects.get(key);
      const presentTag = present === undefined ? null : tagOf(present);
      const tag = tagOf(bytes);
      if (presentTag !== ifTag) return presentTag === tag ? tag : null;
      this.objects.set(key, Buffer.from(bytes));
      return tag;
    });
  }

  async *list(prefix: string, signal?: AbortSignal): AsyncIterable<ListedObject> {
    yield* await this.#request("list", prefix, signal, () =>
      [...this.objects]
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, { length: bytes }]) => ({ key, bytes }))
        .sort((a, b) => (a.key < b.key ? -1 : 1)),
    );
  }

  async delete(keys: readonly string[], signal?: AbortSignal): Promise<void> {
    await this.#request("delete", keys.join(" "), signal, () => {
      for (const key of keys) this.objects.delete(key);
    });
  }

  close(): void {}

  /** Replaces the bytes of an object, as damage would. */
  damage(key: string, change: (bytes: Buffer) => Buffer): void {
    const bytes = this.objects.get(key);
    if (bytes === undefined) throw new Error(`there is no ${key}`);
    this.objects.set(key, change(Buffer.from(bytes)));
  }

  async #request<T>(operation: Operation, key: string, signal: AbortSignal | undefined, run: () => T): Promise<T> {
    signal?.throwIfAborted();
    this.requests[operation]++;
    const waited = (async () => this.before(operation, key))();
    if (signal === undefined) await waited;
    else
      await new Promise<void>((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        waited.then(resolve, reject);
      });
    signal?.throwIfAborted();
    const result = run();
    await this.after(operation, key);
    return result;
  }
}

export function flipBit(bytes: Buffer, at: number, bit = 0): Buffer {
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  return bytes;
}

function tagOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
