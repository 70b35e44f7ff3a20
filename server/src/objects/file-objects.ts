/**
 * Objects as files of a folder, such as a mounted volume. A key is the path of its file, so that other programs can copy the files from
 * and to a bucket.
 *
 * A put writes its bytes to a folder of its own, and renames this folder to the lock of the key, which fails while another one with bytes
 * is there. It then compares, and renames the bytes out of the lock to their path. A crash leaves a lock with bytes, which the next
 * writer moves away. If its owner was only slow, it no longer finds its bytes in the lock: it can never replace what was written in the
 * meantime, however long it paused. This needs no clocks that agree and no links, and holds on NFS.
 */
import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { syncDirectory } from "../base/sync-directory.ts";
import {
  checkKey,
  isKey,
  type ListedObject,
  type ObjectFault,
  type ObjectStore,
  ObjectStoreError,
  type ReadOptions,
  type StoredObject,
} from "./object-store.ts";
import { TimeLimit } from "./time-limit.ts";

/** Milliseconds for which the same bytes are in a lock before another writer moves it away. */
const staleLock = 2_000;
/** Age in milliseconds of folders that crashes left. */
const staleFolder = 3_600_000;

export class FileObjects implements ObjectStore {
  readonly place: string;
  readonly #folder: string;
  /** Folder of the bytes that are being written, and of the locks. */
  readonly #writing: string;
  /** `#writing` was there: if it no longer is, the volume is not mounted. */
  #wasThere = false;
  #isPrepared = false;
  readonly #limit: TimeLimit;

  constructor(folder: string) {
    this.#folder = folder;
    this.#writing = join(folder, ".writing");
    this.place = pathToFileURL(folder).href;
    this.#limit = new TimeLimit(this.place, explain);
  }

