import { hash, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { objectsUrlForm, parseObjectsUrl } from "../base/objects-url.ts";
import { syncDirectory } from "../base/sync-directory.ts";
import { ObjectFollower, type ObjectFollowerServices } from "./object-follower.ts";
import { ObjectLog } from "./object-log.ts";
import { ObjectReader } from "./object-reader.ts";
import * as port from "./object-store.ts";
import { type BoundedRun, boundedRun, type ObjectStore, ObjectStoreError } from "./object-store.ts";
import { Shipper, type ShipperServices } from "./shipper.ts";

/** Milliseconds for which the same bytes are in a lock before another writer moves it away. */
const staleLock = 2_000;
/** Age in milliseconds of folders that crashes left. */
const staleFolder = 3_600_000;
/** The group can read: edges can run as another user. */
const [mode, folderMode] = [0o640, 0o750];

/**
 * A key is the path of its file, so that other programs can copy the files from and to a bucket. A put writes its bytes to a
 * folder of its own, and renames this to the lock of the key, which fails while another with bytes is there. It then compares,
 * and renames the bytes out of the lock to their path. The next writer moves away a lock with bytes that a crash left. If its
 * owner was only slow, it no longer finds its bytes, and can never replace later ones. This needs no links and no clocks that
 * agree, and holds on NFS.
 */
class FileObjects implements port.ObjectStore {
  readonly place: string;
  readonly #folder: string;
  /** If the folder was there and no longer is, the volume is not mounted. */
  readonly #writing: string;
  #wasThere = false;
  #isPrepared = false;
  readonly #run: BoundedRun;

  constructor(folder: string, maxTime: number) {
    this.#folder = folder;
    this.#writing = join(folder, ".writing");
    this.place = pathToFileURL(folder).href;
    this.#run = boundedRun(this.place, explain, maxTime);
  }

  get(key: string, { maxBytes, signal }: port.ReadOptions = {}): Promise<port.StoredObject | null> {
    return this.#run(`reading ${key}`, signal, async (_, restart) => {
      const bytes = await this.#read(key, maxBytes, restart);
      await this.#checkFolder();
      return bytes && { bytes, tag: tagOf(bytes) };
    });
  }

  put(key: string, bytes: Uint8Array, ifTag: string | null, signal?: AbortSignal): Promise<string | null> {
    return this.#run(`writing ${key}`, signal, async (end, restart) => {
      restart(bytes.length);
      for (;;) {
        const answer = await this.#tryPut(key, bytes, ifTag, end);
        if (answer !== "interrupted") return answer;
      }
    });
  }

  async *list(prefix: string, signal?: AbortSignal): AsyncIterable<port.ListedObject> {
    port.checkKey(`${prefix}x`);
    const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
    const found = await this.#run("listing objects", signal, async () => {
      await this.#checkFolder();
      const path = join(this.#folder, folder);
      const entries = (await ifThere(readdir(path, { withFileTypes: true }))) ?? [];
      const wanted = entries.filter(({ name }) => port.isKey(name) && `${folder}${name}`.startsWith(prefix));
      const sized = wanted.map(async (entry) => {
        const bytes = entry.isDirectory() ? 0 : (await ifThere(stat(join(path, entry.name))))?.size;
        return { key: `${folder}${entry.name}${entry.isDirectory() ? "/" : ""}`, bytes };
      });
      return Promise.all(sized);
    });
    for (const { key, bytes } of found.sort((a, b) => (a.key < b.key ? -1 : 1)))
      if (key.endsWith("/")) yield* this.list(key, signal);
      else if (bytes !== undefined) yield { key, bytes };
  }

  delete(keys: readonly string[], signal?: AbortSignal): Promise<void> {
    return this.#run("deleting objects", signal, async (end) => {
      await this.#checkFolder();
      for (const key of keys) if (!end.aborted) await rm(join(this.#folder, port.checkKey(key)), { force: true });
    });
  }

  close(): void {}

  async #read(key: string, maxBytes = Number.POSITIVE_INFINITY, restart?: (bytes: number) => void): Promise<Buffer | null> {
    const path = join(this.#folder, port.checkKey(key));
    const size = (await ifThere(stat(path)))?.size ?? 0;
    if (size > maxBytes) throw port.tooLarge(this.place, key, maxBytes);
    restart?.(size);
    return ifThere(readFile(path));
  }

  async #tryPut(key: string, bytes: Uint8Array, ifTag: string | null, end: AbortSignal): Promise<string | null> {
    const [name, path] = [randomBytes(12).toString("hex"), join(this.#folder, port.checkKey(key))];
    const [own, lock] = [join(this.#writing, name), join(this.#writing, `${tagOf(key)}.lock`)];
    const tag = tagOf(bytes);
    await this.#prepare();
    await mkdir(own, folderMode);
    let place = own;
    try {
      await writeFile(join(own, name), bytes, { flag: "wx", flush: true, mode });
      await this.#lock(own, lock, end);
      place = lock;
      const present = await this.#read(key);
      const presentTag = present && tagOf(present);
      if (presentTag !== ifTag) return presentTag === tag ? tag : null;
      end.throwIfAborted();
      const created = await mkdir(dirname(path), { recursive: true, mode: folderMode });
      if ((await ifThere(rename(join(lock, name), path).then(() => true))) === null) return "interrupted";
      for (let folder = dirname(path); folder !== this.#folder && created; folder = dirname(folder)) await syncDirectory(folder);
      await syncDirectory(created ? this.#folder : dirname(path));
      return tag;
    } finally {
      await rm(join(place, name), { force: true });
      // The lock can have the bytes of another writer already.
      await rmdir(place).catch(() => {});
    }
  }

  async #lock(own: string, lock: string, end: AbortSignal): Promise<void> {
    let seen = { by: "", since: performance.now() };
    for (;;) {
      end.throwIfAborted();
      try {
        return await rename(own, lock);
      } catch (error) {
        // Windows does not replace an empty folder either: EPERM.
        if (!["ENOTEMPTY", "EEXIST", "EPERM"].includes(codeOf(error))) throw error;
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

  /** Before the first put, removes what crashes left. */
  async #prepare(): Promise<void> {
    await this.#checkFolder();
    if (this.#isPrepared) return;
    await mkdir(this.#writing, { recursive: true, mode: folderMode });
    for (const path of (await readdir(this.#writing)).map((name) => join(this.#writing, name))) {
      const found = await ifThere(stat(path));
      if (found !== null && Date.now() - found.mtimeMs > staleFolder) await rm(path, { recursive: true, force: true });
    }
    this.#isPrepared = this.#wasThere = true;
  }

  /** Distinguishes an absent file from an absent volume. @throws ObjectStoreError */
  async #checkFolder(): Promise<void> {
    const isThere = (await ifThere(stat(this.#writing))) !== null;
    if (!isThere && (this.#wasThere || (await ifThere(stat(this.#folder))) === null))
      throw new port.ObjectStoreError("unavailable", `${this.place} is not there: is the volume mounted?`);
    this.#wasThere = isThere;
  }
}

function tagOf(bytes: Uint8Array | string): string {
  return hash("sha256", bytes, "hex");
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

function explain(error: unknown): [port.ObjectFault, string] {
  const code = codeOf(error);
  return [["EACCES", "EPERM", "EROFS"].includes(code) ? "denied" : "unavailable", code];
}

async function ifThere<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return null;
    throw error;
  }
}

/** Milliseconds of an operation that shows no progress. */
const defaultTime = 10_000;

/** @throws ObjectStoreError if the URL is not in the accepted form */
export async function openObjectStore(text: string, maxTime = defaultTime): Promise<ObjectStore> {
  const url = parseObjectsUrl(text);
  if (url === null) throw new ObjectStoreError("invalid", `The URL of an object store must be ${objectsUrlForm}.`);
  if (url.protocol === "file:") return new FileObjects(fileURLToPath(url), maxTime);
  const { S3Objects } = await import("./s3-objects.ts");
  return new S3Objects(url.hostname, url.pathname.replace(/^\/|\/$/g, ""), maxTime);
}

export async function openObjectLog(url: string, key: Buffer | null, name: "public" | "full") {
  const store = await openObjectStore(url);
  return { log: new ObjectLog({ store, name, key, randomBytes }), close: () => store.close() };
}

type FollowerOptions = Pick<ObjectFollowerServices, "log" | "now" | "pollEvery">;

export async function openObjectFollower(url: string, key: Buffer | null, options: FollowerOptions): Promise<ObjectFollower> {
  const { log, close } = await openObjectLog(url, key, "public");
  const reader = new ObjectReader({ log, now: options.now });
  return new ObjectFollower({ ...options, reader, random: Math.random, close });
}

type ShipperOptions = Omit<ShipperServices, "objects" | "key" | "random" | "randomBytes" | "limit">;

export async function openShipper(url: string, key: Buffer | null, options: ShipperOptions): Promise<Shipper> {
  return new Shipper({ ...options, objects: await openObjectStore(url), key, random: Math.random, randomBytes });
}
