import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { Log } from "../base/log.ts";
import { objectsUrlForm, parseObjectsUrl } from "../base/objects-url.ts";
import { FileObjects } from "./file-objects.ts";
import { ObjectFollower } from "./object-follower.ts";
import { ObjectLog } from "./object-log.ts";
import { ObjectReader } from "./object-reader.ts";
import { type ObjectStore, ObjectStoreError } from "./object-store.ts";
import { Shipper, type ShipperServices } from "./shipper.ts";

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

interface FollowerOptions {
  readonly log: Pick<Log, "error" | "info">;
  /** Epoch ms. */
  readonly now: () => number;
  /** Maximum milliseconds between two polls, for tests. */
  readonly pollEvery?: number | undefined;
}

export async function openObjectFollower(url: string, key: Buffer | null, options: FollowerOptions): Promise<ObjectFollower> {
  const { log, close } = await openObjectLog(url, key, "public");
  const reader = new ObjectReader({ log, now: options.now });
  return new ObjectFollower({ ...options, reader, random: Math.random, close });
}

type ShipperOptions = Omit<ShipperServices, "objects" | "key" | "random" | "randomBytes" | "limit">;

export async function openShipper(url: string, key: Buffer | null, options: ShipperOptions): Promise<Shipper> {
  return new Shipper({ ...options, objects: await openObjectStore(url), key, random: Math.random, randomBytes });
}