  get(key: string, { maxBytes, signal }: ReadOptions = {}): Promise<StoredObject | null> {
    return this.#limit.run(`reading ${key}`, signal, async (_end, restart) => {
      const bytes = await this.#read(key, maxBytes, restart);
      if (bytes === null) await this.#checkFolder();
      return bytes && { bytes, tag: tagOf(bytes) };
    });
  }

  put(key: string, bytes: Uint8Array, ifTag: string | null, signal?: AbortSignal): Promise<string | null> {
    return this.#limit.run(`writing ${key}`, signal, async (end, restart) => {
      restart(bytes.length);
      for (;;) {
        const answer = await this.#tryPut(key, bytes, ifTag, end);
        if (answer !== "interrupted") return answer;
      }
    });
  }

  async *list(prefix: string, signal?: AbortSignal): AsyncIterable<ListedObject> {
    checkKey(`${prefix}x`);
    await this.#limit.run("listing objects", signal, () => this.#checkFolder());
    yield* this.#below(prefix.slice(0, prefix.lastIndexOf("/") + 1), prefix, signal);
  }

  delete(keys: readonly string[], signal?: AbortSignal): Promise<void> {
    return this.#limit.run("deleting objects", signal, async (end) => {
      await this.#checkFolder();
      const paths = keys.map((key) => join(this.#folder, checkKey(key)));
      for (const path of paths) if (!end.aborted) await rm(path, { force: true });
      for (const folder of new Set(paths.map(dirname))) await ifThere(syncDirectory(folder));
    });
  }

  close(): void {}

  async *#below(folder: string, prefix: string, signal: AbortSignal | undefined): AsyncIterable<ListedObject> {
    const path = join(this.#folder, folder);
    const bounded = <T>(work: () => Promise<T>) => this.#limit.run("listing objects", signal, () => ifThere(work()));
    const entries = (await bounded(() => readdir(path, { withFileTypes: true }))) ?? [];
    const names = entries.filter(({ name }) => isKey(name)).map((entry) => `${entry.name}${entry.isDirectory() ? "/" : ""}`);
    for (const name of names.sort()) {
      const key = `${folder}${name}`;
      if (!key.startsWith(prefix)) continue;
      if (key.endsWith("/")) yield* this.#below(key, prefix, signal);
      else {
        const found = await bounded(() => stat(join(path, name)));
        if (found !== null) yield { key, bytes: found.size };
      }
    }
  }

  async #read(key: string, maxBytes = Number.POSITIVE_INFINITY, restart?: (bytes: number) => void): Promise<Buffer | null> {
    const file = await ifThere(open(join(this.#folder, checkKey(key)), "r"));
    if (file === null) return null;
    try {
      const { size } = await file.stat();
      restart?.(size);
      if (size <= maxBytes) return await file.readFile();
      throw new ObjectStoreError("invalid", `${this.place}: ${key} has ${size} bytes, more than ${maxBytes}.`);
    } finally {
      await file.close();
    }
  }

  async #tryPut(key: string, bytes: Uint8Array, ifTag: string | null, end: AbortSignal): Promise<string | null> {
    const [name, path] = [randomBytes(12).toString("hex"), join(this.#folder, checkKey(key))];
    const [own, lock] = [join(this.#writing, name), join(this.#writing, `${tagOf(key)}.lock`)];
    await this.#prepare();
    await mkdir(own, { mode: 0o750 });
    let place = own;
    try {
      await writeDurably(join(own, name), bytes);
      await this.#lock(own, lock, end);
      place = lock;
      const present = await this.#read(key);
      const [tag, presentTag] = [tagOf(bytes), present && tagOf(present)];
      if (presentTag !== ifTag) return presentTag === tag ? tag : null;
      end.throwIfAborted();
      await this.#createFolders(dirname(path));
      if ((await ifThere(rename(join(lock, name), path).then(() => true))) === null) return "interrupted";
      await syncDirectory(dirname(path));
      return tag;
    } finally {
      await rm(join(place, name), { force: true });
      // The lock can have the bytes of another writer already.
      await rmdir(place).catch(() => {});
    }
  }

  /** Returns when the folder is the lock. */
  async #lock(own: string, lock: string, end: AbortSignal): Promise<void> {
    let seen = { by: "", since: 0 };
    for (;;) {
      end.throwIfAborted();
      try {
        return await rename(own, lock);
      } catch (error) {
        // Windows does not replace an empty folder either: EPERM.
        if (!["ENOTEMPTY", "EEXIST", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
      }
      const by = String(await ifThere(readdir(lock)));
      if (by !== seen.by) seen = { by, since: performance.now() };
      else if (performance.now() - seen.since > staleLock) {
        await ifThere(rename(lock, `${own}.stale`));
        await rm(`${own}.stale`, { recursive: true, force: true });
      }
      await sleep(2 + Math.random() * 20);
    }
  }

  /** Creates the folder of writes, and removes what crashes left in it, before the first put. */
  async #prepare(): Promise<void> {
    await this.#checkFolder();
    if (this.#isPrepared) return;
    await mkdir(this.#writing, { recursive: true, mode: 0o750 });
    for (const path of (await readdir(this.#writing)).map((name) => join(this.#writing, name))) {
      const found = await ifThere(stat(path));
      if (found !== null && Date.now() - found.mtimeMs > staleFolder) await rm(path, { recursive: true, force: true });
    }
    this.#isPrepared = true;
  }

  /** Distinguishes an absent file from an absent volume. @throws ObjectStoreError */
  async #checkFolder(): Promise<void> {
    const isThere = (await ifThere(stat(this.#writing))) !== null;
    if (!isThere && (this.#wasThere || (await ifThere(stat(this.#folder))) === null))
      throw new ObjectStoreError("unavailable", `${this.place} is not there: is the volume mounted?`);
    this.#wasThere = isThere;
  }

  async #createFolders(path: string): Promise<void> {
    if ((await mkdir(path, { recursive: true, mode: 0o750 })) === undefined) return;
    for (let folder = path; folder !== dirname(this.#folder); folder = dirname(folder)) await syncDirectory(folder);
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o640);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

function tagOf(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function explain(error: unknown): [ObjectFault, string] {
  const { code = String(error) } = error as NodeJS.ErrnoException;
  return [["EACCES", "EPERM", "EROFS"].includes(code) ? "denied" : "unavailable", code];
}

/** Null means that there is no such file or folder. */
async function ifThere<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
